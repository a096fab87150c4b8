import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asAnyone, commandLine } from './command-line.ts'

const { folder, files, recline, expectRun, read } = commandLine()

test('--group lists the number of problems of each code, tag and field', async () => {
  await files({
    'a.rec': '@CONTROL rid=C-1 | note="x" | status="High"\n@CONTROL rid=C-2 | note="y"\n',
    'b.rec': '@CONTROL rid=C-3 | note="z"\n@CNTRL rid=C-4\n',
  })
  await expectRun(
    'check --group .',
    `
      unknown-field CONTROL.note ×3, first a.rec:1:20
      not-in-enum CONTROL.status ×1, first a.rec:1:38
      unknown-tag CNTRL ×1, first b.rec:2:2
      ! 2 files, 4 records: 1 error, 4 warnings.
      exit 1`,
  )
})

describe('--fix', () => {
  test('mends what can be mended without changing what records say, says what it changed, and lists the rest', async () => {
    await files({
      'a.rec':
        '@control rid=CTL-1 | maturity="3" | status=tested | color=\n# recline-disable-next-line syntax\n@CONTROL rid=CTL-2 | maturity="4"\n',
      'b.rec': '@FINDING rid=F-1 control_ref="CTL-1" |\n',
      'c.rec': '@CONTROL rid=CTL-3\n',
    })
    await expectRun(
      'check --fix --format lines .',
      `
      a.rec:1:57 error missing-value color has no value, and is not a field of CONTROL, which has rid, framework, title, status, owner, maturity.
      ! Fixed a.rec: 3 notation, 1 tag-case, 1 unused-suppression.
      ! Fixed b.rec: 1 empty-field, 1 missing-separator.
      ! Fixed 2 files: 3 notation, 1 empty-field, 1 missing-separator, 1 tag-case, 1 unused-suppression.
      ! 3 files, 4 records: 1 error.
      exit 1`,
    )
    expect(await read('a.rec')).toBe(
      '@CONTROL rid=CTL-1 | maturity:int=3 | status="tested" | color=\n@CONTROL rid=CTL-2 | maturity:int=4\n',
    )
    expect(await read('b.rec')).toBe('@FINDING rid=F-1 | control_ref="CTL-1"\n')
  })

  test('makes the fixes that change what records say only if it is told to, and says how many there are', async () => {
    await files({ 'a.rec': '@CONTROL rid=CTL-1 | status="In Progress" | title=x\n@CONTROL rid=CTL-2 | Owner="CTO"\n' })
    const summary = '1 file, 2 records: 1 error, 1 warning, 1 information.'
    expect((await recline(['check', '--stats', 'a.rec'])).stderr).toContain(
      `${summary} --fix can fix 1 of them. --fix --unsafe-fixes can fix 2 more, which changes what records say.\n`,
    )
    expect((await recline(['check', '--fix', 'a.rec'])).stderr).toContain(
      '1 file, 2 records: 1 error, 1 warning. --fix --unsafe-fixes can fix 2 of them, which changes what records say.\n',
    )
    await expectRun(
      'check --unsafe-fixes a.rec',
      '\n      ! recline: --unsafe-fixes needs --fix or --fix-dry-run.\n      exit 2',
    )
    await expectRun(
      'check --fix --fix-only not-in-enum a.rec',
      '\n      ! recline: the fixes of not-in-enum change what records say; add --unsafe-fixes.\n      exit 2',
    )
    await expectRun(
      'check --fix --unsafe-fixes --fix-only not-in-enum --format lines a.rec',
      `
      a.rec:2:22 warning unknown-field Owner is not a field of CONTROL; did you mean owner?
      ! Fixed a.rec: 1 not-in-enum.
      ! 1 file, 2 records: 1 warning.
      exit 0`,
    )
    await expectRun(
      'check --fix --unsafe-fixes --format lines .',
      `
      ! Fixed a.rec: 1 unknown-field.
      ! 1 file, 2 records: no problems.
      exit 0`,
    )
    expect(await read('a.rec')).toBe(
      '@CONTROL rid=CTL-1 | status="in-progress" | title="x"\n@CONTROL rid=CTL-2 | owner="CTO"\n',
    )
  })

  test('keeps line ends, byte order mark, mode and symbolic links, and leaves no other file', async () => {
    await files({
      'crlf.rec': '\ufeff@control rid=CTL-1\r\n@CONTROL rid=CTL-2 # note\r\n',
      'cr.rec': '# one\r@control rid=CTL-3\r',
    })
    await chmod(join(folder(), 'crlf.rec'), 0o640)
    await symlink('crlf.rec', join(folder(), 'link.rec'))
    expect((await recline(['check', '--fix', 'link.rec', 'cr.rec'])).code).toBe(0)
    expect(await read('crlf.rec')).toBe('\ufeff@CONTROL rid=CTL-1\r\n# note\r\n@CONTROL rid=CTL-2\r\n')
    expect(await read('cr.rec')).toBe('# one\r@CONTROL rid=CTL-3\r')
    expect((await stat(join(folder(), 'crlf.rec'))).mode & 0o777).toBe(0o640)
    expect((await lstat(join(folder(), 'link.rec'))).isSymbolicLink()).toBe(true)
    expect((await readdir(folder())).sort()).toEqual(['cr.rec', 'crlf.rec', 'link.rec'])
  })

  test('goes by the chosen domains and severities', async () => {
    await files({ 'a.rec': '@control rid=CTL-1 | maturity="3"\n' })
    await recline(['check', '--fix', '--rule', 'tag-case=off', '--domain', 'legal', 'a.rec'])
    expect(await read('a.rec')).toBe('@control rid=CTL-1 | maturity="3"\n')
    await recline(['check', '--fix', '--rule', 'tag-case=off', '--domain', 'compliance', 'a.rec'])
    expect(await read('a.rec')).toBe('@control rid=CTL-1 | maturity:int=3\n')
  })

  test('leaves a file alone that it cannot read whole', async () => {
    const bytes = Buffer.from('@control rid="CTL-1" | owner="Jos\xe9"\n', 'latin1')
    await files({ 'latin.rec': bytes, 'a.rec': '@control rid=CTL-1\n' })
    await expectRun(
      'check --fix .',
      `
      ! Fixed a.rec: 1 tag-case.
      ! recline: latin.rec is not UTF-8 on line 1; save it as UTF-8.
      ! 1 file, 1 record: no problems. The result is incomplete: see the message above.
      exit 2`,
    )
    expect(await readFile(join(folder(), 'latin.rec'))).toEqual(bytes)
  })

  test('mends nothing where a descriptor or configuration cannot be read', async () => {
    const text = '@DOC domain=acme.fleet\n# recline-disable-next-line out-of-range\n@VEHICLE seats:int=12\n'
    await files({ 'a.rec': text, 'recline.json': '{ "severity": { "tag-case": "of" } }' })
    const sentence = 'recline: No file was fixed, because a descriptor or a recline.json is missing or has errors.\n'
    for (const args of [['a.rec'], ['--descriptors', 'missing.json', 'a.rec']]) {
      const { stderr, code } = await recline(['check', '--fix', ...args])
      expect([stderr.includes(sentence), code]).toEqual([true, 2])
      expect(await read('a.rec')).toBe(text)
    }
  })

  test('does not write to a file that must not be written to', async () => {
    await files({ 'a.rec': '@control rid=CTL-1\n' })
    await chmod(join(folder(), 'a.rec'), 0o444)
    const { stderr, code } = await recline(['check', '--fix', 'a.rec'], { through: asAnyone })
    expect([stderr.split('\n')[0], code]).toEqual([
      'recline: a.rec could not be written and is unchanged: permission denied.',
      2,
    ])
    expect(await read('a.rec')).toBe('@control rid=CTL-1\n')
  })

  test('leaves a file as it was where there is no room for the new one', async () => {
    const text = '@control rid=CTL-1\n'.repeat(2000)
    await files({ 'a.rec': text, 'b.rec': '@control rid=CTL-2\n' })
    // A limit on the size of files does what a full disk does: a part is written, then no more. The signal that comes
    // with it would end the process.
    await files({ 'go-on.cjs': 'process.on("SIGXFSZ", () => undefined)' })
    const limited = {
      through: ['bash', '-c', 'ulimit -f 8; exec "$@"', '-'],
      env: { NODE_OPTIONS: `--require=${join(folder(), 'go-on.cjs')}` },
    }
    const { stderr, code } = await recline(['check', '--fix', '--quiet', 'b.rec', 'a.rec'], limited)
    expect(stderr).toMatch(
      /^Fixed b\.rec: 1 tag-case\.\nrecline: a\.rec could not be written and is unchanged: file too large\.\n/,
    )
    expect(code).toBe(2)
    expect(await read('a.rec')).toBe(text)
    expect((await readdir(folder())).sort()).toEqual(['a.rec', 'b.rec', 'go-on.cjs'])
  })

  test('two runs at once leave each file fixed once, and no other file', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `${index}.rec`)
    await files(Object.fromEntries(names.map(name => [name, `@control rid=CTL-${name}\n`.repeat(2)])))
    const runs = await Promise.all(
      [1, 2].map(() => recline(['check', '--fix', '--quiet', '--rule', 'duplicate-rid=off', '.'], { isProcess: true })),
    )
    for (const name of names) expect(await read(name)).toBe(`@CONTROL rid=CTL-${name}\n`.repeat(2))
    expect((await readdir(folder())).sort()).toEqual([...names].sort())
    // A file that one run replaced while the other had read it is told, and so is one that changed between two reads.
    for (const { stderr, code } of runs) {
      const told = stderr.split('\n').filter(line => line.startsWith('recline: '))
      for (const line of told) expect(line).toMatch(/ was changed (by another program|while it was checked)/)
      expect(code).toBe(told.length > 0 ? 2 : 0)
    }
  })

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'leaves each of a hundred files old or new when it is ended by %s',
    async signal => {
      const names = Array.from({ length: 100 }, (_, index) => `${index}.rec`)
      const text = (tag: string): string => `@${tag} rid=CTL-1\n`.repeat(50)
      await files(Object.fromEntries(names.map(name => [name, text('control')])))
      await files({ 'end.cjs': signalAtRename(50, signal) })
      const { signal: by } = await recline(['check', '--fix', '.'], {
        env: { NODE_OPTIONS: `--require=${join(folder(), 'end.cjs')}` },
      })
      const texts = await Promise.all(names.map(read))
      const states = new Set(
        texts.map(one => {
          if (one === text('control')) return 'old'
          return one === text('CONTROL') ? 'new' : one
        }),
      )
      expect([...states].sort()).toEqual(['new', 'old'])
      expect(by).toBe(signal)
      if (signal === 'SIGKILL') return
      expect((await readdir(folder())).sort()).toEqual([...names, 'end.cjs'].sort())
    },
  )

  test('needs files', async () => {
    await expectRun(
      'check --fix -',
      `
      ! recline: --fix cannot write to standard input; give the paths of files.
      exit 2`,
    )
  })
})

