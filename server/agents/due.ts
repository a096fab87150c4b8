import type { InferOutput } from 'valibot'
import type { findInput } from '../../shared/agents/inputs.ts'
import { counted } from '../../shared/basics/text.ts'
import { allOf, oneOf } from '../../shared/domains/message-text.ts'
import { type Registry, type Tag, targetOf } from '../../shared/domains/registry.ts'
import { sensitivityOf, withheld } from '../../shared/domains/sensitive.ts'
import { type DueRecord, dueRecordsIn, isDueField, listedBy } from '../../shared/due/due-days.ts'
import { lookAheadOf } from '../../shared/due/look-ahead.ts'
import {
  compiled,
  fieldAlone,
  othersRead,
  type ReadExpression,
  readCondition,
  readExpression,
} from '../../shared/expression/expression.ts'
import { plainName } from '../../shared/expression/plain-name.ts'
import { type Evaluate, Frame } from '../../shared/expression/run/frame.ts'
import { ParsedRecord } from '../../shared/expression/run/parsed-record.ts'
import { valueAsText } from '../../shared/expression/run/values.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { answered, cancelled, cutToTokens, pageOf, refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf, tagOfCall } from './context.ts'
import { countArguments, longestCell, mustRead, notRead, timeOfCall, usualLimit } from './find.ts'
import { mustReadShown, shownTitle } from './withheld.ts'

/** The most tokens of a title in a row. */
const longestDueTitle = 60

/** The names of fields that say who has to do something, the usual one first. */
const ownerFields = ['owner', 'responsible']

/** A due day, and the file of its record. */
interface PlacedDay extends DueRecord {
  readonly snapshot: Snapshot
}

/** What a call asks of the records of a tag. */
interface AskedTag {
  readonly condition: AskedExpression | undefined
  readonly columns: readonly AskedExpression[]
}

interface AskedExpression {
  readonly read: ReadExpression
  /** Undefined for one that does not fit the tag. */
  readonly evaluate: Evaluate | undefined
}

/**
 * What is overdue, or also what is due within a time, as `recline due` lists it: the records of all tags, or of one,
 * the earliest day first, with their places and owners.
 */
export async function dueFor(context: AgentContext, given: InferOutput<typeof findInput>): Promise<ToolAnswer> {
  const { registry, loaded, token, now } = context
  const { due = '', where, select, cursor } = given
  const unread = (['sort', ...countArguments] as const).find(name => given[name])
  if (unread !== undefined)
    refuse({
      code: 'wrong-arguments',
      message: `due lists days, the earliest first, and does not read ${unread}; leave it out, or count the records of a tag with where instead of due.`,
      at: unread,
    })
  const within = spanOfCall(due)
  const { days, left } = await dueDaysOfCall(context, given.tag)
  const shown = days.filter(({ tag, field }) => !sensitivityOf(tag, field))
  const hidden = new Set(days.filter(({ tag, field }) => sensitivityOf(tag, field)).map(({ field }) => field.label))

  const names = select ?? ownerFields.slice(0, 1)
  const tags = new Set(shown.map(({ tag }) => tag))
  const asked = new Map(Array.from(tags, tag => [tag, questionOf(tag, registry, where, select)] as const))
  if (where !== undefined) mustFitOne(asked, ({ condition }) => condition!, registry, 'where')
  for (const [index] of (select ?? []).entries())
    mustFitOne(asked, ({ columns }) => columns[index]!, registry, `select.${index}`)
  const all = [...asked.values()].flatMap(({ condition, columns }) => [...(condition ? [condition] : []), ...columns])
  if (!(await loaded.reach(othersRead(all.map(({ read }) => read)), token))) return cancelled()

  const frameOf = ({ node }: PlacedDay): Frame =>
    new Frame(new ParsedRecord(node, undefined, 'query'), timeOfCall(now), loaded.reachable)
  const holds = (day: PlacedDay): boolean => {
    const { condition } = asked.get(day.tag)!
    return !condition || condition.evaluate?.(frameOf(day)) === true
  }
  const fitting = shown.filter(holds)
  const listed = fitting.filter(({ rest }) => rest < within).sort((one, other) => one.rest - other.rest)
  const cellOf = (day: PlacedDay, { read, evaluate }: AskedExpression): string => {
    const field = fieldAlone(read)
    const written = field ? listedBy(day.node, field.name) : ''
    if (field) return written !== '' && sensitivityOf(day.tag, field) ? withheld : written
    const value = evaluate?.(frameOf(day))
    return value === undefined ? '' : valueAsText(value)
  }
  const rowOf = (day: PlacedDay): string[] => {
    const { text, span, tag, id, title, field, snapshot, entry } = day
    const cells = asked.get(tag)!.columns.map(column => {
      const cell = cellOf(day, column)
      // By default it is said where an owner stands who is not in the field of the column.
      return select || cell === '' || column.read.source === names[0] ? cell : `${column.read.source}=${cell}`
    })
    return [
      ...[text, span, tag.name, id, cutToTokens(shownTitle(tag, title) ?? '', longestDueTitle)],
      ...cells.map(cell => cutToTokens(cell, longestCell)),
      field.name,
      agentPlace(pathOf(context, snapshot.uri), snapshot.file.tree.lines[entry]!),
    ]
  }
  const rows = { length: listed.length, at: (index: number) => rowOf(listed[index]!) }
  const of = [{ ...given, cursor: '' }, listed.length, loaded.version]
  const page = pageOf(rows, { cursor, of }, 300, given.limit || usualLimit)
  const unfit = [...asked].filter(([, { condition }]) => condition && !condition.evaluate)
  const isUnseen = (name: string, index: number): boolean =>
    asked.size > 0 &&
    [...asked.values()].every(({ columns }) => fieldAlone(columns[index]!.read)?.isUndefined) &&
    !shown.some(({ node }) => node.fields.some(field => field.name === name))
  const unseen = (select ?? []).filter(isUnseen)
  const later = fitting.length - listed.length
  const notes = [
    ...(unfit.length > 0 ? [`where does not fit ${allOf(namesOfAsked(unfit))}, whose days are left out.`] : []),
    ...(unseen.length > 0 ? [`No record with a due day has the field ${oneOf(unseen)}.`] : []),
    ...(hidden.size > 0 ? [`Days of ${allOf([...hidden])} are withheld, because the domain marks them.`] : []),
    ...(later > 0 ? [`Not listed: ${counted(later, 'later day')}; due takes a longer time, such as 90d.`] : []),
    ...(left > 0 ? [notRead(left)] : []),
  ]
  const columns = ['day', 'due', 'tag', 'id', 'title', ...names, 'field', 'place']
  return answered({ found: listed.length, columns, rows: page.items }, { cursor: page.cursor, notes })
}

