import type { InferOutput } from 'valibot'
import type { findInput } from '../../shared/agents/inputs.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import { FollowedRecord, fieldsToFollow, followedValues } from '../../shared/check/declared/followed-records.ts'
import { firstFields } from '../../shared/domains/example-record.ts'
import { noSuchField } from '../../shared/domains/field-text.ts'
import { allOf } from '../../shared/domains/message-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import type { FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import { fieldNamed } from '../../shared/domains/registry.ts'
import { sensitivityOf, withheld } from '../../shared/domains/sensitive.ts'
import {
  compiled,
  fieldAlone,
  othersRead,
  type ReadExpression,
  readCondition,
  readExpression,
  readsOf,
} from '../../shared/expression/expression.ts'
import { exampleExpressions } from '../../shared/expression/help/example-expressions.ts'
import { plainName } from '../../shared/expression/plain-name.ts'
import { Frame } from '../../shared/expression/run/frame.ts'
import { ParsedRecord } from '../../shared/expression/run/parsed-record.ts'
import { type Timestamp, valueAsText } from '../../shared/expression/run/values.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { textOfCell } from '../../shared/query/cells.ts'
import { type QueryOptions, queryPlan } from '../../shared/query/query-plan.ts'
import { runQuery } from '../../shared/query/run-query.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { columnOfRecords, sortByCells } from '../../shared/views/table/order.ts'
import { type Column, cellsOf, columnPlaces } from '../../shared/views/table/tables.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { answered, cancelled, cutToTokens, pageOf, refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf, tagOfCall } from './context.ts'
import { findUnknown, noteOfUnknown } from './unknown-records.ts'
import { mustBeShown, mustReadShown } from './withheld.ts'

/** The records of a page if the call names no number. */
export const usualLimit = 50

/** The most tokens of a value. */
export const longestCell = 300

/** A record that was found, and its file. */
interface FoundNode {
  readonly node: RecordNode
  readonly snapshot: Snapshot
  readonly entry: number
}

interface FoundNodes {
  readonly nodes: readonly FoundNode[]
  /** How many records of the tag are in files that are too large to be read. */
  readonly left: number
}

/** The arguments that count records instead of listing them. */
export const countArguments = ['count_by', 'sum', 'min', 'max', 'avg'] as const

/** What `now` means in a call: the minute, so that the next page is of the same list. */
export const timeOfCall = (now: number): Timestamp => ({ time: now - (now % 60_000), isDate: false })

/** The records of a tag for which a condition is true, in the order of the files. */
export async function recordsWhere(
  { registry, loaded, now, token }: AgentContext,
  tag: Tag,
  where: string | undefined,
  at = 'where',
): Promise<FoundNodes> {
  const condition = where === undefined ? undefined : readCondition(where, tag, registry, 'query')
  if (condition) mustRead(condition, tag, at)
  if (!(await loaded.reach(othersRead(condition ? [condition] : []), token))) return cancelled()
  const found = await loaded.load([tag.nameOfRecords.path], token)
  if (!found) return cancelled()
  const holds = condition && compiled(condition)
  if (condition) mustReadShown(condition, tag, registry, at)
  const own = condition ? readsOf(condition).own : []
  const nodes = found.snapshots.flatMap(snapshot => {
    const records = searchedRecords(snapshot.file, tag, own)
    const wanted = holds
      ? records.filter(({ values }) => holds(new Frame(values, timeOfCall(now), loaded.reachable)) === true)
      : records
    return wanted.map(({ node, entry }): FoundNode => ({ node, snapshot, entry }))
  })
  return { nodes, left: found.left }
}

