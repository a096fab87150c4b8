import { describe, expect, test } from 'vitest'
import { LinkedRecords } from '../cli/check/linked-records.ts'
import { checkFile } from '../shared/check/check.ts'
import { declaredRules } from '../shared/check/declared/declared-rules.ts'
import { followedColumns } from '../shared/check/declared/followed-columns.ts'
import { FollowedRecords, followedRecord } from '../shared/check/declared/followed-records.ts'
import { createRegistry, type Registry, type Tag } from '../shared/domains/registry.ts'
import { functions } from '../shared/expression/functions/functions.ts'
import { ParsedRecord } from '../shared/expression/run/parsed-record.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { RowList } from '../shared/scan/followed-rows.ts'
import { NameHasher } from '../shared/scan/names.ts'
import type { RecordNode } from '../shared/syntax/nodes.ts'
import { edit, parse } from '../shared/syntax/tree.ts'
import { readWhere } from '../shared/views/table/where.ts'
import { expectLinearSteps } from './count-steps.ts'
import { taskRegistry } from './expressions.ts'

/** References of tasks that grow in one way: to which task each refers, of how many there are. */
const shapes: Readonly<Record<string, (number: number, count: number) => number>> = {
  deep: (number, count) => Math.min(number + 1, count - 1),
  wide: () => 0,
  circular: (number, count) => (number + 1) % count,
  'on a way into a circle': (number, count) => (number + 1 === count ? count >> 1 : number + 1),
  'like a tree': number => (number - 1) >> 1,
}

const tasks = (count: number, shape: (number: number, count: number) => number): string =>
  Array.from({ length: count }, (_, number) => {
    const other = `T-${shape(number, count)}`
    return `@TASK rid=T-${number} | title="task" | level:int=1 | labels="a, b" | parent="${other}" | needs="${other}, T-0"\n`
  }).join('')

const overReferences: Readonly<Record<string, string>> = {
  acyclic: 'acyclic(parent)',
  'acyclic of a list': 'acyclic(needs)',
  has: 'has(parent.title)',
  referrers: 'referrers("TASK", "parent").size() > 0',
  exists: 'referrers("TASK", "parent").exists(t, t.level > 1)',
  all: 'needs.all(t, t.level > 1)',
  exists_one: 'referrers("TASK", "needs").exists_one(t, t.level > 1)',
  filter: 'referrers("TASK", "parent").filter(t, t.level > 1) == []',
  map: 'needs.map(t, t.title) == []',
}

/** Each function on its own, or as in its example for a record that another one is read for. */
const expressions = [
  ...Object.entries(overReferences),
  ...functions
    .filter(({ name }) => !(name in overReferences))
    .map(({ name, example }): [string, string] => [name, `has(parent.level) && ${example}`]),
]

const idOf = (tag: Tag): string => tag.fullName.path

/** The domain of tasks, with an expression as the rule of each task. */
function registryWith(expression: string): Registry {
  const { descriptor } = taskRegistry.domainNamed('acme.work')!
  const rules = [{ id: 'own', expression, message: 'No.' }]
  const records = descriptor.records.map(record => (record.tag === 'TASK' ? { ...record, rules } : record))
  return createRegistry([{ ...descriptor, records }])
}

const recordsOf = (text: string): RecordNode[] =>
  parse(text).entries.filter((entry): entry is RecordNode => entry.kind === 'record')

/** Where expressions are evaluated for all tasks of a text. */
const places: Readonly<Record<string, (expression: string, text: string) => () => void>> = {
  server(expression, text) {
    const registry = registryWith(expression)
    const context = { registry, fileName: 'a.rec', settingDomains: ['acme.work'], isIndexed: true }
    return () => {
      const index = new WorkspaceIndex()
      const file = checkFile(parse(text), context)
      index.update('a', file)
      index.complete()
      checkIntegrity('a', file, index)
      // Each task is another one after this, as after a paste.
      const other = checkFile(edit(file.tree, 0, text.length, text.replaceAll('level:int=1', 'level:int=2')), context)
      index.update('a', other)
      checkIntegrity('a', other, index)
    }
  },
  check(expression, text) {
    const registry = registryWith(expression)
    const tag = registry.domainNamed('acme.work')!.tags.get('TASK')!
    expect(declaredRules(tag, { registry }).across).toHaveLength(1)
    return () => {
      const columns = followedColumns({ registry })
      const hasher = new NameHasher({ low: 1, high: 2 })
      const list = new RowList(columns.get(tag)!, hasher)
      for (const [line, node] of recordsOf(text).entries()) list.add({ byte: 0, line }, new ParsedRecord(node))
      const rows = list.taken(idOf(tag))
      const records = new LinkedRecords([rows], columns, registry, hasher)
      for (const _ of records.breaking(rows, { registry }, { time: 0, isDate: false }));
    }
  },
  'query and table'(expression, text) {
    const tag = taskRegistry.domainNamed('acme.work')!.tags.get('TASK')!
    return () => {
      const nodes = recordsOf(text)
      const { holds } = readWhere(expression, tag, taskRegistry)
      const records = new FollowedRecords()
      for (const node of nodes) records.add(idOf(tag), followedRecord([...tag.fields.values()], new ParsedRecord(node)))
      for (const node of nodes) holds(node, records, { time: 0, isDate: false })
    }
  },
}

describe.each(Object.entries(places))('in the %s', (place, prepare) => {
  test.each(
    Object.entries(shapes).flatMap(([name, shape]) =>
      Object.entries(overReferences).map(([called, expression]) => [name, called, expression, shape] as const),
    ),
  )('references that are %s: twice the records take about twice the steps of %s', (_, __, expression, shape) =>
    expectLinearSteps(300, size => prepare(expression, tasks(size, shape))),
  )

  const isForRules = ([name]: readonly [string, string]): boolean =>
    !functions.some(one => one.name === name && one.notInRules)
  const own = place === 'query and table' ? expressions : expressions.filter(isForRules)
  test.each(own)('%s: twice the records take about twice the steps', (_, expression) =>
    expectLinearSteps(150, size => prepare(expression, tasks(size, shapes.deep!))),
  )
})