const namesOfAsked = (asked: readonly (readonly [Tag, AskedTag])[]): string[] => [
  ...new Set(asked.map(([{ name }]) => name)),
]

/** How many milliseconds a call looks ahead: none for what is overdue. */
function spanOfCall(due: string): number {
  const text = due.trim().toLowerCase()
  const span = text === 'overdue' ? 0 : lookAheadOf(text)
  if (span === undefined)
    refuse({
      code: 'wrong-argument',
      message: 'due is "overdue", or how far to look ahead; what is overdue is listed too.',
      at: 'due',
      allowed: ['overdue', '7d', '30d'],
    })
  return span
}

/** The due days of all records, or of those of a tag. */
async function dueDaysOfCall(
  context: AgentContext,
  tagName: string | undefined,
): Promise<{ readonly days: readonly PlacedDay[]; readonly left: number }> {
  const { registry, loaded, token, now } = context
  const tags =
    tagName === undefined
      ? [...registry.tags.values()].filter(({ fields }) => [...fields.values()].some(isDueField))
      : [tagOfCall(context, tagName)]
  const paths = new Set(tags.map(({ nameOfRecords }) => nameOfRecords.path))
  const found = await loaded.load([...paths], token)
  if (!found) return cancelled()
  const days = found.snapshots.flatMap(snapshot =>
    Array.from(dueRecordsIn(snapshot.file, registry, now), (day): PlacedDay => ({ ...day, snapshot })),
  )
  return { days: days.filter(({ tag }) => paths.has(tag.nameOfRecords.path)), left: found.left }
}

function questionOf(
  tag: Tag,
  registry: Registry,
  where: string | undefined,
  select: readonly string[] | undefined,
): AskedTag {
  const asked = (read: ReadExpression): AskedExpression => ({ read, evaluate: compiled(read) })
  return {
    condition: where === undefined ? undefined : asked(readCondition(where, tag, registry, 'query')),
    columns: (select ?? [ownerSource(tag, registry)]).map(name =>
      asked(readExpression(plainName(name, tag, registry), tag, registry, 'query')),
    ),
  }
}

/** Where the owner of a record stands: in the record, or else in one that it refers to. */
function ownerSource(tag: Tag, registry: Registry): string {
  const own = ownerFields.find(name => tag.fields.has(name))
  if (own !== undefined) return own
  for (const field of tag.fields.values()) {
    const target = field.list ? undefined : targetOf(registry, field)
    const theirs = target && ownerFields.map(name => target.fields.get(name)).find(one => one !== undefined)
    if (theirs && !sensitivityOf(target, theirs)) return `${field.name}.${theirs.name}`
  }
  return ownerFields[0]!
}

/** Refuses an expression that fits none of the tags, and one that reads what is withheld. */
function mustFitOne(
  asked: ReadonlyMap<Tag, AskedTag>,
  partOf: (one: AskedTag) => AskedExpression,
  registry: Registry,
  at: string,
): void {
  const all = Array.from(asked, ([tag, one]) => ({ tag, ...partOf(one) }))
  const fitting = all.filter(({ evaluate }) => evaluate)
  const [first] = all
  if (first && fitting.length === 0) mustRead(first.read, first.tag, at)
  for (const { tag, read } of fitting) {
    // The cell of a field alone says that its value is withheld.
    if (at === 'where' || !fieldAlone(read)) mustReadShown(read, tag, registry, at)
  }
}
