import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, expectRun, read, recline, folder } = commandLine()

const finding = (id: number, due: string, owner: string): string =>
  `@FINDING rid=F-${id} | owner="${owner}" | remediation_due:ts=${due}\n`

const conflict = (ours: string, theirs: string): string => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> dev\n`

const [one, two, three] = [
  conflict(finding(1, '2026-01-01', 'Ann'), finding(1, '2026-02-02', 'Ann')),
  conflict(finding(2, '2026-01-01', 'Ann'), finding(2, '2026-02-02', 'Bob')),
  conflict('@A rid=1 | x="1"\n', '@A rid=1 | y="2"\n'),
]

test('one side decides about a field, then what does not differ is combined, and the rest is ours', async () => {
  await files({ 'a.rec': one + two + three, 'b.rec': '@A rid=1\n' })
  await expectRun(
    'resolve --theirs --field remediation_due a.rec b.rec',
    `
      ! a.rec: 1 conflict resolved, 2 left, 1 of them without the field.
      ! b.rec has no conflicts.
      exit 1`,
  )
  const rest = conflict(finding(2, '2026-02-02', 'Ann'), finding(2, '2026-02-02', 'Bob'))
  expect(await read('a.rec')).toBe(finding(1, '2026-02-02', 'Ann') + rest + three)
  await expectRun('resolve --combine a.rec', '! a.rec: 1 conflict resolved, 1 left.\nexit 1')
  expect(await read('a.rec')).toBe(`${finding(1, '2026-02-02', 'Ann')}${rest}@A rid=1 | x="1" | y="2"\n`)
  await expectRun('resolve --ours .', '! a.rec: 1 conflict resolved.\n! b.rec has no conflicts.\nexit 0')
  expect(await read('a.rec')).toBe(
    `${finding(1, '2026-02-02', 'Ann')}${finding(2, '2026-02-02', 'Ann')}@A rid=1 | x="1" | y="2"\n`,
  )
})

test('the line ends and the byte order mark of a file stay', async () => {
  await files({ 'a.rec': `\ufeff${one}`.replaceAll('\n', '\r\n') })
  await expectRun('resolve --theirs a.rec', '! a.rec: 1 conflict resolved.\nexit 0')
  expect(await read('a.rec')).toBe(`\ufeff${finding(1, '2026-02-02', 'Ann').replace('\n', '\r\n')}`)
})

test.each([
  ['resolve a.rec', 'recline: add --ours, --theirs or --combine to say how.\n'],
  ['resolve --ours --theirs a.rec', "recline: option '--ours' cannot be used with option '--theirs'.\n"],
  ['resolve --ours -', 'recline: conflicts on standard input cannot be resolved; name a file.\n'],
  ['resolve --ours c.rec', 'recline: c.rec could not be read: '],
])('%s is refused', async (args, reason) => {
  await files({ 'a.rec': one })
  const { stderr, code } = await recline(args.split(' '))
  expect(stderr).toContain(reason)
  expect(code).toBe(2)
  expect(await read('a.rec')).toBe(one)
})

test('a file behind a link is changed, and the link stays', async () => {
  await files({ 'sub/a.rec': one })
  await symlink('sub/a.rec', join(folder(), 'b.rec'))
  await expectRun('resolve --ours b.rec', '! b.rec: 1 conflict resolved.\nexit 0')
  expect(await read('sub/a.rec')).toBe(finding(1, '2026-01-01', 'Ann'))
})
