import fc from 'fast-check'

/** Generates JSON values of any kind; most of them are descriptors with errors. */
export const descriptorJson = (): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: withSlips(descriptors) }, { weight: 1, arbitrary: fc.jsonValue() })

const texts = fc.constantFrom(
  '',
  'x',
  'active',
  '5',
  '4.5',
  'true',
  '2026-06-30',
  'abc120/80',
  '__proto__',
  'constructor',
  '\ud83d',
  'a"\\\n| b=c',
  'CONTROL',
)
const names = fc.constantFrom(
  'rid',
  'id',
  'status',
  'vehicle_ref',
  'maturity',
  '__proto__',
  'constructor',
  'toString',
  'Name',
  'a.b',
)
const tags = fc.constantFrom('VEHICLE', 'CONTROL', 'POLICY', 'DOC', 'BEGIN', 'END', 'A_1')
const numbers = fc.constantFrom(-1, 0, 0.5, 3, 100, 1e308)

/** Generates objects with all required and some of the optional properties. */
const partly = (
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<object> => fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) })

const fields = partly(
  { name: names, type: fc.constantFrom('string', 'int', 'float', 'ts', 'bool') },
  {
    required: fc.boolean(),
    remove: fc.constant(true),
    usual: fc.boolean(),
    enum: fc.uniqueArray(texts, { minLength: 1, maxLength: 3 }),
    enumDescriptions: fc.dictionary(texts, texts, { maxKeys: 3 }),
    transitions: fc.dictionary(texts, fc.uniqueArray(texts, { maxLength: 2 }), { maxKeys: 2 }),
    range: fc.tuple(numbers, numbers),
    unit: texts,
    pattern: fc.constantFrom('\\d+', '(', '(?=a)', '[A-Z]+', '(a+)+$'),
    ref: fc.constantFrom('VEHICLE', 'acme.fleet.CONTROL', 'core.compliance.CONTROL', 'core.nothing.X', 'NOTHING'),
    example: texts,
    description: texts,
    extra: fc.jsonValue({ maxDepth: 1 }),
  },
)

const descriptors = partly(
  {
    domain: fc.constantFrom('acme.fleet', 'core.compliance'),
    version: fc.constantFrom('1.0', '2'),
    description: texts,
    records: fc.array(
      partly(
        { tag: tags, fields: fc.array(fields, { maxLength: 4 }) },
        { description: texts, unique: fc.array(fc.array(names, { maxLength: 2 }), { maxLength: 2 }) },
      ),
      {
        maxLength: 4,
      },
    ),
  },
  {
    extends: fc.constantFrom('core.compliance', 'acme.fleet', 'core.nothing', 'acme.depot'),
    recordCount: fc.nat(3),
    totalFieldCount: fc.nat(3),
    notice: fc.constantFrom(null, 'x'),
    meta: partly(
      {},
      {
        tagline: texts,
        highlights: fc.array(tags, { maxLength: 2 }),
        tag_context: fc.dictionary(
          fc.oneof(tags, names),
          partly({}, { purpose: texts, related_standards: fc.array(texts, { maxLength: 2 }) }),
          { maxKeys: 2 },
        ),
        links: fc.array(
          partly({ url: fc.constantFrom('https://example.com', 'x'), type: fc.constant('standard'), label: texts }, {}),
          { maxLength: 2 },
        ),
        use_cases: fc.array(
          fc.record({
            id: texts,
            title: texts,
            description: texts,
            tags: fc.constant([]),
            tags_used: fc.array(tags, { maxLength: 2 }),
            steps: fc.constant([]),
            example: fc.constantFrom(
              '',
              '@VEHICLE rid=V-1',
              '@CONTROL\n@A_1 x',
              '@DOC domain=core.compliance',
              '@BEGIN',
            ),
          }),
          { maxLength: 2 },
        ),
      },
    ),
  },
)

/** Generates JSON values with up to three random changes. */
export const withSlips = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.array(slips, { maxLength: 3 }))
    .map(([value, slips]) => slips.reduce((before, slip) => slip(before), value))

/** Replaces a random part of a value by another value, or deletes it. */
const slips = fc
  .tuple(fc.nat(), fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }))
  .map(([place, replacement]) => (value: unknown): unknown => {
    const copy: unknown = structuredClone(value)
    const places = placesIn(copy)
    const chosen = places[place % Math.max(places.length, 1)]
    if (!chosen) return replacement ?? null
    if (replacement === undefined && !Array.isArray(chosen.owner)) delete chosen.owner[chosen.key]
    else
      Object.defineProperty(chosen.owner, chosen.key, {
        value: replacement ?? null,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    return copy
  })

const placesIn = (value: unknown): { owner: Record<string, unknown>; key: string }[] => {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown>
  return Object.keys(owner).flatMap(key => [{ owner, key }, ...placesIn(owner[key])])
}