/** Sends a signal to the process when so many files have been replaced, and one more is about to be. */
const signalAtRename = (count: number, signal: string): string => `
  const fs = require('node:fs')
  const { rename } = fs
  let left = ${count}
  fs.rename = (...args) => {
    if (left-- === 0) process.kill(process.pid, '${signal}')
    rename(...args)
  }
`

describe('--fix-dry-run', () => {
  test('shows what would change as a unified diff, and changes nothing', async () => {
    const contents = {
      'a.rec': '# one\n@control rid=CTL-1\n# two\n# recline-disable-next-line syntax\n@CONTROL rid=CTL-2',
      'b ü.rec': '\ufeff@control rid=CTL-3\r\n',
      'c.rec': 'wrong\n',
    }
    await files(contents)
    await expectRun(
      'check --fix-dry-run .',
      `
      --- a/a.rec
      +++ b/a.rec
      @@ -1,5 +1,4 @@
       # one
      -@control rid=CTL-1
      +@CONTROL rid=CTL-1
       # two
      -# recline-disable-next-line syntax
       @CONTROL rid=CTL-2
      \\ No newline at end of file
      --- "a/b \\303\\274.rec"\t
      +++ "b/b \\303\\274.rec"\t
      @@ -1,1 +1,1 @@
      -\ufeff@control rid=CTL-3\r
      +\ufeff@CONTROL rid=CTL-3\r
      ! --fix would change 2 files: 2 tag-case, 1 unused-suppression.
      exit 1`,
    )
    for (const [name, text] of Object.entries(contents)) expect(await read(name)).toBe(text)
  })

  test('says where there is nothing to change, or something that cannot be read', async () => {
    await files({ 'a.rec': '@CONTROL rid=CTL-1\n' })
    await expectRun(
      'check --fix-dry-run .',
      `
      ! --fix would change nothing.
      exit 0`,
    )
    await expectRun(
      'check --fix-dry-run a.rec nowhere.rec',
      `
      ! recline: nowhere.rec could not be read: no such file or directory.
      ! --fix would change nothing.
      exit 2`,
    )
  })

  test('stands alone', async () => {
    await expectRun(
      'check --fix-dry-run --fix a.rec',
      `
      ! recline: option '--fix-dry-run' cannot be used with option '--fix'.
      exit 2`,
    )
  })
})

test('a file with a merge conflict is left alone by all that write or convert', async () => {
  const text = '@CONTROL rid="CTL-1"\n<<<<<<< HEAD\n@CONTROL rid=CTL-2\n=======\n@CONTROL rid=CTL-2\n>>>>>>> dev\n'
  await files({
    'a.rec': text,
    'b.rec': '@CONTROL rid=CTL-3\n<<<<<<< HEAD\n  | owner="a"\n=======\n>>>>>>> dev\n  | title="b"\n',
  })
  for (const args of [
    ['check', '--fix'],
    ['check', '--fix-dry-run'],
    ['format', '--write'],
    ['convert', '--to', 'json'],
  ]) {
    const { stderr, code } = await recline([...args, 'a.rec'])
    expect(stderr).toMatch(/^recline: a\.rec has a merge conflict on line 2; resolve it first\.$/m)
    expect(code).toBe(2)
    expect((await recline([...args, 'b.rec'])).stderr).toContain(
      'b.rec has a merge conflict on line 2; resolve it first.',
    )
  }
  const { stdout } = await recline(['check', '--format', 'lines', 'a.rec', 'b.rec'])
  expect(stdout.match(/ error [a-z-]+/g)).toEqual([' error merge-conflict', ' error merge-conflict'])
})
