// npm run reliability: measures what docs/reliability.md tells, and writes its tables.
//
//   npm run reliability                    with a soak of one minute
//   npm run reliability -- --minutes 10    with the whole soak
//
// Mutation tests take an hour: npm run mutation -- --sample 400 measures them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { editorCache, endWithParent, mustRun, root, run } from '../../scripts/project.mjs'
import { record } from './results.mjs'

/** The tests of each class of what can go wrong. */
const classes = {
  'hostile files': ['hostile-files', 'check-unreadable', 'bad-input', 'client-files'],
  'hostile messages, and clients that end': ['hostile-messages', 'lifecycle'],
  'hostile git repositories': ['hostile-repository'],
  'read-only folders, full disks, power cuts, Ctrl-C': ['faults', 'check-fix'],
  'limits of memory': ['memory'],
  'no network': ['network'],
}

endWithParent()
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } })
await mustRun(process.execPath, [join(root, 'scripts/build.mjs')])
record('tests', { classes: await countTests() })
for (const [script, ...args] of [
  // Coverage runs the test that pages have the figures that are measured.
  ['scripts/generate.mjs'],
  ['test/coverage/run.mjs'],
  ['test/reliability/soak.mjs', '--minutes', values.minutes],
  ['scripts/generate.mjs'],
])
  process.exitCode ||= await run(process.execPath, [join(root, script), ...args])

/** Runs the tests of all classes, and returns how many there are of each. */
async function countTests() {
  const file = join(editorCache, 'reliability.json')
  const paths = Object.values(classes).flatMap(names => names.map(name => `test/protocol/${name}.test.ts`))
  await mustRun('npx', ['vitest', 'run', '--project=protocol', '--reporter=json', `--outputFile=${file}`, ...paths])
  /** @type {{ testResults: { name: string, assertionResults: { status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  const passed = (/** @type {string} */ name) =>
    testResults
      .filter(result => result.name.endsWith(`/${name}.test.ts`))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length
  return Object.fromEntries(
    Object.entries(classes).map(([title, names]) => [title, names.reduce((sum, name) => sum + passed(name), 0)]),
  )
}
