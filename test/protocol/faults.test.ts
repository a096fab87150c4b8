import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { someOf } from '../property-values.ts'
import { asAnyone, commandLine } from './command-line.ts'
import { gitIn } from './git.ts'
import { cli, type Run } from './run.ts'

const { folder, files, recline } = commandLine()
const { git } = gitIn(folder)

const records = Array.from({ length: 500 }, (_, index) => `@control rid=C-${index} | title="x"\n`)
const control = '@CONTROL rid=C-0 | title="x"\n'
const patch = `--- /dev/null\n+++ b/new.rec\n@@ -0,0 +1,500 @@\n${records.map(record => `+${record}`).join('')}`

// A fault needs a process of its own. A short run tries a part of each list.

/** Every command that writes: its arguments, and the file that it is about to write when a fault comes. */
const commands: [string, string][] = [
  ['check --fix a.rec', 'a.rec'],
  ['check --report json=out.txt a.rec', 'out.txt'],
  ['check --write-baseline known.json a.rec', 'known.json'],
  ['format --write a.rec', 'a.rec'],
  ['convert --to json --output out.txt --force a.rec', 'out.txt'],
  ['edit --tag CONTROL --set title="z" --write a.rec', 'a.rec'],
  ['rename C-0 C-999 --write', 'a.rec'],
  ['merge base.txt a.rec theirs.txt --output a.rec', 'a.rec'],
  ['patch a.patch --write', 'new.rec'],
  ['git install', '.gitattributes'],
]

/** All files with their texts, but not git's own. */
async function contents(): Promise<Record<string, string>> {
  const entries = await readdir(folder(), { recursive: true, withFileTypes: true })
  const found = entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(path => !path.includes('/.git/'))
  return Object.fromEntries(await Promise.all(found.map(async path => [path, await readFile(path, 'utf8')] as const)))
}

const run = (command: string, surroundings: Parameters<typeof recline>[1] = {}): Promise<Run> => {
  const PATH = `${join(folder(), '.bin')}:${process.env.PATH}`
  return recline(command.split(' '), { ...surroundings, env: { PATH, ...surroundings.env } })
}

/**
 * A limit on the size of files, in KiB, does what a full disk does. The signal that comes with it would end the
 * process.
 */
