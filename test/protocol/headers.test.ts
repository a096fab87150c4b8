import { expect, test } from 'vitest'
import { commandLine, shown } from './command-line.ts'

const { files, recline, bytes } = commandLine()

/** Two headers and three records. */
const records = `@DOC domain=core.compliance
@CONTROL rid=CTL-1 | owner="Ann"
@CONTROL rid=CTL-2 | owner="Ann"

@doc domain=core.health
@VITALS rid=V-1
`

test('a header is no record in any count', async () => {
  await files({
    'a.rec': records,
    'old/a.rec': records.replace('compliance', 'legal').replace('@CONTROL rid=CTL-2 | owner="Ann"\n', ''),
    'empty.rec': '',
  })
  const run = async (args: string): Promise<string> => shown(await recline(args.split(' ')))
  expect(await run('check --rule tag-case=off a.rec')).toContain('1 file, 3 records: ')
  expect(await run('check --stats a.rec')).toMatch(/^! Records +3$/m)
  expect(await run('check --format json a.rec')).toContain('"records":3,')
  await files({ 'facts.parquet': await bytes(['check', '--map', 'a.rec']) })
  expect(await run('check --reduce facts.parquet --rule tag-case=off')).toContain('1 file, 3 records: ')
  expect(await run('convert a.rec --to json --output a.json --force')).not.toMatch(/[45] records/)
  expect(await run('convert a.rec old/a.rec --tag CONTROL --to csv')).toMatch(/^rid,/)
  const { stdout } = await recline(['convert', '--from', 'rec', '--to', 'csv', '-'], {
    input: records.split('\n\n')[0]!,
  })
  expect(stdout).toBe('rid,owner\nCTL-1,Ann\nCTL-2,Ann\n')
  expect(await run('convert a.rec --to csv')).toContain(
    'these records have 2 tags; choose one with --tag (CONTROL, VITALS)',
  )
  expect(await run('diff empty.rec a.rec')).toMatch(/\n3 added, 2 headers\.\nexit 0$/)
  expect(await run('diff --stat old/a.rec a.rec')).toContain('a.rec | 1 added, 1 header\n')
  expect(await run('diff --format json old/a.rec a.rec')).toContain('"summary":{"added":1,"headers":1}')
  expect(await run('diff --format markdown old/a.rec a.rec')).toContain('**1 added, 1 header**')
  expect(await run('edit a.rec --tag CONTROL --set owner="Bob"')).toContain('2 records in 1 file')
  expect(await run('query a.rec --tag CONTROL --count-by owner')).toContain('Ann        2')
})
