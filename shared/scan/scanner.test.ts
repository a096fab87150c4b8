import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { allNames, allValues, oddDomains, oddLines, oddRecords } from '../../test/odd-records.ts'
import { runs, someOf } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { expectAgreement } from '../../test/scanner-agreement.ts'
import { objections, objectionsOf } from '../check/objections.ts'
import { never, type Rule } from '../check/rule.ts'
import type { FieldDescriptor } from '../domains/descriptor.ts'
import { canonicalField } from '../domains/notation.ts'
import { createRegistry, type Tag } from '../domains/registry.ts'
import { isBareSafe } from '../syntax/nodes.ts'
import { utf8Of } from './bytes/utf8.ts'
import { NameHasher } from './names.ts'
import { Scanner } from './scanner.ts'
import { scanTables } from './tables.ts'

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

test('of each value in each field, it is certain of none in which the check finds something', () => {
  const cells = allNames.flatMap(name => allValues.map(value => ({ name, value })))
  for (const { name, value } of someOf(cells))
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
  if ([...oddDomains.tags.values()].some(objections.toRecord)) return
  expect(certain).toBeGreaterThan(runs(30))
  expect(doubtful).toBeGreaterThan(runs(30))
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

const allTags = [...builtinRegistry.tags.values()]

test('it is certain of canonical records', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...allTags).chain(tag => fc.tuple(fc.constant(tag), canonicalRecord(tag))),
      ([tag, text]) => {
        const { certain, problems } = expectAgreement(text, builtinRegistry, [tag.domain.path])
        const mayObject =
          objections.toRecord(tag) || [...tag.fields.values()].some(field => objections.toField(field, tag))
        if (!mayObject) expect(certain, text).toBe(problems === 0 ? 1 : 0)
      },
    ),
    { numRuns: runs(300) },
  ))

/** Scans records with a rule more. Returns how far it came, and the fields that it leaves to the check. */
function scanWith(rule: Partial<Rule>, text: string, mayDoubt = true): { position: number; doubts: string[] } {
  const bytes = utf8Of(text, 4)
  const withRule = objectionsOf([{ code: 'new', severity: 'error', summary: '', ...rule }])
  const hasher = new NameHasher({ low: 1, high: 2 })
  const domains = [builtinRegistry.domainNamed('compliance')!]
  const tables = scanTables(domains, hasher, { registry: builtinRegistry, objections: withRule })
  const scanner = new Scanner(bytes, tables, { mayDoubt })
  const position = scanner.scan(0, text.length)
  const doubts: string[] = []
  for (let record = scanner.doubtful; record; record = record.above)
    for (let index = 0; index < record.fields.length; index += 2)
      doubts.unshift(text.slice(record.fields[index], record.fields[index + 1]))
  return { position, doubts }
}

test('it leaves to the check what a rule may object to, by what the rule says itself', () => {
  const line = '@CONTROL rid=CTL-1 | title="Access review" | status="tested" | maturity:int=3\n'
  const text = `${line}${line.replace('-1', '-2')}`
  const all = { position: text.length, doubts: [] }
  const check = (): void => {}
  expect(scanWith({ record: check, field: check, mayObjectToRecord: never, mayObjectToField: never }, text)).toEqual(
    all,
  )
  expect(scanWith({ line: check, header: check, openBlock: check, change: check }, text)).toEqual(all)
  // A rule that says nothing sees every record.
  for (const kind of ['record', 'field', 'value'])
    expect(scanWith({ [kind]: check }, text)).toEqual({ position: 0, doubts: [] })
  const ofStatus: Partial<Rule> = { value: check, mayObjectToField: ({ name }) => name === 'status' }
  expect(scanWith(ofStatus, text)).toEqual({ ...all, doubts: ['status="tested"', 'status="tested"'] })
  expect(scanWith(ofStatus, text, false).position).toBe(0)
  expect(scanWith({ record: check, mayObjectToRecord: ({ name }) => name === 'FINDING' }, text)).toEqual(all)
  expect(scanWith({ record: check, mayObjectToRecord: ({ name }) => name === 'CONTROL' }, text).position).toBe(0)
})

test('a rule reads an allowed value that is not of ASCII', () => {
  const registry = createRegistry([
    {
      domain: 'acme.coded',
      version: '1.0',
      description: '',
      records: [
        {
          tag: 'THING',
          fields: [{ name: 'code', type: 'string', pattern: '[A-Zé]+' }],
          rules: [{ id: 'only-x', message: 'No X.', expression: 'code == "X"' }],
        },
      ],
    },
  ])
  expect(expectAgreement('@THING code="Aé"\n@THING code="X"\n@THING code="é1"\n', registry).problems).toBe(2)
})
