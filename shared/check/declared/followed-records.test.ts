import { expect, test } from 'vitest'
import { taskTag } from '../../../test/expressions.ts'
import { registryOf } from '../../../test/records.ts'
import { fieldOf, type Registry, type Tag } from '../../domains/registry.ts'
import type { Value } from '../../expression/run/values.ts'
import { conditionsToFollow, FollowedRecord, FollowedRecords, followedFields, isValueOf } from './followed-records.ts'

test('records that refer to one id are in the order of their values, in whatever order they are added', () => {
  const { path } = taskTag.fullName
  const values = [
    ['T-1', 'T-0', 1],
    ['T-2', 'T-0', 1],
    ['T-2', 'T-0', undefined],
    ['T-2', 'T-0', null],
  ]
  const orderOf = (order: readonly number[]): unknown[] => {
    const records = new FollowedRecords()
    for (const index of order) records.add(path, new FollowedRecord(['rid', 'parent', 'level'], values[index]!))
    return records.holding(taskTag, fieldOf(taskTag, 'parent')!, 'T-0').map(record => record.values)
  }
  const order = orderOf([0, 1, 2, 3])
  expect(order).toHaveLength(4)
  expect(orderOf([3, 2, 1, 0])).toEqual(order)
  expect(orderOf([2, 0, 3, 1])).toEqual(order)
})

const { path } = taskTag.fullName
const field = (name: string) => fieldOf(taskTag, name)!

test('a record is found by its id while no other one has it', () => {
  const records = new FollowedRecords()
  const [one, other] = [new FollowedRecord(['rid'], ['T-1']), new FollowedRecord(['rid'], ['T-1'])]
  const found = (): unknown => records.find(taskTag, 'T-1')
  records.add(path, one)
  expect(found()).toBe(one)
  records.add(path, other)
  expect(found()).toBeUndefined()
  records.remove(path, one)
  expect(found()).toBe(other)
  records.remove(path, other)
  expect([found(), records.find(taskTag, 'T-2')]).toEqual([undefined, undefined])
})

test('a table that is made later has all records that were not removed', () => {
  const records = new FollowedRecords()
  const all = ['T-1', 'T-2', 'T-3', 'T-4', 'T-5'].map(id => new FollowedRecord(['rid'], [id]))
  for (const record of all) records.add(path, record)
  for (const index of [0, 4, 2]) records.remove(path, all[index]!)
  records.add(path, all[4]!)
  records.remove(path, all[3]!)
  expect(all.map((_, index) => records.find(taskTag, `T-${index + 1}`))).toEqual(
    all.map((record, index) => (index === 1 || index === 4 ? record : undefined)),
  )
})

/** A tag whose records no rule reaches, with these rules, and one that they reach. */
function noteWith(...expressions: string[]): { note: Tag; topic: Tag; context: { registry: Registry } } {
  const registry = registryOf('acme.notes', [
    {
      tag: 'NOTE',
      fields: [
        { name: 'text', type: 'string' },
        { name: 'about', type: 'string', ref: 'TOPIC' },
      ],
      rules: expressions.map((expression, index) => ({ id: `rule-${index}`, expression, message: 'No.' })),
    },
    {
      tag: 'TOPIC',
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'title', type: 'string' },
        { name: 'more', type: 'string' },
      ],
    },
  ])
  const { tags } = registry.domainNamed('acme.notes')!
  return { note: tags.get('NOTE')!, topic: tags.get('TOPIC')!, context: { registry } }
}

test('no records refer to another one in a field that nothing defines', () => {
  const { note: tag } = noteWith()
  const records = new FollowedRecords()
  records.add(tag.fullName.path, new FollowedRecord(['text', 'color'], ['x', 'x']))
  expect(records.referrers(tag, 'color', 'x')).toEqual([])
  expect(records.referrers(tag, 'text', 'x')).toHaveLength(1)
})

test('a list of references counts each record once', () => {
  const records = new FollowedRecords()
  const record = new FollowedRecord(['rid', 'needs'], ['T-1', ['T-2', 'T-2', 'T-3']])
  records.add(path, record)
  expect(records.referrers(taskTag, 'needs', 'T-2')).toEqual([record])
  records.add(path, new FollowedRecord(['rid', 'needs'], ['T-4', ['T-2']]))
  expect(records.referrers(taskTag, 'needs', 'T-2')).toHaveLength(2)
  records.remove(path, record)
  expect([records.referrers(taskTag, 'needs', 'T-2').length, records.referrers(taskTag, 'needs', 'T-3')]).toEqual([
    1,
    [],
  ])
})

