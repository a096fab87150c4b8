import { expect } from 'vitest'
import type { FieldDescriptor } from '../shared/domains/descriptor.ts'
import { itemsOf } from '../shared/domains/list-items.ts'
import { createRegistry, type FieldDefinition, type Registry, type Tag } from '../shared/domains/registry.ts'
import type { Use } from '../shared/expression/check/scope.ts'
import { compiled, readExpression } from '../shared/expression/expression.ts'
import type { ExpressionProblem } from '../shared/expression/read/nodes.ts'
import { Frame } from '../shared/expression/run/frame.ts'
import { ParsedRecord } from '../shared/expression/run/parsed-record.ts'
import type { ReachableRecords } from '../shared/expression/run/values.ts'
import { valueAsText } from '../shared/expression/run/values.ts'
import type { RecordNode } from '../shared/syntax/nodes.ts'
import { parse } from '../shared/syntax/tree.ts'

/** Expressions as test data: about records of the tag TASK, which can refer to each other and to a PERSON. */
const fields: FieldDescriptor[] = [
  { name: 'rid', type: 'string', required: true },
  { name: 'title', type: 'string' },
  { name: 'status', type: 'string', enum: ['open', 'done', 'dropped'], transitions: { dropped: ['open'] } },
  { name: 'level', type: 'int', range: [0, 5] },
  { name: 'cost', type: 'float' },
  { name: 'start', type: 'ts' },
  { name: 'end', type: 'ts' },
  { name: 'urgent', type: 'bool' },
  { name: 'type', type: 'string' },
  { name: 'x-y', type: 'int' },
  { name: 'labels', type: 'string', list: true },
  { name: 'parent', type: 'string', ref: 'TASK' },
  { name: 'owner_ref', type: 'string', ref: 'PERSON' },
  { name: 'needs', type: 'string', ref: 'TASK', list: true },
  { name: 'risk', type: 'string', enum: ['low', 'high'], enumDescriptions: { high: 'Tell the boss.' } },
  { name: 'heading', type: 'string', enum: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] },
  { name: 'month', type: 'string', enum: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { name: 'days', type: 'string', list: true, enum: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
  { name: 'ticket_ref', type: 'string', ref: 'acme.desk.TICKET' },
]

const people: FieldDescriptor[] = [
  { name: 'rid', type: 'string', required: true },
  { name: 'name', type: 'string' },
  { name: 'boss', type: 'string', ref: 'PERSON' },
]

export const taskRegistry: Registry = createRegistry([
  {
    domain: 'acme.work',
    version: '1.0',
    description: '',
    records: [
      { tag: 'TASK', fields },
      { tag: 'PERSON', fields: people },
    ],
  },
])

export const taskTag: Tag = taskRegistry.domainNamed('acme.work')!.tags.get('TASK')!

const now = Date.parse('2026-06-30T12:00:00Z')

/**
 * Evaluates an expression on the first record of a text; its references lead to the other ones.
 *
 * @returns the value as text, or `absent`
 */
export function evaluate(source: string, records = '@TASK rid=T-1', use: Use = 'rule'): string {
  const read = readExpression(source, taskTag, taskRegistry, use)
  if (read.problems.length > 0) throw new Error(read.problems.map(({ message }) => message).join(' '))
  const all = parse(records).entries.flatMap(entry => (entry.kind === 'record' ? recordOf(entry, use) : []))
  const frame = new Frame(all[0]!.record, { time: now, isDate: false }, reachable(all))
  const value = compiled(read)!(frame)
  if (frame.isExhausted) return 'stopped'
  return value === undefined ? 'absent' : valueAsText(value, read.type.kind === 'duration')
}

interface Placed {
  readonly tag: Tag | undefined
  readonly record: ParsedRecord
}

const recordOf = (node: RecordNode, use: Use): Placed => ({
  tag: taskTag.domain.tags.get(node.text.slice(node.tagStart, node.tagEnd)),
  record: new ParsedRecord(node, undefined, use),
})

/** Looks at all records each time: slow, and simple enough to be right. A list is in the order of the ids. */
export function reachable(all: readonly Placed[]): ReachableRecords {
  const holding = (tag: Tag, field: string, id: string): ParsedRecord[] =>
    all
      .flatMap(({ tag: own, record }) =>
        own === tag && idsOf(record, tag.fields.get(field)!).includes(id) ? { id: idOf(tag, record), record } : [],
      )
      .sort((one, other) => (one.id < other.id ? -1 : Number(one.id > other.id)))
      .map(({ record }) => record)
  return {
    find(tag, id) {
      const found = holding(tag, 'rid', id)
      return found.length === 1 ? found[0] : undefined
    },
    referrers: holding,
    isInCircle(tag, field, id) {
      const referred = (from: string): unknown[] => [this.find(tag, from)?.get(field) ?? []].flat()
      if (!this.find(tag, id)) return undefined
      const met = new Set(referred(id))
      for (const other of met) for (const next of referred(String(other))) met.add(next)
      return met.has(id)
    },
  }
}

/** The ids in a field: of a list, its items; the text of a reference can have several. */
function idsOf(record: ParsedRecord, field: FieldDefinition): unknown[] {
  const value = record.get(field)
  return field.target && typeof value === 'string' && /[,"[\]]/.test(value) ? itemsOf(value) : [value].flat()
}

/** The id of a record; one without an id is behind all others. */
const idOf = (tag: Tag, record: ParsedRecord): string => String(record.get(tag.fields.get('rid')!) ?? '~')

/** Expects the problems of an expression, written as carets below it with a message each. */
export function expectExpressionProblems(marked: string): void {
  const [source = '', ...expected] = marked.replace(/^\n/, '').replace(/\n$/, '').split('\n')
  const { problems } = readExpression(source, taskTag, taskRegistry)
  expect(problems.map(showProblem)).toEqual(expected)
}

/** The texts that the problems of an expression offer instead of what they mark. */
export const replacementsIn = (source: string): string[] =>
  readExpression(source, taskTag, taskRegistry).problems.flatMap(({ replacements = [] }) => replacements)

const showProblem = ({ start, end, message }: ExpressionProblem): string =>
  `${' '.repeat(start)}${'^'.repeat(Math.max(1, end - start))} ${message}`
