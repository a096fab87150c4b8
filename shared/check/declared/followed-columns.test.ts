import { expect, test } from 'vitest'
import { registryOf } from '../../../test/records.ts'
import { followedColumns } from './followed-columns.ts'

/** The columns of a TASK and a PERSON under a rule of tasks: name, kind, target, and whether the text is kept. */
function columnsUnder(expression: string, { message = 'Level {level}.' } = {}): unknown[][] {
  const registry = registryOf('acme.work', [
    {
      tag: 'TASK',
      fields: [
        { name: 'rid', type: 'string' },
        { name: 'owner', type: 'string', ref: 'PERSON' },
        { name: 'parent', type: 'string', ref: 'TASK' },
        { name: 'needs', type: 'string', ref: 'TASK', list: true },
        { name: 'labels', type: 'string', list: true },
        { name: 'status', type: 'string', enum: ['open', 'done'] },
        { name: 'title', type: 'string' },
        { name: 'level', type: 'int' },
        { name: 'cost', type: 'float' },
        { name: 'urgent', type: 'bool' },
        { name: 'end', type: 'ts' },
      ],
      rules: [{ id: 'one', expression, message }],
    },
    {
      tag: 'PERSON',
      fields: [
        { name: 'rid', type: 'int' },
        { name: 'name', type: 'string' },
      ],
    },
  ])
  return [...followedColumns({ registry })].map(([tag, columns]) => [
    tag.name,
    ...columns.map(({ field, kind, target, hasText }) => `${field.name} ${kind} ${target} ${hasText}`),
  ])
}

const rid = (hasText: boolean): string => `rid link acme.work.TASK ${hasText}`
const parent = (hasText: boolean): string => `parent link acme.work.TASK ${hasText}`
const level = 'level number undefined false'

test.each<[expression: string, ...columns: string[][]]>([
  ['parent.level > 1', ['TASK', rid(false), parent(false), level]],
  ['parent.rid != parent.parent', ['TASK', rid(true), parent(true), level]],
  ['rid != parent.title', ['TASK', rid(true), parent(false), level, 'title text undefined true']],
  ['referrers("TASK", "parent").size() < 2', ['TASK', rid(false), level, parent(false)]],
])('of references and ids, the text is kept if a rule reads it: %s', (expression, ...columns) =>
  expect(columnsUnder(expression)).toEqual(columns),
)

test('a text that only a message tells of the record itself is not kept', () => {
  const message = 'Something refers to it.'
  const expression = 'referrers("TASK", "parent").size() < 2'
  expect(columnsUnder(expression, { message })).toEqual([['TASK', rid(false), parent(false)]])
})

test('the order of records depends on the texts of all their values', () =>
  expect(columnsUnder('referrers("TASK", "parent").map(t, t.title).size() < 2')).toEqual([
    ['TASK', rid(true), level, parent(true), 'title text undefined true'],
  ]))

test('an id to which nothing refers is not kept, and one that is a number is no hash', () =>
  expect(columnsUnder('owner.name != title')).toEqual([
    ['TASK', 'owner link acme.work.PERSON false', 'title text undefined true', level],
    ['PERSON', 'rid number undefined false', 'name text undefined true'],
  ]))

test('lists are texts; other values are numbers, if their type has only so many', () => {
  expect(columnsUnder('parent.cost > 1.0 && parent.urgent && parent.end > end && parent.status == "open"')).toEqual([
    [
      'TASK',
      rid(false),
      parent(false),
      'end time undefined false',
      level,
      'cost number undefined false',
      'urgent bool undefined false',
      'status word undefined false',
    ],
  ])
  expect(columnsUnder('needs.all(n, n.labels.size() < 2)')).toEqual([
    ['TASK', rid(false), 'needs text undefined true', level, 'labels text undefined true'],
  ])
})

test('without a rule about several records there are none', () => expect(columnsUnder('level > 1')).toEqual([]))
