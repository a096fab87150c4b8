import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { type CheckedEntry, checkFile } from '../check/check.ts'
import { checkSome } from '../check/check-some.ts'
import { hasSafeFix } from '../check/fixes.ts'
import type { Finding } from '../check/problem.ts'
import type { Descriptor, FieldDescriptor } from '../domains/descriptor.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { canonicalField } from '../domains/notation.ts'
import { createRegistry, type Domain, type Registry, type Tag } from '../domains/registry.ts'
import { isBareSafe } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { fieldChecker } from './field-findings.ts'
import { NameHasher } from './names.ts'
import { type Part, startOfFile } from './part.ts'
import { type PartNames, readPart } from './read-part.ts'
import { Scanner } from './scanner.ts'
import { scanTables } from './tables.ts'
import { utf8Of } from './utf8.ts'

const hasher = new NameHasher({ low: 0x12345678, high: 0x9abcdef0 })

/** Text as a part of a file. */
function partOf(text: string): Part {
  const textEnd = utf8Of(text).length
  const end = /[\r\n]$/.test(text) ? textEnd : textEnd + 1
  const bytes = utf8Of(end > textEnd ? `${text}\n` : text, 4)
  return { bytes, end, textEnd, decode: (from, to) => Buffer.from(bytes.subarray(from, to)).toString() }
}

/** What a scanner says of one text: whether it is certain of all of it, and what it noted. */
function scan(text: string, domains: readonly Domain[], registry: Registry) {
  const { bytes, end } = partOf(text)
  const scanner = new Scanner(bytes, tablesOf(domains, registry))
  return { isCertain: scanner.scan(0, end) === end, scanner }
}

/** What is found in one record that is read as a part, and its names. */
function read(text: string, header: string | undefined, context: FileContext) {
  const findings: object[] = []
  let isDoubtful = false
  const { names, counts } = readPart(
    partOf(text),
    { ...startOfFile, header: header === undefined ? undefined : { text: header, line: 0 } },
    context,
    { tablesOf: domains => tablesOf(domains, context.registry), hasher, hasNames: true },
    {
      check: ({ entries, places, header }) => {
        const above = header === undefined ? [] : [header]
        const lines = places.map(({ line }) => line)
        const own = checkSome(above, entries, lines, context).entries.slice(above.length)
        findings.push(...own.flatMap(({ findings }) => findings.map(inField)))
        return own
      },
      checkFields: doubtful => {
        isDoubtful = true
        checkFields(doubtful, context, (finding, start) =>
          findings.push({ ...finding, start: finding.start + start, end: finding.end + start }),
        )
        return true
      },
    },
  )
  return { findings, isDoubtful, names: hashesOf(names), counts: [...counts] }
}

/** A finding as it is in a field that is checked alone. */
const inField = ({ fixes, related, ...finding }: Finding): object => ({
  ...finding,
  related: related?.(),
  hasSafeFix: hasSafeFix({ ...finding, fixes }),
})

/** As in use, it remembers: what it found in one record must be what it would find in the next. */
const checkFields = fieldChecker()

/** As in use, the tables are made once: what they learn from one record must not mislead them in the next. */
function tablesOf(domains: readonly Domain[], registry: Registry) {
  const id = domains.map(({ path }) => path).join()
  const held = tables.get(domains[0]!)?.get(id)
  if (held) return held
  const made = scanTables(domains, hasher, { registry })
  tables.set(domains[0]!, (tables.get(domains[0]!) ?? new Map()).set(id, made))
  return made
}

const tables = new WeakMap<Domain, Map<string, ReturnType<typeof scanTables>>>()

/**
 * Holds what the scanner says of each entry of a file against what the check finds. Says of how many entries it was
 * certain, but for some fields or of all.
 */