test('a value that is not allowed is written, but not known', () => {
  const record = new FollowedRecord(['rid', 'level', 'title'], ['T-1', null, undefined])
  const names = ['rid', 'level', 'title', 'cost']
  expect(names.map(name => record.get(field(name)))).toEqual(['T-1', undefined, undefined, undefined])
  expect(names.map(name => record.isWritten(field(name)))).toEqual([true, true, false, false])
})

test('records can have their values in one list', () => {
  const fields = ['rid', 'level']
  const list = ['T-1', 1, 'T-2', undefined]
  const [one, other] = [new FollowedRecord(fields, list), new FollowedRecord(fields, list, 2)]
  expect([one.values, other.values]).toEqual([
    ['T-1', 1],
    ['T-2', undefined],
  ])
  expect([one, other].map(record => record.get(field('level')))).toEqual([1, undefined])
  expect(other.get(field('title'))).toBeUndefined()
  expect(one.changedFields(other)).toEqual(new Set(['rid', 'level']))
  expect(one.text).toBe(new FollowedRecord(fields, ['T-1', 1]).text)
})

test('the text of a record tells its values apart', () => {
  const pairs = [
    [undefined, 'a'],
    [null, 'a'],
    ['', 'a'],
    ['a', undefined],
    [['a'], undefined],
    ['a', null],
    [0, undefined],
    ['0', undefined],
  ]
  const texts = pairs.map(values => new FollowedRecord(['rid', 'title'], values).text)
  expect(new Set(texts).size).toBe(texts.length)
})

test('the fields that change, if the same fields are followed', () => {
  const of = (fields: readonly string[], ...values: (Value | null | undefined)[]): FollowedRecord =>
    new FollowedRecord(fields, values)
  const changed = (one: FollowedRecord, other: FollowedRecord): string[] | undefined => {
    const fields = one.changedFields(other)
    return fields && [...fields]
  }
  const before = of(['rid', 'level', 'needs'], 'T-1', 1, ['a', 'b'])
  expect(changed(before, of(['rid', 'level', 'needs'], 'T-1', 1, ['a', 'b']))).toEqual([])
  expect(changed(before, of(before.fields, 'T-1', null, ['a']))).toEqual(['level', 'needs'])
  expect(changed(before, of(before.fields, 'T-1', undefined, ['b', 'a']))).toEqual(['level', 'needs'])
  expect(changed(before, of(['rid', 'title', 'needs'], 'T-1', 1, ['a', 'b']))).toBeUndefined()
  expect(changed(of(['a', 'bc']), of(['ab', 'c']))).toBeUndefined()
})

test('which values from outside a field can have', () => {
  const date = { time: 0, isDate: true }
  const values = [1, 'x', true, ['x'], date]
  const fits = (name: string): unknown[] => values.map(value => isValueOf(field(name), value as Value))
  expect(fits('level')).toEqual([true, false, false, false, false])
  expect(fits('cost')).toEqual([true, false, false, false, false])
  expect(fits('urgent')).toEqual([false, false, true, false, false])
  expect(fits('title')).toEqual([false, true, false, false, false])
  expect(fits('parent')).toEqual([false, true, false, false, false])
  expect(fits('needs')).toEqual([false, false, false, true, false])
  expect(fits('start')).toEqual([false, false, false, false, true])
})

test('the followed fields are those that rules about several records read, and the ids', () => {
  const { note, topic, context } = noteWith('text != "a" || about.title != "b"', 'text != "c"')
  const followed = followedFields(context)
  expect([note, topic].map(tag => followed.get(tag)?.map(({ name }) => name))).toEqual([
    ['rid', 'text', 'about'],
    ['rid', 'title'],
  ])
  expect([context, noteWith('text != "c"').context].map(one => followedFields(one).isEmpty)).toEqual([false, true])
})

test('a record is not followed if its own fields decide all of its rules, and no rule reaches it', () => {
  const { note, topic, context } = noteWith('text != "a" || about.title != "b"', 'text != "c" || about.title != "d"')
  expect(conditionsToFollow(note, context)).toHaveLength(2)
  expect(conditionsToFollow(topic, context)).toBeUndefined()
  const other = noteWith('text != "a" || about.title != "b"', 'about.title != "d"')
  expect(conditionsToFollow(other.note, other.context)).toBeUndefined()
  const own = noteWith('text != "a"')
  expect(conditionsToFollow(own.note, own.context)).toEqual([])
})
