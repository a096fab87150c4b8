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

/** An entry with its parts, whether they are parsed already or not. */
function partsOf(entry: ReturnType<typeof parseEntries>[number]): object {
  if (entry.kind !== 'record') return entry
  const { kind, text, lineBreaks, at, tagStart, tagEnd, fields, emptyFields, strays } = entry
  return { kind, text, lineBreaks, at, tagStart, tagEnd, fields, emptyFields, strays }
}
