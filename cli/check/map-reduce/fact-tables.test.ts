import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnNames, columnOfTables, type FactTable, rowsOfCells, tableOfFacts } from './fact-tables.ts'

/** The rows of tables, without empty cells. */
function rowsOf(tables: readonly FactTable[]): object[] {
  const cells = Object.fromEntries(columnNames.map(name => [name, columnOfTables(name, tables)]))
  return rowsOfCells([...cells.kind!.keys()], cells).map(row =>
    Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== undefined)),
  )
}

test('a row has what its table has, whatever the cells are', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }))
  const row = fc.record({
    entry: fc.nat(),
    line: fc.option(fc.nat(), { nil: undefined }),
    id: text,
    data: fc.jsonValue(),
  })
  fc.assert(
    fc.property(fc.array(row), text, (rows, file) => {
      const table: FactTable = {
        length: rows.length,
        shared: { kind: 'definition', file, part: 7, tag: undefined },
        own: {
          entry: rows.map(({ entry }) => entry),
          line: rows.map(({ line }) => line),
          id: rows.map(({ id }) => id),
          data: rows.map(({ data }) => JSON.stringify(data)),
        },
      }
      const expected = rows.map(({ line, data, ...cells }) => ({
        kind: 'definition',
        file,
        part: 7,
        ...(line !== undefined && { line }),
        ...cells,
        data: JSON.parse(JSON.stringify(data)),
      }))
      expect(rowsOf([table])).toEqual(expected)
      expect(rowsOf([table, table])).toEqual([...expected, ...expected])
    }),
  )
})

test('facts of several kinds are one table', () => {
  const end = { kind: 'end', file: 'a', part: 0, data: { facts: 1 } } as const
  const possible = { kind: 'possible', file: 'a', part: 0, entry: 1, domain: 'd', tag: 'T', id: 'é' } as const
  expect(rowsOf([tableOfFacts([end, possible]), tableOfFacts([]), tableOfFacts([end])])).toEqual([end, possible, end])
})