/** Counts and totals of records, as `recline query` has them. */
async function groupsFor(
  context: AgentContext,
  tag: Tag,
  given: InferOutput<typeof findInput> & { readonly limit: number },
): Promise<ToolAnswer> {
  const { registry, loaded, token, now } = context
  const { where, select, sort, limit, cursor } = given
  if (select)
    refuse({
      code: 'wrong-arguments',
      message: 'select lists records, and count_by, sum, min, max and avg count them; leave one of them out.',
      at: 'select',
    })
  const lists = { sort, countBy: given.count_by, sum: given.sum, min: given.min, max: given.max, avg: given.avg }
  const options: QueryOptions = {
    tag: tag.fullName.path,
    format: 'json',
    ...(where !== undefined && { where }),
    ...Object.fromEntries(Object.entries(lists).flatMap(([name, list]) => (list ? [[name, list.join(',')]] : []))),
  }
  const plan = queryPlan(options, registry, [])
  if ('problem' in plan) refuse({ code: 'wrong-expression', message: cutToTokens(plan.problem, 300) })
  for (const [owner, fields] of plan.followed) for (const field of fields) mustBeShown(owner, field, 'tag')
  const paths = new Set([...plan.followed].map(([one]) => one.nameOfRecords.path))
  const found = await loaded.load([tag.nameOfRecords.path, ...paths], token)
  if (!found) return cancelled()
  const files = found.snapshots.map(({ uri, file }) => ({ name: pathOf(context, uri), file }))
  const result = runQuery(files, plan, timeOfCall(now).time)
  const rows = result.rows.map(row => row.map(cell => cutToTokens(textOfCell(cell), longestCell)))
  const page = pageOf(rows, { cursor, of: [given, loaded.version] }, 300, limit)
  const notes = result.notes.slice(0, 10).map(note => cutToTokens(note, 150))
  return answered(
    { found: result.found, columns: result.columns, rows: page.items },
    { cursor: page.cursor, notes: [...notes, ...(found.left > 0 ? [notRead(found.left)] : [])] },
  )
}

/** The last searches, so that the next page and the same question cost nothing. */
export class FindCache {
  private found: readonly (FoundNodes & { readonly key: string })[] = []
  /** The fingerprint of the diff that the last dry run of `write` had. */
  shownDiff: string | undefined

  /** The result of a search, which is made if it is not known. */
  async get(key: string, search: () => Promise<FoundNodes>): Promise<FoundNodes> {
    const known = this.found.find(one => one.key === key)
    if (known) return known
    const result = await search()
    this.found = [...this.found, { key, ...result }].slice(-8)
    return result
  }
}

/** The records of a tag for which a condition is true, as rows. */
export async function findFor(
  context: AgentContext,
  given: InferOutput<typeof findInput>,
  cache = new FindCache(),
): Promise<ToolAnswer> {
  const { registry, loaded, now } = context
  const { where, select, sort = [], cursor } = given
  const limit = given.limit || usualLimit
  if (given.tag === undefined)
    refuse({
      code: 'missing-argument',
      message: 'The argument "tag" is missing; only due finds records of all tags.',
      at: 'tag',
    })
  const unknown = await findUnknown(context, given)
  if (unknown) return unknown
  const tag = tagOfCall(context, given.tag)
  if (countArguments.some(name => given[name])) return groupsFor(context, tag, { ...given, limit })
  const columns = (select ?? usualColumns(tag)).map((source, index) => {
    const read = readExpression(plainName(source, tag, registry), tag, registry, 'query')
    mustRead(read, tag, `select.${index}`)
    const field = fieldAlone(read)
    const isWithheld = field !== undefined && sensitivityOf(tag, field) !== undefined
    if (!isWithheld) mustReadShown(read, tag, registry, `select.${index}`)
    return { name: source, read, field, isWithheld, evaluate: compiled(read)! }
  })
  const sorts = sort.map((name, index) => sortOf(name, tag, `sort.${index}`))
  for (const [index, { column }] of sorts.entries()) mustBeShown(tag, fieldNamed(tag, column.name), `sort.${index}`)
  const hidden = columns.filter(({ isWithheld }) => isWithheld).map(({ name }) => name)
  if (!(await loaded.reach(othersRead(columns.map(({ read }) => read)), context.token))) return cancelled()
  const time = timeOfCall(now)
  const isTimed = /\bnow\b/.test(where ?? '')
  const key = JSON.stringify([tag.fullName.path, where, sorts, loaded.version, isTimed && time.time])
  const { nodes, left } = await cache.get(key, async () => {
    const found = await recordsWhere(context, tag, where)
    const sorted = sortByCells(
      found.nodes,
      columnOfRecords(({ node }: FoundNode) => node),
      sorts.map(({ column }) => column),
      sorts.map(({ column, isDescending }) => ({ column: column.name, isDescending })),
    )
    return { nodes: sorted, left: found.left }
  })
  const places = columnPlaces(columns.flatMap(({ field }) => (field ? [{ name: field.name, field }] : [])))
  const rowOf = ({ node, snapshot, entry }: FoundNode): string[] => {
    const cells = cellsOf(node, places)
    const frame = new Frame(new ParsedRecord(node, undefined, 'query'), time, loaded.reachable)
    const values = columns.map(({ field, isWithheld, evaluate }) => {
      const cell = field && (cells[places.get(field.name)!] ?? null)
      if (field) return isWithheld && cell !== null ? withheld : (cell ?? null)
      frame.restart()
      const value = evaluate(frame)
      return value === undefined ? null : valueAsText(value)
    })
    return [
      ...values.map(value => (value === '' ? '""' : cutToTokens(value ?? '', longestCell))),
      agentPlace(pathOf(context, snapshot.uri), snapshot.file.tree.lines[entry]!),
    ]
  }
  const unseenFields = (): string[] => {
    const named = [...columns.map(({ field }) => field), ...sorts.map(({ column }) => fieldNamed(tag, column.name))]
    const unknown = named.filter(field => field?.isUndefined)
    return [...new Set(unknown.map(field => field!.name))]
      .filter(name => !nodes.some(({ node }) => node.fields.some(field => field.name === name)))
      .map(name => noSuchField(tag, name))
  }
  const isOfNone = (loaded.counts().get(tag.nameOfRecords.path) ?? 0) === 0
  const unknownNotes = isOfNone ? await noteOfUnknown(context, tag.name) : []
  const names = [...columns.map(({ name }) => name), 'place']
  // Rows are made only as far as they fit.
  const rows = { length: nodes.length, at: (index: number) => rowOf(nodes[index]!) }
  const page = pageOf(rows, { cursor, of: [key, select, limit] }, 300, limit)
  return answered(
    { found: nodes.length, columns: names, rows: page.items },
    {
      cursor: page.cursor,
      notes: [...unseenFields(), ...withheldNote(hidden), ...unknownNotes, ...(left > 0 ? [notRead(left)] : [])],
    },
  )
}

