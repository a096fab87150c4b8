import fc from 'fast-check'
import { expect, test } from 'vitest'
import { context } from '../../test/convert.ts'
import { hostileValues } from '../../test/hostile-values.ts'
import { allValues } from '../../test/odd-records.ts'
import { runs } from '../../test/property-values.ts'
import { parseEntries } from '../syntax/parse.ts'
import { entryMaker, type GivenField } from './record-text.ts'

const fields: fc.Arbitrary<GivenField> = fc.record({
  name: fc.constantFrom('rid', 'title', 'maturity', 'due', 'domain', '__proto__'),
  type: fc.constantFrom(undefined, undefined, 'int', 'float', 'ts', 'bool', 'string', 'vector'),
  look: fc.constantFrom('string', 'int', 'float', 'ts', 'bool'),
  value: fc.oneof(
    fc.string(),
    fc.constantFrom(...allValues, ...Object.values(hostileValues), '[a,\n b]', '[a,\r\n@B]'),
  ),
  isList: fc.boolean(),
})

test('a record that is made has what its text has', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('CONTROL', 'DOC', 'A', 'BEGIN', 'END', 'a', 'A B', 'A\n@B', ''),
      fc.array(fields, { maxLength: 4 }),
      (tag, some) => {
        const entry = entryMaker(context)({ kind: 'record', tag, fields: some })
        const [parsed] = parseEntries(entry.text)
        expect({ ...partsOf(entry), count: parseEntries(entry.text).length }).toEqual({ ...partsOf(parsed!), count: 1 })
      },
    ),
    { numRuns: runs(2000) },
  ))

test('records above change nothing but the domains in force', () =>
  fc.assert(
    fc.property(
      fc.array(fc.oneof(headers, { weight: 4, arbitrary: records }), { minLength: 2, maxLength: 8 }),
      some => {
        const entryOf = entryMaker(context)
        const texts = some.map(one => entryOf(one).text)
        some.forEach((one, index) => {
          const entryAlone = entryMaker(context)
          for (const above of some.slice(0, index)) if (above.tag === 'DOC') entryAlone(above)
          expect(texts[index]).toBe(entryAlone(one).text)
        })
      },
    ),
    { numRuns: runs(1000) },
  ))

const records = fc.record({
  kind: fc.constant('record' as const),
  tag: fc.constantFrom('CONTROL', 'A'),
  fields: fc.array(
    fc.record({
      name: fc.constant('maturity'),
      type: fc.constantFrom(undefined, undefined, undefined, 'float'),
      look: fc.constantFrom('string', 'int'),
      value: fc.constantFrom('3', '3', 'x', 'a b', '[a, b]'),
      isList: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 2 },
  ),
})

const headers = fc.constantFrom('core.legal', 'no.domain').map(value => ({
  kind: 'record' as const,
  tag: 'DOC',
  fields: [{ name: 'domain', type: undefined, look: 'string' as const, value, isList: false }],
}))

/** An entry with its parts, whether they are parsed already or not. */
function partsOf(entry: ReturnType<typeof parseEntries>[number]): object {
  if (entry.kind !== 'record') return entry
  const { kind, text, lineBreaks, at, tagStart, tagEnd, fields, emptyFields, strays } = entry
  return { kind, text, lineBreaks, at, tagStart, tagEnd, fields, emptyFields, strays }
}
