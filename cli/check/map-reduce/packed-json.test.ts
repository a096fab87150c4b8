import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PackedTexts } from '../../../shared/scan/packed-texts.ts'
import { runs } from '../../../test/property-values.ts'
import { packedJson, parsePackedJson } from './packed-json.ts'

const long = fc.string({
  unit: fc.constantFrom('a', 'B-1 ', '  ', '"', '\\', 'é', '🙂'),
  minLength: 400,
  maxLength: 1500,
})
const leaf = fc.oneof(
  fc.string(),
  long,
  long.map(text => text.replace(/["\\]/g, '')),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, true, 'a long text'),
)
const { value: json } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('id', 'a long text')), tie('value'), { maxKeys: 4 }),
  ),
}))

/** A value in which bytes are decoded. */
function decoded(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString()
  if (Array.isArray(value)) return value.map(decoded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, decoded(item)]))
}

test('objects are written and read as JSON, but for long strings that are bytes', () =>
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), object => {
      const text = JSON.stringify(object)
      expect(Buffer.from(packedJson(object)).toString()).toBe(text)
      expect(JSON.stringify(decoded(parsePackedJson(Buffer.from(text))))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: runs(1000) },
  ))

test.each(['A-1 B-2', '', 'a"b', 'a\\b', `${'A '.repeat(2000)}B`])('packed texts are written as one string', text => {
  const object = { id: PackedTexts.of(text), data: { more: [1], id: PackedTexts.of(text), none: undefined } }
  const written = Buffer.from(packedJson(object)).toString()
  expect(written).toBe(JSON.stringify(object))
  expect(JSON.parse(written)).toEqual({ id: text, data: { more: [1], id: text } })
})

test('only long strings are bytes', () => {
  const short = 'a'.repeat(1023)
  const parsed = parsePackedJson(Buffer.from(JSON.stringify({ short, long: `${short}a` }))) as Record<string, unknown>
  expect(parsed.short).toBe(short)
  expect(parsed.long).toBeInstanceOf(Uint8Array)
})

test.each(['{', `{"a":"${'b'.repeat(2000)}`, `{"a":"${'b'.repeat(2000)}",}`, `"${'b'.repeat(2000)}""`])(
  'what is no JSON is refused',
  text => {
    expect(() => parsePackedJson(Buffer.from(text))).toThrow(SyntaxError)
  },
)
