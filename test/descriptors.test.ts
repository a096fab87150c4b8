import { expect, test } from 'vitest'
import { describeTag, escapeMarkdown } from '../server/snapshot/describe.ts'
import { problemsOf } from '../shared/check/check.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from '../shared/domains/descriptor.ts'
import { canonicalField } from '../shared/domains/notation.ts'
import { builtinRegistry, check } from './records.ts'

/**
 * The texts of the built-in descriptors, measured: what a person reads when hovering must be there and be worth
 * reading.
 */
const records = builtinDescriptors.flatMap(descriptor =>
  descriptor.records.map(record => ({ descriptor, record, path: `${descriptor.domain}.${record.tag}` })),
)
const fields = records.flatMap(({ descriptor, record, path }) =>
  record.fields.map(field => ({ descriptor, record, field, path: `${path}.${field.name}` })),
)

const failing = <Item extends { path: string }>(items: readonly Item[], isRight: (item: Item) => boolean): string[] =>
  items.filter(item => !isRight(item)).map(({ path }) => path)

test('registry bookkeeping is as the specification has it', () => {
  for (const descriptor of builtinDescriptors) {
    const all = descriptor as Descriptor & Record<string, unknown>
    expect(all).toMatchObject({
      version: '1.0',
      status: 'active',
      state: 'active',
      tier: 'official',
      verified: true,
      score: 1,
      notice: null,
      defaultMode: 'struct',
      defaultFormat: 'canon',
      schemaHash: null,
      registry: {
        domain: {
          path: descriptor.domain,
          state: 'active',
          notice: null,
          owner: { url: expect.any(String) as string, name: expect.any(String) as string },
        },
        namespace: { path: 'core', type: 'official', state: 'active', notice: null },
      },
    })
    expect(all.owner).toEqual((all.registry as { domain: { owner: unknown } }).domain.owner)
    expect((all.registry as { domain: { lastUpdated: string } }).domain.lastUpdated).toMatch(/\.\d{3}Z$/)
  }
})

test('every tag says what it is and when it is written', () => {
  expect(
    failing(
      records,
      ({ record: { description = '' } }) =>
        /^.{20,}[.] Write one .*[.]$/.test(description) && description.length <= 280,
    ),
  ).toEqual([])
})

test('every field says more than its name', () => {
  expect(
    failing(
      fields,
      ({ field: { description = '' } }) =>
        description.length >= 40 && description.length <= 260 && description.endsWith('.'),
    ),
  ).toEqual([])
  expect(failing(fields, ({ field }) => wordsBeyondName(field) >= 4)).toEqual([])
})

