import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtinDescriptors } from '../domains/built-in.ts'
import { recordNameKey } from '../domains/identity.ts'
import { createRegistry } from '../domains/registry.ts'
import { quote, type RecordNode, valueText } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { fieldsOfReport } from './appendix.ts'
import type { ReportField } from './filled-report.ts'

const service = createRegistry(builtinDescriptors).tags.get('core.infrastructure.SERVICE')!
const shownIds = ['S-1', 'S-10', 'b']
const shown = new Map(shownIds.map(id => [recordNameKey({ path: service.nameOfRecords.path, id }), id]))

const partsOf = (record: RecordNode): ReportField['parts'] =>
  fieldsOfReport(record, service, shown).find(({ name }) => name === 'dependencies')!.parts

/** The parts of a list of references, each that leads to a record in brackets. */
const marked = (value: string): string =>
  partsOf(parse(`@SERVICE dependencies=${value}\n`).entries[0] as RecordNode)
    .map(({ text, record }) => (record === undefined ? text : `[${text}]`))
    .join('')

test.each([
  ['S-1', '[S-1]'],
  ['"S-10, S-1"', '[S-10], [S-1]'],
  ['"S-100, S-1, S-1"', 'S-100, [S-1], [S-1]'],
  ['["S-1","x","b"]', '["[S-1]","x","[b]"]'],
  ['"rid:S-1"', 'rid:[S-1]'],
  ['"S-1\\u002c b"', '[S-1], [b]'],
  ['""', ''],
])('each id of a list leads to its record: %s', (value, expected) => {
  expect(marked(value)).toBe(expected)
})

test('the parts of a field are its whole text', () => {
  const ids = fc.array(fc.oneof(fc.constantFrom(...shownIds, 'S-100', 'none'), fc.string()))
  fc.assert(
    fc.property(ids, fc.constantFrom(', ', ',', ' , '), (all, separator) => {
      const record = parse(`@SERVICE dependencies=${quote(all.join(separator))}\n`).entries[0] as RecordNode
      const parts = partsOf(record)
      expect(parts.map(({ text }) => text).join('')).toBe(valueText(record, record.fields[0]!.value!))
      for (const { text, record: key } of parts) if (key !== undefined) expect(shown.get(key)).toBe(text)
    }),
  )
})