const runOnFullDisk = (command: string, limit: number): Promise<Run> =>
  run(command, {
    through: ['bash', '-c', `ulimit -f ${limit}; exec "$@"`, '-'],
    env: {
      NODE_OPTIONS: `--require=${join(folder(), '.bin/go-on.cjs')}`,
      // From version 22 on, Node writes its cache when nothing listens to the signal any more, and ends by it.
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
  })

beforeEach(async () => {
  await git('init', '-q')
  await files({
    'a.rec': records.join('').replace('title="x"', 'title = "x"'),
    'base.txt': control,
    'theirs.txt': control.replace('x', 'y'),
    'out.txt': 'Some text.\n'.repeat(200),
    'known.json': '',
    'a.patch': patch,
    '.gitattributes': '*.txt text\n'.repeat(200),
    '.bin/go-on.cjs': 'process.on("SIGXFSZ", () => undefined)',
    '.bin/recline': `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`,
  })
  await chmod(join(folder(), '.bin/recline'), 0o755)
})

describe.each(someOf(commands))('recline %s', (command, name) => {
  test('changes nothing where the folder is read-only, and says so', async () => {
    const before = await contents()
    await chmod(folder(), 0o555)
    try {
      const { stdout, stderr, code } = await run(command, { through: asAnyone })
      expect(code, stdout).toBe(2)
      expect(stderr).toMatch(/^recline: .*could not be written.*: permission denied\.$/m)
      expect(stderr).toContain(name)
    } finally {
      await chmod(folder(), 0o755)
    }
    expect(await contents()).toEqual(before)
  })

  test('changes nothing where the disk is full, and says so', async () => {
    const before = await contents()
    const { stdout, stderr, code } = await runOnFullDisk(command, 1)
    expect(code, stdout).toBe(2)
    expect(stderr).toMatch(/^recline: .*could not be written.*: file too large\.$/m)
    expect(stderr).toContain(name)
    expect(await contents()).toEqual(before)
  })
})

/** Sends a signal to the process when a new file is about to take the place of the old one. */
const signalBeforeRename = (signal: string): string => `
  const fs = require('node:fs')
  const { rename } = fs
  fs.rename = (...args) => {
    process.kill(process.pid, '${signal}')
    rename(...args)
  }
`

describe.each(someOf(commands.filter(([, name]) => name !== 'new.rec')))(
  'recline %s, between two files',
  (command, name) => {
    test('that is killed leaves the old file, and the new one beside it', async () => {
      await files({ '.bin/kill.cjs': signalBeforeRename('SIGKILL') })
      const before = await contents()
      const { signal } = await run(command, { env: { NODE_OPTIONS: `--require=${join(folder(), '.bin/kill.cjs')}` } })
      expect(signal).toBe('SIGKILL')
      const after = await contents()
      expect(after).toMatchObject(before)
      const left = Object.keys(after).filter(path => !(path in before) && !path.endsWith('.lock'))
      expect(left).toEqual([expect.stringMatching(/\.\d+$/)])
      expect(left[0]!.replace(/\.\d+$/, '')).toBe(join(folder(), name))
      // No later run takes it for a file of records, and the same command works, whoever had the lock.
      expect((await run('check --format lines .')).stdout).not.toContain(left[0]!.split('/').at(-1))
      expect((await run(command)).code).toBeLessThan(2)
    })

    test('that is stopped by Ctrl-C leaves the old or the new file, and no other', async () => {
      await files({ '.bin/stop.cjs': signalBeforeRename('SIGINT') })
      const path = join(folder(), name)
      const before = await contents()
      await run(command)
      const whole = (await contents())[path]
      await files({ [name]: before[path]! })
      await run(command, { env: { NODE_OPTIONS: `--require=${join(folder(), '.bin/stop.cjs')}` } })
      const after = await contents()
      expect(Object.keys(after)).toEqual(Object.keys(before))
      expect([before[path], whole]).toContain(after[path])
    })
  },
)

test.each(
  someOf([
    'check --fix a.rec',
    'edit --tag CONTROL --set title="z" a.rec',
    'query --tag CONTROL --sort rid a.rec',
    'diff base.txt a.rec',
    'format --check a.rec',
  ]),
)('recline %s that is busy is stopped by Ctrl-C at once', async command => {
  await files({
    '.bin/busy.cjs': `
      const work = read => (...args) => {
        if (typeof args[0] === 'string' && !args[0].endsWith('a.rec')) return read(...args)
        process.kill(process.pid, 'SIGINT')
        for (const start = Date.now(); Date.now() < start + 10_000; );
        process.exit(3)
      }
      const [files, promises] = [require('node:fs'), require('node:fs/promises')]
      for (const [module, name] of [[files, 'readSync'], [promises, 'readFile'], [promises, 'open']])
        module[name] = work(module[name])
    `,
  })
  const before = await contents()
  const { signal, stderr } = await run(command, {
    env: { NODE_OPTIONS: `--require=${join(folder(), '.bin/busy.cjs')}` },
  })
  expect([signal, stderr]).toEqual(['SIGINT', ''])
  expect(await contents()).toEqual(before)
})

/** Commands that write several files into a folder that is not there yet. */
const folders: [string, string][] = [
  ['merge base ours theirs --output out', 'recline: out/a.rec could not be written: '],
  ['convert several.rec --to csv --output out', 'could not be written'],
  ['site --output out', 'The site could not be written to out'],
]

describe.each(someOf(folders))('recline %s', (command, sentence) => {
  const many = records.join('')
  const several = `${many}${many.replaceAll('@control', '@POLICY')}`

  beforeEach(() =>
    files({
      'base/a.rec': many,
      'base/b.rec': many,
      'ours/a.rec': many.replace('x', 'y'),
      'ours/b.rec': many,
      'theirs/a.rec': many,
      'theirs/b.rec': many.replace('x', 'y'),
      'several.rec': several,
    }),
  )

  test('leaves no part of a file where the disk is full, and says so', async () => {
    await run(command)
    const whole = await contents()
    await rm(join(folder(), 'out'), { recursive: true })
    const { stderr, code } = await runOnFullDisk(command, 2)
    expect(stderr).toMatch(/file too large\.$/m)
    expect(stderr).toContain(sentence)
    expect(code).toBe(2)
    const after = await contents()
    expect(whole).toMatchObject(after)
  })

  test('writes nothing where the folder is read-only, and says so', async () => {
    const before = await contents()
    await mkdir(join(folder(), 'out'))
    await chmod(join(folder(), 'out'), 0o555)
    const { stderr, code } = await run(command, { through: asAnyone })
    expect(stderr).toMatch(/permission denied\.$/m)
    expect(stderr).toContain(sentence)
    expect(code).toBe(2)
    expect(await contents()).toEqual(before)
  })
})

describe.each(someOf(['out', 'empty']))('a merge of folders into %s that is stopped by Ctrl-C', target => {
  test('leaves nothing', async () => {
    await files({
      'base/a.rec': control,
      'ours/a.rec': control,
      'theirs/a.rec': control,
      '.bin/stop.cjs': `
        const fs = require('node:fs/promises')
        const { writeFile } = fs
        fs.writeFile = async (path, ...rest) => {
          await writeFile(path, ...rest)
          if (path.endsWith('a.rec')) process.kill(process.pid, 'SIGINT')
          await new Promise(() => setInterval(() => undefined, 1000))
        }
      `,
    })
    await mkdir(join(folder(), 'empty'))
    const before = await contents()
    const { signal } = await run(`merge base ours theirs --output ${target}`, {
      env: { NODE_OPTIONS: `--require=${join(folder(), '.bin/stop.cjs')}` },
    })
    expect(signal).toBe('SIGINT')
    expect(await contents()).toEqual(before)
    expect((await readdir(folder())).filter(name => /^out\.\d/.test(name))).toEqual([])
  })
})

test.each(someOf(['check --map a.rec', 'query --tag CONTROL --format csv a.rec', 'convert a.rec --to parquet']))(
  'recline %s says that the output cannot be written',
  async command => {
    const { stderr, code } = await run(command, { through: ['bash', '-c', 'exec "$@" > /dev/full', '-'] })
    expect(stderr.split('\n').filter(line => line.startsWith('recline'))).toEqual([
      'recline: The output could not be written: no space left on device.',
    ])
    expect(code).toBe(2)
  },
)

test('recline init leaves no part of a file where the disk is full or the folder is read-only', async () => {
  await mkdir(join(folder(), 'in'))
  const full = { through: ['bash', '-c', 'trap "" XFSZ; ulimit -f 0; exec "$@"', '-'] }
  const { stderr, code } = await run('init --domain compliance in', full)
  expect(stderr.match(/could not be written: file too large/g)).toHaveLength(3)
  expect(code).toBe(2)
  expect(await readdir(join(folder(), 'in'))).toEqual([])
  await chmod(join(folder(), 'in'), 0o555)
  const refused = await run('init --domain compliance in', { through: asAnyone })
  expect(refused.stderr).toContain('in/first.rec could not be written: permission denied.')
})