test('no text stands twice', () => {
  const texts = [...records.map(({ record }) => record.description), ...fields.map(({ field }) => field.description)]
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test('every allowed value has a phrase, and nothing else has', () => {
  expect(
    failing(fields, ({ field }) => Object.keys(field.enumDescriptions ?? {}).join() === (field.enum ?? []).join()),
  ).toEqual([])
  expect(
    failing(fields, ({ field }) =>
      Object.values(field.enumDescriptions ?? {}).every(phrase => phrase.length >= 8 && phrase.length <= 120),
    ),
  ).toEqual([])
})

test('the examples of a tag make one record in which nothing is found', () => {
  for (const { descriptor, record, path } of records) {
    const line = `@${record.tag} ${record.fields.map(field => canonicalField(field, field.example ?? '')).join(' | ')}`
    const problems = problemsOf(check(line, { settingDomains: [descriptor.domain] }))
    expect({ path, problems: problems.map(({ message }) => message) }).toEqual({ path, problems: [] })
  }
})

test('the example of a reference is the rid example of its target', () => {
  const wrong = fields
    .filter(({ record, field }) => field.ref !== undefined && field.ref !== record.tag)
    .filter(({ descriptor, field }) => {
      const target = descriptor.records.find(({ tag }) => tag === field.ref)
      return field.example !== exampleOf(target!, 'rid')
    })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the example of a reference to the same tag names other records, with ids of the same form', () => {
  const formOf = (id: string): string => id.replace(/\d/g, '0')
  const wrong = fields
    .filter(({ record, field }) => field.ref === record.tag)
    .filter(({ record, field }) => {
      const own = exampleOf(record, 'rid')
      return !field.example!.split(',').every(id => id !== own && formOf(id) === formOf(own))
    })
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the catalog part is complete', () => {
  const paths = builtinDescriptors.map(({ domain }) => domain)
  const relationships = ['regulatory overlap', 'often paired', 'data overlap', 'data source']
  for (const { domain, records: own, meta } of builtinDescriptors) {
    const tags = own.map(({ tag }) => tag)
    expect(meta, domain).toBeDefined()
    expect(meta!.tagline!.length, domain).toBeLessThanOrEqual(100)
    expect(
      meta!.highlights!.filter(tag => tags.includes(tag)),
      domain,
    ).toHaveLength(3)
    expect(Object.keys(meta!.tag_context!), domain).toEqual(tags)
    for (const { purpose, when_to_use, related_standards } of Object.values(meta!.tag_context!)) {
      expect([purpose!.length > 20, when_to_use!.length > 20, related_standards!.length > 0], domain).toEqual([
        true,
        true,
        true,
      ])
    }
    for (const { url, type, label } of meta!.links!) {
      expect(url, domain).toMatch(/^https:\/\/[\w.-]+\.[a-z]+(\/[^\s]*)?$/)
      expect(new URL(url).href, domain).toBeTruthy()
      expect(['standard', 'reference', 'regulation'], domain).toContain(type)
      expect(label.length, domain).toBeGreaterThan(3)
    }
    for (const { domain: other, relationship, reason } of meta!.related!) {
      expect(
        paths.filter(path => path !== domain),
        domain,
      ).toContain(other)
      expect(relationships, domain).toContain(relationship)
      expect(reason.length, domain).toBeGreaterThan(20)
    }
  }
})

test('every standard that a tag names is a link, but for one whose page is unknown', () => {
  const tags = [...builtinRegistry.tags.values()]
  const unlinked = tags.flatMap(tag => {
    const text = describeTag(tag)
    const names = tag.domain.descriptor.meta?.tag_context?.[tag.name]?.related_standards ?? []
    return names.filter(name => !text.includes(`[${escapeMarkdown(name)}](https://`))
  })
  expect([...new Set(unlinked)]).toEqual(['ISO 30405:2023'])
})

test('every tag is in a use case', () => {
  expect(
    failing(records, ({ descriptor, record }) =>
      descriptor.meta!.use_cases!.some(({ tags_used }) => tags_used.includes(record.tag)),
    ),
  ).toEqual([])
})

test('every use case has an example in which nothing is found', () => {
  for (const { domain, meta } of builtinDescriptors) {
    expect(meta!.use_cases, domain).toHaveLength(2)
    for (const { id, example, steps, tags, tags_used } of meta!.use_cases!) {
      expect(
        problemsOf(check(example, { settingDomains: [domain] })).map(({ message }) => message),
        id,
      ).toEqual([])
      expect([steps.length > 2, tags.length > 0, tags_used.length > 0], id).toEqual([true, true, true])
      const used = [...new Set([...example.matchAll(/^@(\w+)/gm)].map(match => match[1]))]
      expect([...tags_used].sort(), id).toEqual(used.sort())
    }
  }
})

const exampleOf = ({ fields }: RecordDescriptor, name: string): string =>
  fields.find(field => field.name === name)!.example!

/** How many words of a description are neither in the field's name nor little words. */
function wordsBeyondName({ name, description = '' }: FieldDescriptor): number {
  const known = new Set([
    ...name.split('_'),
    'the',
    'a',
    'an',
    'of',
    'this',
    'is',
    'in',
    'to',
    'and',
    'or',
    'for',
    'with',
    'record',
    'field',
    'value',
  ])
  return (description.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter(word => !known.has(word)).length
}