function expectAgreement(
  text: string,
  registry: Registry,
  settingDomains: readonly string[] = [],
): { certain: number; doubtful: number; problems: number } {
  const context: FileContext = { registry, fileName: 'test.rec', settingDomains }
  const file = checkFile(parse(text), context)
  let certain = 0
  let doubtful = 0
  let problems = 0
  file.tree.entries.forEach((entry, index) => {
    const { domains, header } = file.sections.findLast(({ first }) => first <= index)!
    const checked = file.entries[index]!
    problems += checked.findings.length
    if (entry.kind === 'record' && !checked.candidates) {
      const { isDoubtful, ...found } = read(entry.text, header === entry ? undefined : header?.text, context)
      expect(found).toEqual({
        findings: checked.findings.map(inField),
        names: namesOf(checked),
        counts: checked.tag ? [[checked.tag.domain.path, 1]] : [],
      })
      if (isDoubtful) doubtful++
    }
    const { isCertain, scanner } = scan(entry.text, domains, registry)
    if (!isCertain) return
    certain++
    expect(checked.findings).toEqual([])
    expect(checked.candidates).toBeUndefined()
    expect(scanner.records).toBe(entry.kind === 'record' ? 1 : 0)
    expect(scanner.lines).toBe(entry.lineBreaks + (/[\r\n]$/.test(entry.text) ? 0 : 1))
    expect([...scanner.countDomains()]).toEqual(checked.tag ? [[checked.tag.domain, 1]] : [])
    expect(namesIn(scanner)).toEqual(namesOf(checked))
  })
  return { certain, doubtful, problems }
}

const namesIn = ({ definitions, references }: Scanner): number[][] =>
  hashesOf({ definitions: definitions.taken(), references: references.taken() })

const hashesOf = ({ definitions, references }: PartNames): number[][] =>
  [definitions, references].map(numbers => [...numbers].filter((_, index) => index % 4 < 2))

const namesOf = ({ identity }: CheckedEntry): number[][] =>
  [identity?.definition ? [identity.definition] : [], identity?.references ?? []].map(names =>
    names.flatMap(name => {
      const { low, high } = hasher.of(name)
      return [low, high]
    }),
  )

test('of damaged files, it is certain of no entry in which the check finds something', () =>
  fc.assert(
    fc.property(
      // A file cannot hold half a surrogate pair.
      damagedFiles().map(text => Buffer.from(text).toString()),
      fc.constantFrom([], ['core.compliance'], ['core.compliance', 'core.insurance']),
      (text, settingDomains) => void expectAgreement(text, builtinRegistry, settingDomains),
    ),
    { numRuns: runs(200) },
  ))

const oddDomains = createRegistry([
  descriptor('odd.one', {
    THING: [
      { name: 'rid', type: 'string', required: true },
      { name: 'text', type: 'string', required: true },
      { name: 'level', type: 'string', enum: ['low', 'high', 'a\\b', 'é', '', 'no one'] },
      { name: 'count', type: 'int', range: [-5, 20] },
      { name: 'share', type: 'float', range: [0.1, 0.3] },
      { name: 'any', type: 'float' },
      { name: 'when', type: 'ts' },
      { name: 'is_on', type: 'bool' },
      { name: 'code', type: 'string', pattern: '[A-Zé]+-\\d+|\\\\' },
      { name: 'year', type: 'int', enum: ['2026', '2027'], pattern: '\\d{4}' },
      { name: 'thing_ref', type: 'string' },
      { name: 'things', type: 'string', ref: 'THING' },
      { name: 'odd', type: 'string', range: [1, 5] },
      { name: 'strange name', type: 'string' },
    ],
    PLAIN: [{ name: 'id', type: 'string', required: true, ref: 'THING' }],
    LOOSE: [{ name: 'text', type: 'string' }],
    DOC: [{ name: 'text', type: 'string' }],
    BEGIN: [{ name: 'text', type: 'string' }],
  }),
  descriptor('odd.two', {
    THING: [
      { name: 'rid', type: 'int' },
      { name: 'text', type: 'string' },
      { name: 'level', type: 'int' },
    ],
    PLAIN: [
      { name: 'rid', type: 'string' },
      { name: 'id', type: 'string' },
    ],
    LOOSE: [
      { name: 'text', type: 'string' },
      { name: 'more', type: 'string' },
    ],
  }),
])

function descriptor(domain: string, tags: Record<string, FieldDescriptor[]>): Descriptor {
  return {
    domain,
    version: '1.0',
    description: '',
    records: Object.entries(tags).map(([tag, fields]) => ({ tag, fields })),
  }
}

const allNames = [
  'rid',
  'text',
  'level',
  'count:int',
  'share:float',
  'any:float',
  'when:ts',
  'is_on:bool',
  'code',
  'year:int',
  'thing_ref',
  'things',
  'odd',
  'id',
  'rid:int',
  'level:int',
  'more',
  'count',
  'tex',
  'texts',
] as const
const names = fc.constantFrom(...allNames)

