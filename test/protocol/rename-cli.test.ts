import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { files, recline, expectRun, read } = commandLine()

const contents = {
  'a.rec': '@CONTROL rid=CTL-1 | title="x"\n@CONTROL rid=CTL-2\n@RISK rid=CTL-2\n',
  'sub/b.rec': '@FINDING rid=F-1 | control_ref="CTL-1"\n',
}

test('a record and all references to it get the new id', async () => {
  await files(contents)
  await expectRun(
    'rename CTL-1 CTL-100 --check',
    `
      a.rec
      sub/b.rec
      ! Would change 2 files; --write writes the changes.
      exit 1`,
  )
  await expectRun(
    'rename CTL-1 CTL-100 --write',
    `
      ! Changed a.rec.
      ! Changed sub/b.rec.
      ! Changed 2 files of 2.
      exit 0`,
  )
  expect(await read('a.rec')).toBe(contents['a.rec'].replace('CTL-1', 'CTL-100'))
  expect(await read('sub/b.rec')).toBe(contents['sub/b.rec'].replace('CTL-1', 'CTL-100'))
})

test.each(['', '--dry-run'])('without --write, the changes are shown: %s', async option => {
  await files(contents)
  const { stdout, stderr, code } = await recline(['rename', 'CTL-1', 'CTL-100', ...option.split(' ').filter(Boolean)])
  expect(stderr.includes('shown without --dry-run too')).toBe(option !== '')
  expect([stdout, code]).toEqual([expect.stringContaining('+@FINDING rid=F-1 | control_ref="CTL-100"\n'), 0])
  expect(await read('a.rec')).toBe(contents['a.rec'])
})

test('a file with a merge conflict that would change is refused', async () => {
  const conflict = '<<<<<<< a\n@CONTROL rid=CTL-7\n=======\n@CONTROL rid=CTL-8\n>>>>>>> b\n'
  await files({ ...contents, 'sub/b.rec': contents['sub/b.rec'] + conflict, 'c.rec': conflict })
  await expectRun(
    'rename CTL-1 CTL-100',
    `
      ! recline: sub/b.rec has a merge conflict on line 2; resolve it first. Nothing was renamed.
      exit 2`,
  )
  expect(await read('a.rec')).toBe(contents['a.rec'])
})

test('what is not possible is refused', async () => {
  await files(contents)
  const refusal = async (...args: string[]): Promise<string> => {
    const { stderr, code } = await recline(['rename', ...args])
    return `${code} ${stderr.trim()}`
  }
  expect(await refusal('CTL-1', 'CTL-2')).toMatch(
    /^2 recline: There is already a record CONTROL "CTL-2", in a\.rec, line 2/,
  )
  expect(await refusal('CTL-9', 'x')).toBe('2 recline: There is no record with the id "CTL-9" in these files.')
  expect(await refusal('CTL-2', 'x')).toMatch(/^2 recline: Several records have the id "CTL-2"; add --tag core\./)
  expect(await refusal('CTL-1', 'a,b')).toMatch(/^2 recline: Records refer to this CONTROL, and a reference cannot/)
  await files({ 'twice.rec': '@CONTROL rid=CTL-7\n@CONTROL rid=CTL-7\n' })
  expect(await refusal('CTL-7', 'x')).toMatch(/^2 recline: Several records have "CTL-7", in twice\.rec, line 1 and/)
  expect(await refusal('CTL-1', 'x', '--in', 'nowhere')).toMatch(/Nothing was renamed; see the message above\./)
  expect(await read('a.rec')).toBe(contents['a.rec'])
})

test('an id that would be a problem is refused, if the problem is not off', async () => {
  const descriptor = {
    domain: 'acme.shop',
    version: '1.0',
    description: 'A shop.',
    records: [
      { tag: 'VENDOR', description: 'A vendor.', fields: [{ name: 'rid', type: 'string', pattern: 'VND-\\d{4}' }] },
    ],
  }
  const vendor = '@DOC domain=acme.shop\n@VENDOR rid=VND-0001\n'
  await files({ 'shop.json': JSON.stringify(descriptor), 'a.rec': vendor })
  await expectRun(
    'rename VND-0001 X1 --descriptors shop.json',
    `
      ! recline: The new id would be a problem: VENDOR.rid is "X1"; it must match the pattern VND-\\d{4}.
      exit 2`,
  )
  expect(await read('a.rec')).toBe(vendor)
  await files({ 'recline.json': '{ "severity": { "pattern-mismatch": "off" } }' })
  await recline(['rename', 'VND-0001', 'X1', '--write', '--descriptors', 'shop.json'])
  expect(await read('a.rec')).toBe(vendor.replace('VND-0001', 'X1'))
})

test('a file that cannot have the id is not kept in memory', async () => {
  await files({
    ...contents,
    'large.rec': '@CONTROL rid=OTHER | title="Some text of a record"\n'.repeat(200_000),
    'escaped.rec': String.raw`@FINDING rid=F-2 | control_ref="CTL\u002d1"` + '\n',
  })
  const env = { NODE_OPTIONS: '--max-old-space-size=100' }
  const { stdout, stderr, code } = await recline(['rename', 'CTL-1', 'CTL-100', '--check'], { env })
  expect([stdout, stderr, code]).toEqual([
    'a.rec\nescaped.rec\nsub/b.rec\n',
    'Would change 3 files; --write writes the changes.\n',
    1,
  ])
})