const withheldNote = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Values of ${allOf(names)} are withheld, because the domain marks them as sensitive.`]

export const notRead = (left: number): string =>
  `${left} records are missing: their files are too large to be read here; use "recline query" for them.`

/** The id, and the fields that most records have. */
function usualColumns(tag: Tag): string[] {
  const first = firstFields(tag).map(({ name }) => name)
  const usual = first.length > 1 ? first : [...tag.fields.keys()].slice(0, 6)
  return [...new Set([tag.identityField, ...usual])]
}

function sortOf(source: string, tag: Tag, at: string): { readonly column: Column; readonly isDescending: boolean } {
  const name = source.replace(/^-/, '')
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name))
    refuse({ code: 'wrong-sort', message: 'Sort by names of fields, such as -severity.', at })
  const field = fieldNamed(tag, name)
  return { column: { name, field: field.isUndefined ? undefined : field }, isDescending: source.startsWith('-') }
}

/** Refuses an expression with a mistake. */
export function mustRead({ source, problems: [problem] }: ReadExpression, tag: Tag, at: string): void {
  if (!problem) return
  const marked = source.slice(problem.start, problem.end)
  const near = nearest(marked, tag.fields.keys())
  const example = exampleExpressions(tag).where
  refuse({
    code: 'wrong-expression',
    message: `${problem.message} (at ${problem.start}: ${JSON.stringify(marked.slice(0, 40))})`,
    at,
    ...(near.length > 0 && { nearest: near }),
    ...(example !== '' && { example }),
  })
}

/** A record to search, with the values of its fields. */
interface SearchedRecord {
  readonly node: RecordNode
  readonly entry: number
  readonly values: FollowedRecord
}

/**
 * The records of a tag in a file. Their values are kept as long as the file is: to parse 100,000 records again takes
 * ten times as long as to search in their values.
 *
 * @param reads what the search reads besides the fields of the tag, such as fields that it does not define
 */
function searchedRecords(file: CheckedFile, tag: Tag, reads: readonly FieldDefinition[]): readonly SearchedRecord[] {
  const fields = fieldsToFollow(tag, new Set(reads))
  const names = fields.map(({ name }) => name)
  const key = JSON.stringify([tag.fullName.path, names])
  const known = searched.get(file) ?? new Map<string, readonly SearchedRecord[]>()
  searched.set(file, known)
  const found = known.get(key)
  if (found) return found
  const { tree, entries } = file
  const records = entries.flatMap(({ tag: own }, entry): SearchedRecord[] => {
    if (own?.nameOfRecords.path !== tag.nameOfRecords.path) return []
    const node = tree.entries[entry] as RecordNode
    return [
      {
        node,
        entry,
        values: new FollowedRecord(names, followedValues(fields, new ParsedRecord(node, undefined, 'query'))),
      },
    ]
  })
  // An expression with other fields is rare, so only the last ones are kept.
  if (known.size >= 4) known.delete([...known.keys()][0]!)
  known.set(key, records)
  return records
}

const searched = new WeakMap<CheckedFile, Map<string, readonly SearchedRecord[]>>()