const allValues = [
  '""',
  '"x"',
  '"low"',
  '"lo"',
  '"lowly"',
  '"high"',
  '"é"',
  '"a\\\\b"',
  '"a\\b"',
  '"no one"',
  '"é 🙂"',
  '"\u00a0"',
  '"tab\t"',
  '"\u2028"',
  '"say \\"hi\\""',
  '"\\u00e9"',
  '"\\u00g9"',
  '"\\',
  '"open',
  '"ends ="',
  '"x | text="',
  '"= "',
  '"A-1"',
  '"É-1"',
  '"é-1"',
  '"A-"',
  '"\\\\"',
  'A-1',
  'a.b/c:d@e+f#g-h',
  'x y',
  'é',
  '"T-1"',
  '"T-1,T-2"',
  '"T-1, T-2 ,, "',
  '"[T-1] "',
  '[T-1, "T-2"]',
  '[]',
  '[a',
  '[[a], "]"]',
  '["a\\"]',
  '"T-1\u00a0"',
  '"a\\nb"',
  '5',
  '+5',
  '-5',
  '-6',
  '20',
  '21',
  '007',
  '12345678901234567890',
  '0.1',
  '0.3',
  '0.30000000000000004',
  '0.29999999999999999',
  '.5',
  '5.',
  '1e3',
  '1e999',
  '1234567890.12345',
  '12345678901.12345',
  '--5',
  '2026',
  '2027',
  '2028',
  '2026-06-30',
  '2026-02-29',
  '2024-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026/06-30',
  'A026-06-30',
  '2026-06-30T14:05',
  '2026-06-30T14:05:09.123Z',
  '2026-06-30T24:00',
  '2026-06-30T14:05+02:00',
  '2026-06-30T14:05+02:60',
  '2026-06-30T14:05:',
  '2026-06-30T',
  '2026-06-30x',
  '2026-6-30',
  'true',
  'false',
  'True',
  'False',
  'truex',
  'tru',
  '"true"',
  '"5"',
  '',
] as const
const values = fc.constantFrom(...allValues)

const rightFields = fc.constantFrom(
  'text="say \\"hi\\""',
  'text="| a=\\\\"',
  'text=[a, "b ]"]',
  'level="low"',
  'level="é"',
  'count:int=20',
  'count:int=-5',
  'share:float=0.3',
  'share:float=+0.10',
  'any:float=-12.50',
  'when:ts=2024-02-29',
  'when:ts=2026-06-30T14:05:09.123-11:30',
  'is_on:bool=false',
  'code="AB-7"',
  'code="CD-8"',
  'year:int=2026',
  'thing_ref="T-1"',
  'things="T-1, T-2"',
  'things=[T-1, "T-2"]',
  'id="T-1"',
  'more="x"',
)

/** Mostly the first, at times one of the others. */
const mostly = (usual: fc.Arbitrary<string>, ...unusual: string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: usual }, fc.constantFrom(...unusual))

const betweenFields = mostly(
  fc.constant(' | '),
  '|',
  ' |',
  '| ',
  '  |\t',
  '\n  | ',
  '\r\n | ',
  '\r\t|',
  ' \n | ',
  '\n\u00a0| ',
  '\n \u00a0| ',
  '\n\v| ',
  '\n| ',
  ' ',
  ' || ',
  '\u00a0| ',
  ' |\n | ',
  ' # c\n | ',
)

const oddRecords = fc
  .tuple(
    mostly(
      fc.constantFrom('@THING ', '@PLAIN ', '@LOOSE '),
      '@LOOSE',
      '@LOOSE\n  | ',
      '  @THING ',
      '@THING\t',
      '@THING | ',
      '@thing ',
      '@DOC ',
      '@BEGIN ',
      '@END ',
      '@BEGIN|',
      '@ THING ',
      '\ufeff@THING ',
      '\v@THING ',
    ),
    fc.option(mostly(fc.constant('rid=T-1'), 'rid="T 1"', 'rid="T-1"'), { freq: 3 }),
    fc.option(mostly(fc.constantFrom('text="x"', 'text="é"'), 'text=""'), { freq: 3 }),
    fc.array(
      fc.tuple(
        betweenFields,
        fc.oneof(
          { weight: 2, arbitrary: rightFields },
          fc.tuple(names, values).map(parts => parts.join('=')),
        ),
      ),
      { maxLength: 3 },
    ),
    mostly(fc.constantFrom('\n', '\r\n', '\r', ''), ' \n', '\t\r\n', '\v\n', '\u00a0\n', ' |\n', ' # c\n'),
  )
  .map(([tag, rid, text, more, end]) => {
    const fields = [...[rid, text].filter(field => field !== null).map(field => [' | ', field] as const), ...more]
    return tag + fields.map(([separator, field], index) => (index === 0 ? field : separator + field)).join('') + end
  })

