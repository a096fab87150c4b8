import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FactTable, linesOfFacts, tableOfFact } from './fact-tables.ts'

test('a line has what its row has, whatever the cells are', () => {
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
      const lines = [...linesOfFacts([table])].join('').split('\n').slice(0, -1)
      expect(lines.map(line => JSON.parse(line))).toEqual(
        rows.map(({ line, ...cells }) =>
          JSON.parse(JSON.stringify({ kind: 'definition', file, part: 7, line, ...cells })),
        ),
      )
    }),
  )
})

test('the columns have one order, and many lines come in several texts', () => {
  const { length, ...table } = tableOfFact({ kind: 'end', part: 0, file: 'a', data: { facts: 1 } })
  expect([...linesOfFacts([{ length, ...table }])]).toEqual(['{"kind":"end","file":"a","part":0,"data":{"facts":1}}\n'])
  const texts = [...linesOfFacts([{ length: 600, ...table }])]
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.join('').split('\n')).toHaveLength(601)
})
