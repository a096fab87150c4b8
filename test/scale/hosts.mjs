// The recipes of docs/scale.md as they stand there: the map by GNU parallel on the cores of one machine and on two
// hosts, the reduce by recline alone and behind DuckDB. The hosts are network namespaces, each with an SSH server of
// its own.

import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { mustRun, root } from '../../scripts/project.mjs'

const folder = mkdtempSync(join(tmpdir(), 'recline-hosts-'))
/** What undoes what was done, last first. */
const undo = [() => rmSync(folder, { recursive: true })]
const page = readFileSync(join(root, 'docs/scale.md'), 'utf8')

try {
  await setUp()
  const whole = await reduced('check', ['records', 'big.rec'])
  const codes = ['duplicate-rid', 'dangling-reference', 'wrong-reference', 'ambiguous-tag', 'unused-suppression']
  const lacking = codes.filter(code => !whole.includes(`"${code}"`))
  if (lacking.length > 0) throw new Error(`The records lack ${lacking.join(', ')}.`)

  const [ranges, files] = blocksBelow('GNU parallel')
  await inShell(ranges)
  const parts = Number(await inShell('ls facts-*.parquet | wc -l'))
  if (parts < 3) throw new Error(`The file was mapped in ${parts} parts.`)
  await inShell('mkdir big && mv facts-* big')

  await inShell(files.replace('--sshloginfile hosts', '--sshloginfile hosts --joblog jobs.tsv'))
  const hosts = new Set(
    readFileSync(join(folder, 'jobs.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map(line => line.split('\t')[1]),
  )
  if (hosts.size !== 2) throw new Error(`The jobs ran on ${[...hosts].join(', ')}, and not on two hosts.`)
  await inShell('for facts in big/*; do mv $facts facts-big-$(basename $facts); done')
  isSame('the facts of two hosts', await reduced('check --reduce', ['facts-*.parquet']), whole)

  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const [statement] = blocksBelow('DuckDB')
  await connection.run(
    statement.replaceAll(/'(facts-\*|suspects)\.parquet'/g, (_, name) => `'${folder}/${name}.parquet'`),
  )
  const kept = await connection.runAndReadAll(
    `SELECT count(*)::INT FROM '${folder}/suspects.parquet' WHERE kind = 'definition'`,
  )
  const all = await connection.runAndReadAll(
    `SELECT count(*)::INT FROM '${folder}/facts-*.parquet' WHERE kind = 'definition'`,
  )
  if (!(Number(kept.getRows()[0]?.[0]) * 10 < Number(all.getRows()[0]?.[0])))
    throw new Error(`DuckDB kept ${kept.getRows()} of ${all.getRows()} definitions.`)
  isSame('what DuckDB keeps of them', await reduced('check --reduce --suspects', ['suspects.parquet']), whole)
  console.log(
    `  passed  ${parts} ranges on this machine and the files of a folder on ${hosts.size} hosts, reduced by recline and behind DuckDB`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const step of undo.reverse()) await step()
}

/** Writes the records, and starts the hosts. */
async function setUp() {
  const records = Array.from(
    { length: 6 },
    (_, file) => `# File ${file}
@DOC domain=core.compliance
${Array.from(
  { length: 300 },
  (_, number) => `@CONTROL rid=CTL-${file}-${number} | title="Access review ${number}" | status="effective"
@FINDING rid=FND-${file}-${number} | control_ref="CTL-${(file + 1) % 6}-${number}" | severity="low" | status="open"
`,
).join('')}`,
  )
  records[3] += `@CONTROL rid=CTL-5-7 | title="Twice" | status="effective"
@FINDING rid=FND-x | control_ref="CTL-none" | severity="low" | status="open"
`
  records[4] += `@DOC title="any"
@POLICY rid=POL-1
@RISK rid=RSK-1
# recline-disable-next-line notation
@CLAIM rid=CLM-1 | policy_ref="POL-1"
`
  records[5] += `@POLICY rid=POL-1 | title="x"
@FINDING rid=FND-y | control_ref="RSK-1" | severity="low" | status="open"
`
  records.push('@POLICY rid=POL-1\n')
  mkdirSync(join(folder, 'records'))
  for (const [index, text] of records.entries()) writeFileSync(join(folder, 'records', `${index}.rec`), text)
  writeFileSync(join(folder, 'big.rec'), records.join('').replaceAll('-', '_'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(
    join(folder, 'bin/recline'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/cli.js')}' "$@"\n`,
  )
  chmodSync(join(folder, 'bin/recline'), 0o755)

  await mustRun('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'key')])
  mkdirSync('/run/sshd', { recursive: true })
  const addresses = await Promise.all([1, 2].map(startHost))
  writeFileSync(join(folder, 'hosts'), addresses.map(address => `1/ssh -F ${folder}/ssh_config ${address}\n`).join(''))
  const options = [
    `IdentityFile ${folder}/key`,
    'UserKnownHostsFile /dev/null',
    'StrictHostKeyChecking no',
    'LogLevel ERROR',
    'BatchMode yes',
  ]
  writeFileSync(join(folder, 'ssh_config'), `Host *\n${options.map(option => `  ${option}\n`).join('')}`)
  for (const address of addresses)
    await inShell(
      `for try in 1 2 3 4 5 6 7 8 9 10; do ssh -F ssh_config ${address} true && exit; sleep 0.2; done; exit 1`,
    )
}

/**
 * Starts a host in a network of its own.
 *
 * @param {number} number
 * @returns {Promise<string>} its address
 */
async function startHost(number) {
  const name = `recline${process.pid}-${number}`
  const link = `rl${process.pid}-${number}`
  const network = `10.${200 + number}.${process.pid % 250}`
  await mustRun('ip', ['netns', 'add', name])
  undo.push(() => mustRun('ip', ['netns', 'del', name]).then(() => undefined))
  await mustRun('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name])
  await mustRun('ip', ['addr', 'add', `${network}.1/24`, 'dev', link])
  await mustRun('ip', ['link', 'set', link, 'up'])
  await mustRun('ip', ['-n', name, 'addr', 'add', `${network}.2/24`, 'dev', 'eth0'])
  await mustRun('ip', ['-n', name, 'link', 'set', 'eth0', 'up'])
  const options = [
    `HostKey=${folder}/key`,
    `AuthorizedKeysFile=${folder}/key.pub`,
    `ListenAddress=${network}.2`,
    `SetEnv=PATH=${folder}/bin:${process.env.PATH}`,
    'UsePAM=no',
    'StrictModes=no',
    'PidFile=none',
  ].flatMap(option => ['-o', option])
  const server = spawn('ip', ['netns', 'exec', name, '/usr/sbin/sshd', '-D', '-f', '/dev/null', ...options], {
    stdio: 'ignore',
  })
  undo.push(
    () =>
      new Promise(resolve => {
        server.once('close', resolve)
        server.kill()
      }),
  )
  return `${network}.2`
}

/**
 * The commands and statements of a section of the page.
 *
 * @param {string} heading
 * @returns {string[]}
 */
function blocksBelow(heading) {
  const section = page.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  // The page's sizes are for large files. Its reduce exits with status 1 when it finds errors.
  const blocks = [...section.matchAll(/```(?:sh|sql)\n([^]*?)```/g)].map(([, block = '']) => block)
  return blocks.map(block =>
    block.replace('step=64000000', 'step=50000').replace(/( &&)?\n *recline check --reduce .*\n/, '\n'),
  )
}

/**
 * @param {string} command
 * @param {string[]} paths
 */
async function reduced(command, paths) {
  const output = await inShell(`recline ${command} --format json ${paths.join(' ')} || [ $? = 1 ]`)
  return output.replace(/^recline: Rules that read .*\n/, '')
}

/** @param {string} script */
function inShell(script) {
  return mustRun('bash', ['-c', `set -e -o pipefail\ncd '${folder}'\n${script}`], {
    env: { PATH: `${folder}/bin:${process.env.PATH}` },
  })
}

/**
 * @param {string} what
 * @param {string} found
 * @param {string} expected
 */
function isSame(what, found, expected) {
  const result = JSON.parse(expected)
  // Reduce reads its files in the order of their names.
  result.files.sort((/** @type {{ file: string }} */ one, /** @type {{ file: string }} */ other) =>
    one.file < other.file ? -1 : 1,
  )
  if (JSON.stringify(JSON.parse(found)) === JSON.stringify(result)) return
  throw new Error(`A check of all files and ${what} differ:\n${expected.slice(0, 3000)}\n${found.slice(0, 3000)}`)
}