const oddLines = fc.constantFrom(
  '# c\n',
  '#\n',
  '  # recline\n',
  '# recline-disable\n',
  '#recline-disable\n',
  '#\u00a0recline-disable\n',
  '#\vrecline-disable\n',
  '# é\n',
  '\n',
  '  \n',
  '\u00a0\n',
  '\v\n',
  ' \r',
  'x\n',
  '| x\n',
  ' | x\n',
  '@BEGIN\n',
)

test('of each value in each field, it is certain of none in which the check finds something', () => {
  for (const name of allNames)
    for (const value of allValues)
      expectAgreement(`@THING text="x" | ${name}=${value} | any:float=1\n`, oddDomains, ['odd.one'])
})

test('of records in every writing, it is certain of none in which the check finds something, but for fields that the check looks at', () => {
  let certain = 0
  let doubtful = 0
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 5, arbitrary: oddRecords }, oddLines), { maxLength: 4 }),
      fc.constantFrom(['odd.one'], ['odd.two'], []),
      (lines, settingDomains) => {
        const counts = expectAgreement(lines.join(''), oddDomains, settingDomains)
        certain += counts.certain
        doubtful += counts.doubtful
      },
    ),
    { numRuns: runs(1500) },
  )
  expect(certain).toBeGreaterThan(20)
  expect(doubtful).toBeGreaterThan(20)
})

/** A record in canonical notation with some of the fields that a tag has, the required ones among them. */
const canonicalRecord = (tag: Tag): fc.Arbitrary<string> => {
  const fields = [...tag.fields.values()]
  return fc
    .tuple(
      fc.shuffledSubarray(fields).map(some => [...new Set([...tag.required, ...some])]),
      fc.infiniteStream(fc.nat()),
      fc.infiniteStream(fc.oneof(fc.string({ unit: 'binary' }), fc.string())),
    )
    .map(([some, numbers, texts]) => {
      const written = some.map(field =>
        canonicalField(field, fieldValue(field, numbers.next().value!, texts.next().value!)),
      )
      return `@${tag.name}${written.length > 0 ? ' ' : ''}${written.join(' | ')}\n`
    })
}

function fieldValue(
  { name, type, enum: allowed, range, pattern, example, required, target }: FieldDescriptor & { target?: object },
  number: number,
  text: string,
): string {
  if (allowed) return allowed[number % allowed.length]!
  if (pattern !== undefined) return example!
  switch (type) {
    case 'int':
      return String(range ? range[0] + (number % (range[1] - range[0] + 1)) : number)
    case 'float':
      return range
        ? String(range[0] + ((range[1] - range[0]) * (number % 100)) / 100).slice(0, 12)
        : `${number % 10_000}.${number % 100}`
    case 'ts':
      return ['2026-06-30', '2024-02-29T23:59', '2026-06-30T14:05:09.5Z', '2026-12-31T00:00:00-11:30'][number % 4]!
    case 'bool':
      return String(number % 2 === 0)
    default: {
      // What it leaves to the check by design: a text that ends as if it were not closed, an id that needs escapes.
      const plain =
        name === 'rid' || name === 'id' || target
          ? `ID-${number}${isBareSafe(text) ? text : ''}`
          : text.replace(/=+$/, '')
      return required && plain === '' ? 'x' : plain
    }
  }
}

const allTags = [...builtinRegistry.domains.values()].flatMap(({ tags }) => [...tags.values()])

test('it is certain of canonical records', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...allTags).chain(tag => fc.tuple(fc.constant(tag.domain.path), canonicalRecord(tag))),
      ([domain, text]) => {
        const { certain, problems } = expectAgreement(text, builtinRegistry, [domain])
        expect(certain, text).toBe(problems === 0 ? 1 : 0)
      },
    ),
    { numRuns: runs(300) },
  ))
