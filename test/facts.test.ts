import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import type { FieldDescriptor } from '../shared/domains/descriptor.ts'

/** The descriptors' facts in the form of facts.txt, which was written down from the specification, not from them. */
const factsOfDescriptors = (): string[] =>
  builtinDescriptors.flatMap(descriptor => {
    const { domain, defaultProfile, records, recordCount, totalFieldCount } = descriptor as typeof descriptor &
      Record<string, unknown>
    return [
      `${domain} ${String(defaultProfile)} ${String(recordCount)} ${String(totalFieldCount)}`,
      ...records.flatMap(({ tag, fields }) => [`  ${tag}`, ...fields.map(field => `    ${factsOfField(field)}`)]),
    ]
  })

const factsOfField = ({ name, type, required, unit, range, pattern, ref, enum: values }: FieldDescriptor): string =>
  [
    name,
    type,
    required && 'required',
    unit !== undefined && `unit=${unit}`,
    range && `range=${range[0]}..${range[1]}`,
    pattern !== undefined && `pattern=${pattern}`,
    ref !== undefined && `ref=${ref}`,
    values && `enum=${values.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ')

/** The facts by domain, so that the order of the domains does not matter; that of tags, fields and values does. */
function byDomain(lines: readonly string[]): Map<string, string[]> {
  const domains = new Map<string, string[]>()
  let current: string[] = []
  for (const line of lines) {
    if (line.startsWith(' ')) {
      current.push(line)
    } else {
      current = []
      domains.set(line, current)
    }
  }
  return new Map([...domains].sort())
}

const facts = readFileSync(new URL('facts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))

test('the descriptors have the facts of the specification, none missing, extra or different', () => {
  expect(byDomain(factsOfDescriptors())).toEqual(byDomain(facts))
})

test("the specification's totals: eleven domains, 84 tags, 539 fields, 20 fields that refer to records", () => {
  const records = builtinDescriptors.flatMap(descriptor => descriptor.records)
  const fields = records.flatMap(record => record.fields)
  expect([
    builtinDescriptors.length,
    records.length,
    fields.length,
    fields.filter(({ ref }) => ref !== undefined).length,
  ]).toEqual([11, 84, 539, 20])
})

test('the counts that a descriptor states are right', () => {
  for (const descriptor of builtinDescriptors) {
    const { recordCount, totalFieldCount } = descriptor as typeof descriptor & Record<string, unknown>
    expect([descriptor.domain, recordCount, totalFieldCount]).toEqual([
      descriptor.domain,
      descriptor.records.length,
      descriptor.records.reduce((sum, { fields }) => sum + fields.length, 0),
    ])
  }
})
