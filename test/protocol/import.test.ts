import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { hostileValues } from '../hostile-values.ts'
import { runs } from '../property-values.ts'
import { commandLine } from './command-line.ts'

const { files, read, recline, expectRun } = commandLine()

const register = `# The findings of the audit.
@FINDING rid=F-1 | description="Old accounts" | severity="high" | status="open"
  | owner="Kim" # ask Kim

# F-2 is from the vendor.
@FINDING rid=F-2 | severity="low" | description="No log"
@CONTROL rid=C-1 | title="Reviews"
`

test('a row changes the record with its id, and the rest of the file stays as it is written', async () => {
  await files({ 'a.compliance.rec': register, 'july.csv': 'ID,Severity\nF-1,medium\nF-3,low\n' })
  await expectRun(
    'import july.csv --tag FINDING --into .',
    `
      --- a/a.compliance.rec
      +++ b/a.compliance.rec
      @@ -1,7 +1,8 @@
       # The findings of the audit.
      -@FINDING rid=F-1 | description="Old accounts" | severity="high" | status="open"
      +@FINDING rid=F-1 | description="Old accounts" | severity="medium" | status="open"
         | owner="Kim" # ask Kim
       
       # F-2 is from the vendor.
       @FINDING rid=F-2 | severity="low" | description="No log"
      +@FINDING rid=F-3 | severity="low"
       @CONTROL rid=C-1 | title="Reviews"
      ! recline: july.csv: Columns become fields: "ID" is rid and "Severity" is severity.
      ! 2 rows: 1 record matched; 1 changed (F-1); 1 added (F-3); 1 gone, kept (F-2), 1 of them with fields of its own; 0 unchanged. --write writes 1 file.
      exit 0`,
  )
})

test('nothing is written without --write, --check tells what is to do, and twice is once', async () => {
  await files({ 'a.compliance.rec': register, 'july.csv': 'rid,severity\nF-1,medium\nF-3,low\n' })
  const words = ['import', 'july.csv', '--tag', 'FINDING', '--into', '.']
  expect((await recline(words)).code).toBe(0)
  expect((await recline([...words, '--check'])).code).toBe(1)
  expect(await read('a.compliance.rec')).toBe(register)
  expect((await recline([...words, '--write'])).code).toBe(0)
  const once = await read('a.compliance.rec')
  expect(once).toBe(
    register.replace('"high"', '"medium"').replace('"No log"\n', '"No log"\n@FINDING rid=F-3 | severity="low"\n'),
  )
  expect((await recline([...words, '--check'])).code).toBe(0)
  expect((await recline([...words, '--write'])).code).toBe(0)
  expect(await read('a.compliance.rec')).toBe(once)
})

test('without an id in the table, the first unique list of the tag tells which record a row belongs to', async () => {
  await files({
    'a.security.rec': '@VULNERABILITY cve="CVE-2026-30001" | affected="openssl 3.0.13" | severity="high"\n',
    'scan.csv': 'cve,affected,severity\nCVE-2026-30001,openssl 3.0.13,low\nCVE-2026-30001,nginx 1.24,low\n',
  })
  await expectRun(
    'import scan.csv --tag VULNERABILITY --into .',
    `--- a/a.security.rec
+++ b/a.security.rec
@@ -1,1 +1,2 @@
-@VULNERABILITY cve="CVE-2026-30001" | affected="openssl 3.0.13" | severity="high"
+@VULNERABILITY cve="CVE-2026-30001" | affected="openssl 3.0.13" | severity="low"
+@VULNERABILITY cve="CVE-2026-30001" | affected="nginx 1.24" | severity="low"
! recline: The table has no rid, so cve and affected tell which record a row belongs to.
! 2 rows: 1 record matched; 1 changed (CVE-2026-30001 openssl 3.0.13); 1 added (CVE-2026-30001 nginx 1.24); 0 gone; 0 unchanged. --write writes 1 file.
exit 0`,
  )
})

