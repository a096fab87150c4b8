import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { allNames, allValues, oddDomains, oddLines, oddRecords } from '../../test/odd-records.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { expectAgreement } from '../../test/scanner-agreement.ts'
import type { FieldDescriptor } from '../domains/descriptor.ts'
import { canonicalField } from '../domains/notation.ts'
import type { Tag } from '../domains/registry.ts'
import { isBareSafe } from '../syntax/nodes.ts'

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
  expect(certain).toBeGreaterThan(runs(50))
  expect(doubtful).toBeGreaterThan(runs(50))
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
      fc.constantFrom(...allTags).chain(tag => fc.tuple(fc.constant(tag.domain.path), canonicalRecord(tag))),
      ([domain, text]) => {
        const { certain, problems } = expectAgreement(text, builtinRegistry, [domain])
        expect(certain, text).toBe(problems === 0 ? 1 : 0)
      },
    ),
    { numRuns: runs(300) },
  ))
