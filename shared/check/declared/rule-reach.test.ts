import { expect, test } from 'vitest'
import { registryOf } from '../../../test/records.ts'
import type { Registry, Tag } from '../../domains/registry.ts'
import { FollowedRecord, FollowedRecords } from './followed-records.ts'
import { prepareReach, type Reach, reachesOf, recordsReading, type TaggedRecord } from './rule-reach.ts'

/** A NOTE about a TOPIC, which can have a parent, with a rule for each of them. */
const registryWith = (ofNotes: string, ofTopics: string): Registry =>
  registryOf('acme.notes', [
    {
      tag: 'NOTE',
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'about', type: 'string', ref: 'TOPIC', list: true },
        { name: 'text', type: 'string' },
        { name: 'color', type: 'string' },
        { name: 'see', type: 'string', ref: 'acme.none.PAGE' },
      ],
      rules: [{ id: 'of-notes', expression: ofNotes, message: 'No.' }],
    },
    {
      tag: 'TOPIC',
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'parent', type: 'string', ref: 'TOPIC' },
        { name: 'title', type: 'string' },
        { name: 'size', type: 'int' },
      ],
      rules: [{ id: 'of-topics', expression: ofTopics, message: 'No.' }],
    },
  ])

/** The reaches of all rules. */
const reachesAmong = (registry: Registry): readonly Reach[] => reachesOf({ registry }).get(tagOf(registry, 'NOTE'))!

const tagOf = (registry: Registry, name: string): Tag => registry.domainNamed('acme.notes')!.tags.get(name)!

/** The ids of the records for which each rule may have another result after a change of a record. */
function reading(registry: Registry, id: string, changed?: readonly string[]): string[][] {
  const [note, topic] = [tagOf(registry, 'NOTE'), tagOf(registry, 'TOPIC')]
  const record = (tag: Tag, fields: readonly string[], ...values: (string | string[] | undefined)[]): TaggedRecord =>
    Object.assign(new FollowedRecord(fields, values), { tag })
  const all = [
    record(note, ['rid', 'about', 'text'], 'N-1', ['T-1']),
    record(note, ['rid', 'about', 'text'], 'N-2', ['T-2', 'T-4']),
    record(note, ['rid', 'about', 'text'], 'T-3', undefined),
    record(topic, ['rid', 'parent', 'title'], 'T-1', 'T-2'),
    record(topic, ['rid', 'parent', 'title'], 'T-2', 'T-3'),
    record(topic, ['rid', 'parent', 'title'], 'T-3', undefined),
    record(topic, ['rid', 'parent', 'title'], 'T-4', 'T-4'),
  ]
  const records = new FollowedRecords<TaggedRecord>()
  for (const one of all) records.add(one.tag.fullName.path, one)
  const start = all.findLast(({ values }) => values[0] === id)!
  return reachesAmong(registry).map(reach =>
    recordsReading([start], () => changed && new Set(changed), reach, records)
      .map(({ values }) => String(values[0]))
      .sort(),
  )
}

test('what a rule reads, of which tags, and how far away', () => {
  const registry = registryWith('about.all(t, t.parent.title != text)', 'size < 5')
  const [reach, ...others] = reachesAmong(registry)
  const [note, topic] = [tagOf(registry, 'NOTE'), tagOf(registry, 'TOPIC')]
  expect(others).toEqual([])
  expect(reach!.subject).toBe(note)
  expect(reach!.hops).toBe(2)
  expect([...reach!.fields].map(([path, fields]) => [path, [...fields].sort()]).sort()).toEqual([
    [note.fullName.path, ['about', 'text']],
    [topic.fullName.path, ['parent', 'title']],
  ])
  const links = reach!.links.map(({ tag, field, target, isReverse }) => [tag.name, field.name, target.name, isReverse])
  expect([...new Set(links.map(link => link.join(' ')))]).toEqual([
    'NOTE about TOPIC false',
    'TOPIC parent TOPIC false',
  ])
})

test('a rule that reads other records of its own tag reads the fields of all of them', () => {
  const [reach] = reachesAmong(registryWith('text != "x"', 'size < parent.size || title == "x"'))
  expect([...reach!.fields].map(([path, fields]) => [path, [...fields].sort()])).toEqual([
    ['acme.notes.TOPIC', ['parent', 'size', 'title']],
  ])
})

test('a change reaches the records of the tag that lead to it, and no farther than the rule goes', () => {
  const registry = registryWith('about.all(t, t.parent.title != "x")', 'size < 5')
  const of = (id: string, changed?: readonly string[]): string[] => reading(registry, id, changed)[0]!
  expect([of('T-3', ['title']), of('T-3', ['title', 'size']), of('T-3')]).toEqual([['N-2'], ['N-2'], ['N-2']])
  expect([of('T-2', ['title']), of('T-1', ['parent']), of('T-4')]).toEqual([['N-1', 'N-2'], ['N-1'], ['N-2']])
  expect([of('T-2', ['size']), of('T-2', [])]).toEqual([[], []])
  expect([of('N-1', ['about']), of('N-1'), of('N-1', ['text'])]).toEqual([['N-1'], ['N-1'], []])
})

test('a change reaches the records to which it refers, if a rule asks who refers to them', () => {
  const registry = registryWith('text != "x"', 'referrers("NOTE", "about").all(n, n.text != "x")')
  const of = (id: string, changed?: readonly string[]): string[] => reading(registry, id, changed)[0]!
  expect([of('N-2', ['text']), of('N-2', ['color']), of('N-1')]).toEqual([['T-2', 'T-4'], [], ['T-1']])
  expect([of('T-3'), of('T-3', ['rid'])]).toEqual([['T-3'], ['T-3']])
})

test('a rule about itself is reached through the same tag', () => {
  const registry = registryWith('text != "x"', 'title != parent.title')
  expect(reading(registry, 'T-3', ['title'])).toEqual([['T-2', 'T-3']])
  expect(reading(registry, 'T-4', ['title'])).toEqual([['T-4']])
})

test.each([
  ['about.all(t, t.parent.title != "x")', 'size < 5', ['NOTE.about', 'TOPIC.parent', 'TOPIC.rid']],
  ['text != "x"', 'referrers("NOTE", "about").all(n, n.text != "x")', ['NOTE.about', 'TOPIC.rid']],
])('the tables for `%s` and `%s` are made before there are records', (ofNotes, ofTopics, expected) => {
  const prepared = new Set<string>()
  for (const reach of reachesAmong(registryWith(ofNotes, ofTopics)))
    prepareReach(reach, { prepare: (tag, field) => void prepared.add(`${tag.name}.${field.name}`) })
  expect([...prepared].sort()).toEqual(expected)
})