describe('records that the table lacks', () => {
  test.each([
    ['keep', register],
    ['delete', register.replace(/\n# F-2.*\n.*\n/, '\n')],
    ['status="closed"', register.replace('"No log"', '"No log" | status="closed"')],
  ])('with --gone %s', async (gone, after) => {
    await files({ 'a.compliance.rec': register, 'july.csv': 'rid,severity\nF-1,high\n' })
    await recline(['import', 'july.csv', '--tag', 'FINDING', '--into', '.', '--gone', gone, '--write'])
    expect(await read('a.compliance.rec')).toBe(after)
  })

  test('are only those of the last import, if that is known', async () => {
    const june = 'rid,severity\nF-1,high\n'
    await files({ 'a.compliance.rec': register, 'june.csv': june, 'july.csv': 'rid,severity\nF-3,low\n' })
    await recline('import july.csv --base june.csv --tag FINDING --into . --gone delete --write'.split(' '))
    const left = await read('a.compliance.rec')
    expect(left).not.toContain('F-1')
    expect(left).toContain('F-2')
  })

  test('have no values that are no notation', async () => {
    await files({ 'a.compliance.rec': register, 'july.csv': 'rid,severity\nF-1,high\n' })
    await expectRun(
      'import july.csv --tag FINDING --into . --gone away',
      `! recline: --gone away is no fields with values; write keep, delete, or a value such as status="withdrawn".
exit 2`,
    )
  })
})

test('a value that was changed by hand since the last import is kept, and told', async () => {
  await files({
    'a.compliance.rec': '@FINDING rid=F-1 | severity="high" | status="open"\n',
    'june.csv': 'rid,severity,status\nF-1,low,open\n',
    'july.csv': 'rid,severity,status\nF-1,medium,closed\n',
  })
  await expectRun(
    'import july.csv --base june.csv --tag FINDING --into . --write',
    `! recline: a.compliance.rec:1: F-1: severity was changed by hand, from "low" to "high", and the table has "medium"; the record keeps its value.
! Changed a.compliance.rec.
! 1 row: 1 record matched; 1 changed (F-1); 0 added; 0 gone; 0 unchanged. 1 value changed by hand is kept.
exit 1`,
  )
  expect(await read('a.compliance.rec')).toBe('@FINDING rid=F-1 | severity="high" | status="closed"\n')
})

test('a cell without a value removes the field, but a column without any value changes nothing', async () => {
  await files({
    'a.compliance.rec': '@FINDING rid=F-1 | severity="high" | status="open"\n@FINDING rid=F-2 | status="open"\n',
    'july.csv': 'rid,severity,status\nF-1,,\nF-2,low,\n',
  })
  await expectRun(
    'import july.csv --tag FINDING --into . --write',
    `! recline: 1 value is removed, because its row has none: severity of a.compliance.rec:1.
! recline: No row of a table has a value for status, so its records keep theirs.
! Changed a.compliance.rec.
! 2 rows: 2 records matched; 2 changed (F-1, F-2); 0 added; 0 gone; 0 unchanged.
exit 0`,
  )
  expect(await read('a.compliance.rec')).toBe(
    '@FINDING rid=F-1 | status="open"\n@FINDING rid=F-2 | status="open" | severity="low"\n',
  )
})

test('a column without any value in one table changes nothing there, whatever another table has', async () => {
  const text = '@FINDING rid=F-1 | status="open"\n@FINDING rid=F-2 | status="open"\n'
  await files({
    'a.compliance.rec': text,
    'one.csv': 'rid,status\nF-1,\n',
    'other.csv': 'rid,status\nF-2,accepted\n',
  })
  const { stderr } = await recline('import one.csv other.csv --tag FINDING --into a.compliance.rec --write'.split(' '))
  expect(stderr).toContain('No row of a table has a value for status')
  expect(await read('a.compliance.rec')).toBe(text.replace('rid=F-2 | status="open"', 'rid=F-2 | status="accepted"'))
})

test('a tag of several domains is told with its domain', async () => {
  await files({
    'a.rec':
      '@DOC domain=core.compliance\n@POLICY rid=P-1 | title="x"\n@DOC domain=core.insurance\n@POLICY rid=P-1 | type="auto"\n',
    't.csv': 'rid,title\nP-1,y\n',
  })
  const { stderr } = await recline('import t.csv --tag POLICY --into a.rec'.split(' '))
  expect(stderr).toContain('write core.compliance.POLICY or core.insurance.POLICY')
  await recline('import t.csv --tag core.compliance.POLICY --into a.rec --write --force'.split(' '))
  expect(await read('a.rec')).toContain('title="y"')
})

test('new records go behind the last record of their tag that stays, and behind nothing if none does', async () => {
  await files({
    'a.compliance.rec': '@FINDING rid=F-1\n\n# about F-2\n@FINDING rid=F-2\n\n@CONTROL rid=C-1 | title="x"\n',
    't.FINDING.csv': 'rid\nF-1\nF-3\n',
    'u.FINDING.csv': 'rid\nF-4\n',
  })
  const words = ['--into', 'a.compliance.rec', '--gone', 'delete', '--write', '--force']
  await recline(['import', 't.FINDING.csv', ...words])
  expect(await read('a.compliance.rec')).toBe('@FINDING rid=F-1\n@FINDING rid=F-3\n\n@CONTROL rid=C-1 | title="x"\n')
  await recline(['import', 'u.FINDING.csv', ...words])
  expect(await read('a.compliance.rec')).toContain('@FINDING rid=F-4\n')
})

test('what is wrong with a configuration is said once', async () => {
  await files({
    'recline.json': '{ "nope": 1 }',
    'a.compliance.rec': '@FINDING rid=F-1\n',
    't.FINDING.csv': 'rid\nF-1\n',
    'last.FINDING.csv': 'rid\nF-1\n',
  })
  const { stderr } = await recline('import t.FINDING.csv --base last.FINDING.csv --into a.compliance.rec'.split(' '))
  expect(stderr.match(/"nope"/g)).toHaveLength(1)
})

describe('defaults', () => {
  const withTask = (text: string): Readonly<Record<string, string>> => ({
    'descriptors/tasks.json': JSON.stringify({
      domain: 'acme.tasks',
      version: '1.0',
      description: 'Tasks.',
      records: [
        {
          tag: 'TASK',
          fields: [
            { name: 'rid', type: 'string', required: true },
            { name: 'title', type: 'string' },
            { name: 'opened', type: 'ts' },
            { name: 'status', type: 'string', enum: ['open', 'closed'], default: 'open' },
            { name: 'due', type: 'ts', default: { expression: 'opened + duration("30d")' } },
          ],
        },
      ],
    }),
    'recline.json': '{ "domains": { "*": ["acme.tasks"] }, "descriptors": ["descriptors/*.json"] }',
    'a.rec': text,
  })
  const table = 'ID,Title,Opened\nT-1,Lock,2026-06-01\nT-2,Key,2026-06-02\nT-3,Door,\n'

  test('are written into new records only, where no column gives the field, and are counted', async () => {
    await files({ ...withTask('@TASK rid=T-1 | title="Old"\n'), 'july.csv': table })
    const { stderr } = await recline('import july.csv --tag TASK --into a.rec --write'.split(' '))
    expect(stderr).toContain(
      'recline: 3 default values of status and due are written into 2 new records, because no columns are for them.\n',
    )
    expect(await read('a.rec')).toBe(
      '@TASK rid=T-1 | title="Lock" | opened:ts=2026-06-01\n' +
        '@TASK rid=T-2 | title="Key" | opened:ts=2026-06-02 | status="open" | due:ts=2026-07-02\n' +
        '@TASK rid=T-3 | title="Door" | status="open"\n',
    )
    const again = await recline('import july.csv --tag TASK --into a.rec --check'.split(' '))
    expect(again.code).toBe(0)
  })

  test('are not written where a column gives the field, even if it gives no value', async () => {
    await files({ ...withTask(''), 'july.csv': 'ID,Status,Due\nT-1,,\nT-2,closed,\n' })
    const { stderr } = await recline('import july.csv --tag TASK --into a.rec --write'.split(' '))
    expect(stderr).not.toContain('default')
    expect(await read('a.rec')).toBe('@TASK rid=T-1\n@TASK rid=T-2 | status="closed"\n')
  })

  test('are written by convert from tables of other programs, not from records that come back', async () => {
    const records = '@TASK rid=T-1 | title="Lock"\n'
    await files({ ...withTask(records), 'july.csv': table })
    const { stdout, stderr } = await recline('convert july.csv --tag TASK --to rec'.split(' '))
    expect(stdout).toContain('@TASK rid=T-3 | title="Door" | status="open"\n')
    expect(stderr).toContain('5 default values of status and due are written into 3 new records')
    await recline('convert a.rec --output back.TASK.csv'.split(' '))
    expect((await recline('convert back.TASK.csv --to rec'.split(' '))).stdout).toContain(records)
    expect((await recline('convert july.csv --tag TASK --to json'.split(' '))).stdout).not.toContain('status')
  })
})

test('equal values stay as they are written', async () => {
  const text = '@CONTROL rid=C-1 | maturity:int=3\n@X rid=1\n'
  await files({ 'a.compliance.rec': text, 't.CONTROL.csv': 'rid,maturity\nC-1,3.0\n' })
  await recline(['import', 't.CONTROL.csv', '--into', '.', '--write'])
  expect(await read('a.compliance.rec')).toBe(text)
})

test('a value that can only mean one that the field allows is read as that', async () => {
  await files({
    'a.compliance.rec':
      '@FINDING rid=F-1 | severity="high"\n@FINDING rid=F-2 | severity="low"\n@FINDING rid=F-3 | severity="High"\n',
    't.FINDING.csv': 'rid,severity\nF-1,High\nF-2,HIGH\nF-3,High\n',
  })
  await expectRun(
    'import t.FINDING.csv --into . --write',
    `
      ! recline: 3 values are read as what the field allows, such as "High" of severity in t.FINDING.csv:2 as high.
      ! Changed a.compliance.rec.
      ! 3 rows: 3 records matched; 1 changed (F-2); 0 added; 0 gone; 2 unchanged.
      exit 0`,
  )
})

test('records without ids are found by other fields', async () => {
  await files({
    'a.compliance.rec': '@FINDING control_ref=C-1 | severity="low"\n@FINDING severity="high"\n',
    't.FINDING.csv': 'control_ref,severity\nC-1,high\nC-2,low\n',
  })
  await expectRun(
    'import t.FINDING.csv --into . --key control_ref --write --force',
    `! recline: t.FINDING.csv: No column becomes rid, which every FINDING needs.
! a.compliance.rec:3: new error missing-field: FINDING has no rid, which is required.
! a.compliance.rec:3: new warning dangling-reference: FINDING.control_ref is "C-2", but no CONTROL has that id; write an existing id, or add the record.
! recline: 1 record without a key: no row can belong to it, so nothing changes there.
! Changed a.compliance.rec.
! 2 rows: 1 record matched; 1 changed (C-1); 1 added (C-2); 0 gone; 0 unchanged.
exit 0`,
  )
  expect(await read('a.compliance.rec')).toBe(
    '@FINDING control_ref=C-1 | severity="high"\n@FINDING severity="high"\n@FINDING control_ref="C-2" | severity="low"\n',
  )
})

const twoValues = '@FINDING rid=F-9 | severity=high | severity=medium\n'
const inConflict = register.replace('# F-2', '<<<<<<< ours\n=======\n>>>>>>> theirs\n# F-2')

test.each([
  ['two rows', 'rid,severity\nF-1,low\nF-1,high\n', register],
  ['a row without id', 'rid,severity\nF-1,low\n,high\n', register],
  ['two records', 'rid,severity\nF-1,low\n', `${register}@FINDING rid=F-1\n`],
  ['a field twice', 'rid,severity\nF-9,low\n', twoValues],
  ['a merge conflict', 'rid,severity\nF-1,low\n', inConflict],
  ['no rows', 'rid,severity\n', register],
])('%s: nothing is imported', async (name, table, records) => {
  await files({ 'a.compliance.rec': records, 'july.csv': table })
  const { stderr, code } = await recline('import july.csv --tag FINDING --into . --write'.split(' '))
  await expect(stderr).toMatchFileSnapshot(`golden/import.${name.replaceAll(' ', '-')}.txt`)
  expect(code).toBe(2)
  expect(await read('a.compliance.rec')).toBe(records)
})

test('a record whose fields are uncertain, and that no row changes, is no reason to refuse', async () => {
  await files({ 'a.compliance.rec': register + twoValues, 'july.csv': 'rid,severity\nF-1,low\n' })
  expect((await recline('import july.csv --tag FINDING --into . --write'.split(' '))).code).toBe(0)
  expect(await read('a.compliance.rec')).toBe(register.replace('"high"', '"low"') + twoValues)
})

test('new records need a file that has the tag, or only one file', async () => {
  await files({
    'a.compliance.rec': '@CONTROL rid=C-1\n',
    'b.compliance.rec': '# none\n',
    't.FINDING.csv': 'rid\nF-1\n',
  })
  await expectRun(
    'import t.FINDING.csv --into .',
    `
      ! recline: None of the files has a FINDING yet, so nobody knows where new ones go; name one file with --into.
      ! recline: Nothing was imported.
      exit 2`,
  )
  await recline('import t.FINDING.csv --into b.compliance.rec --write --force'.split(' '))
  expect(await read('b.compliance.rec')).toBe('# none\n@FINDING rid=F-1\n')
})

test('an empty file gets new records', async () => {
  await files({ 'a.compliance.rec': '', 't.FINDING.csv': 'rid\nF-1\n' })
  await recline('import t.FINDING.csv --into a.compliance.rec --write'.split(' '))
  expect(await read('a.compliance.rec')).toBe('@FINDING rid=F-1\n')
})

test('a new record is not compared with the one above it, whose state may not change', async () => {
  await files({
    'a.infrastructure.rec': '@NODE rid=N-1 | status="terminated"\n',
    't.NODE.csv': 'rid,status\nN-1,terminated\nN-2,running\n',
  })
  const { stderr } = await recline('import t.NODE.csv --into .'.split(' '))
  expect(stderr).toContain('1 added (N-2)')
  expect(stderr).not.toContain('new ')
})

test('a program reads what an import does', async () => {
  await files({ 'a.compliance.rec': register, 'july.csv': 'rid,severity\nF-1,medium\nF-3,low\n' })
  const { stdout } = await recline('import july.csv --tag FINDING --into . --format json'.split(' '))
  expect(JSON.parse(stdout)).toEqual({
    tag: 'core.compliance.FINDING',
    written: false,
    rows: 2,
    changed: [{ key: 'F-1', file: 'a.compliance.rec', line: 2 }],
    unchanged: 0,
    added: ['F-3'],
    gone: [{ key: 'F-2', file: 'a.compliance.rec', line: 6, hasOwnFields: true }],
    conflicts: [],
    withoutKey: 0,
    emptyColumns: [],
    meantValues: 0,
    defaultValues: 0,
    files: ['a.compliance.rec'],
    newProblems: [],
  })
})

test('a mapping that cannot be saved stops the import', async () => {
  await files({ 'a.compliance.rec': register, 'july.csv': 'rid,severity\nF-1,low\n' })
  const words = 'import july.csv --tag FINDING --into . --write --save-mapping july.csv --force'
  const { stderr, code } = await recline(words.split(' '))
  expect([code, stderr]).toEqual([2, expect.stringContaining('july.csv')])
  expect(await read('a.compliance.rec')).toBe(register)
})

test.each(['json', 'ndjson'])('%s that Recline wrote is read by its own tags, one of them at a time', async form => {
  await files({ 'a.compliance.rec': register })
  const { stdout } = await recline(['convert', 'a.compliance.rec', '--to', form])
  await files({ [`all.${form}`]: stdout })
  const all = await recline(['import', `all.${form}`, '--into', '.'])
  expect([all.code, all.stderr]).toEqual([2, expect.stringContaining('choose one with --tag')])
  const { stderr, code } = await recline(['import', `all.${form}`, '--into', '.', '--tag', 'FINDING', '--check'])
  expect([code, stderr]).toEqual([0, expect.stringContaining('2 records matched; 0 changed; 0 added; 0 gone')])
  expect(stderr).toContain('left out')
})

describe('laws', () => {
  const values = fc.constantFrom(
    'high',
    'High',
    'low',
    'a b',
    'x | y',
    '"q"',
    '7',
    '1.50',
    'true',
    ...Object.values(hostileValues),
  )
  const names = ['severity', 'status', 'owner', 'note']
  const record = fc.record({
    fields: fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 4 }),
    isWrapped: fc.boolean(),
    comment: fc.constantFrom('', '# a comment\n', '\n', '@CONTROL rid=C-1 | title="between"\n'),
  })
  const text = (value: string): string =>
    JSON.stringify(value.replace(/\p{Cs}|[\0-\x1f\x7f]/gu, '')).replace(/\\\\/g, '')
  const fileOf = (
    records: readonly { fields: Record<string, string>; isWrapped: boolean; comment: string }[],
  ): string =>
    records
      .map(({ fields, isWrapped, comment }, index) => {
        const all = [`rid=F-${index}`, ...Object.entries(fields).map(([name, value]) => `${name}=${text(value)}`)]
        return `${comment}@FINDING ${all.join(isWrapped ? '\n  | ' : ' | ')}\n`
      })
      .join('')
  const findings = (of: string): RecordNode[] =>
    parseEntries(of).flatMap(entry => (entry.kind === 'record' && entry.text.startsWith('@FINDING') ? entry : []))
  const idOf = (node: RecordNode): string => valueText(node, node.fields[0]!.value!)

  test('an import of an export changes no byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 6 }), async records => {
        const before = fileOf(records)
        await files({ 'a.compliance.rec': before })
        const { stdout } = await recline('convert a.compliance.rec --to csv --tag FINDING'.split(' '))
        await files({ 't.FINDING.csv': stdout })
        const run = await recline('import t.FINDING.csv --into a.compliance.rec --write'.split(' '))
        expect(run.stderr).toContain(` 0 changed; 0 added; 0 gone; ${records.length} unchanged.`)
        expect(await read('a.compliance.rec')).toBe(before)
      }),
      { numRuns: runs(80) },
    )
  })

  test('of a table twice: nothing more to do, other fields and the order as before, and counts that add up', async () => {
    const table = fc.record({
      columns: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
      rows: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1 }),
      cells: fc.array(fc.option(values, { nil: '' }), { minLength: 36, maxLength: 36 }),
      gone: fc.constantFrom('keep', 'delete', 'status="withdrawn"'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 6 }),
        table,
        async (records, { columns, rows, cells, gone }) => {
          const before = fileOf(records)
          const csv = [
            ['rid', ...columns],
            ...rows.map((id, row) => [
              `F-${id}`,
              ...columns.map((_, column) => JSON.parse(text(cells[row * 4 + column]!)) as string),
            ]),
          ]
          await files({
            'a.compliance.rec': before,
            't.FINDING.csv': csv
              .map(line => `${line.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`)
              .join(''),
          })
          const words = ['import', 't.FINDING.csv', '--into', 'a.compliance.rec', '--gone', gone]
          const told = JSON.parse((await recline([...words, '--format', 'json'])).stdout) as {
            readonly changed: readonly unknown[]
            readonly unchanged: number
            readonly added: readonly unknown[]
            readonly gone: readonly unknown[]
          }
          expect(told.changed.length + told.unchanged + told.added.length).toBe(rows.length)
          expect(told.changed.length + told.unchanged + told.gone.length).toBe(records.length)
          await recline([...words, '--write', '--force'])
          const after = await read('a.compliance.rec')
          expect((await recline([...words, '--check'])).code, after).toBe(0)
          const old = findings(before).filter(node => findings(after).some(other => idOf(other) === idOf(node)))
          expect(findings(after).map(idOf).slice(0, old.length)).toEqual(old.map(idOf))
          for (const node of old) {
            const now = findings(after).find(other => idOf(other) === idOf(node))!
            for (const { name, value } of node.fields) {
              if (columns.includes(name) || (gone.startsWith('status') && name === 'status')) continue
              expect(valueText(now, now.fields.find(other => other.name === name)!.value!)).toBe(
                valueText(node, value!),
              )
            }
          }
        },
      ),
      { numRuns: runs(80) },
    )
  })
})
