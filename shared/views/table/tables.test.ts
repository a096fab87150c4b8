import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../../test/damaged.ts'
import { check } from '../../../test/records.ts'
import { cellsAt, showTables } from '../../../test/tables.ts'
import { type RecordNode, valueText } from '../../syntax/nodes.ts'
import { columnKind, tablesOf } from './tables.ts'

test('a table a tag, in the order of their first records: the id first, then the required fields, then the others', () => {
  expect(
    showTables(
      `
@COMPLIANCE status="passed" | regulation="MiFID II" | findings="none"
@CERT type="tls" | domain="example.com" | rid=C-1
# a comment
@COMPLIANCE rid=X-2 | regulation="EMIR"
@CERT auto_renew:bool=true | rid=C-2
`,
      { settingDomains: ['fintech', 'infrastructure'] },
    ),
  ).toBe(`\
core.fintech.COMPLIANCE
  rid | regulation* | status | findings
  - | MiFID II | passed | none
  X-2 | EMIR | - | -
core.infrastructure.CERT
  rid* | domain | type | auto_renew
  C-1 | example.com | tls | -
  C-2 | - | - | true
`)
})

test('what a value says, however it is written; of a field that is given twice the first', () => {
  expect(
    showTables(
      `
@CONTROL rid="CTL-1" | title="a \\"b\\"\\u0041" | maturity="3"
  | status=in progress
@control rid=CTL-2 | title="open | status="x" | owner= | owner="z"
@CONTROL maturity:float=3 | rid="" | title=[a, "b"]
`,
      { fileName: 'a.compliance.rec' },
    ),
  ).toBe(`\
core.compliance.CONTROL
  rid* | title | status | maturity
  CTL-1 | a "b"A | in progress | 3
  CTL-2 | open | x | -
   | [a, "b"] | - | 3
`)
})

test('fields that the tag does not define come last; tags that nothing defines have a table of the fields they have', () => {
  expect(
    showTables(`
@DOC domain=core.fintech | title="x"
@ORDER id=O-1 | rid=R-1 | zeal="1" | side="buy"
@ORDER area="2" | id=O-2
@XYZZY b=2 | a=1
@xyzzy c=3 | b=4
@ rid=1
`),
  ).toBe(`\
core.fintech.ORDER
  id* | side | rid | zeal? | area?
  O-1 | buy | R-1 | 1 | -
  O-2 | - | - | - | 2
@XYZZY
  b? | a? | c?
  2 | 1 | -
  4 | - | 3
@
  rid?
  1
@DOC
  domain? | title?
  core.fintech | x
`)
})

test('what a column holds', () => {
  const [table] = tablesOf(check('@SERVICE rid=S-1', { fileName: 'a.infrastructure.rec' }))
  expect(Object.fromEntries(table!.columns.map(column => [column.name, columnKind(column)]))).toMatchObject({
    rid: 'string',
    dependencies: 'reference',
    status: 'enum',
  })
})

test('a file without records has no tables, and one of hostile width no more columns than can be shown', () => {
  expect(showTables('')).toBe('')
  expect(showTables('junk\n# @CONTROL\n\n@BEGIN\n@CONTROL rid=1\n@END\n')).toBe('')
  const [wide] = tablesOf(check(`@XYZZY ${Array.from({ length: 2000 }, (_, index) => `f${index}=1`).join(' | ')}`))
  expect(wide!.columns.length).toBe(500)
})

test('every record of any file is in one table, and every field of it in a cell', () => {
  fc.assert(
    fc.property(damagedFiles(), text => {
      const file = check(text)
      const tables = tablesOf(file)
      const records = file.tree.entries.flatMap((entry, index) => (entry.kind === 'record' ? [index] : []))
      expect(tables.flatMap(table => table.records).sort((one, other) => one - other)).toEqual(records)
      for (const table of tables) {
        for (const entry of table.records) {
          const record = file.tree.entries[entry] as RecordNode
          const cells = cellsAt(file, table, entry)
          const said = new Map<string, string | null>()
          for (const field of record.fields) {
            const name = field.name
            if (!said.has(name)) said.set(name, field.value ? valueText(record, field.value) : null)
          }
          expect(
            new Map(table.columns.flatMap(({ name }, place) => (said.has(name) ? [[name, cells[place]]] : []))),
          ).toEqual(
            new Map(
              [...said].sort(
                ([one], [other]) =>
                  table.columns.findIndex(({ name }) => name === one) -
                  table.columns.findIndex(({ name }) => name === other),
              ),
            ),
          )
        }
      }
    }),
  )
})
