import { once } from '../basics/once.ts'
import { type Identity, titleIn } from '../domains/identity.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import { dayLength } from '../domains/value-types/ts.ts'
import { compiled, readCondition } from '../expression/expression.ts'
import { type Evaluate, Frame } from '../expression/run/frame.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import { timestampOf } from '../expression/run/values.ts'
import { isHeader, type RecordNode, valueText } from '../syntax/nodes.ts'
import type { Tree } from '../syntax/tree.ts'

/** A day by which something has to be done or ends. */
export interface DueDay {
  readonly field: FieldDefinition
  /** As it is written. */
  readonly text: string
  readonly span: DueSpan
  /** How many milliseconds are left; negative if it is overdue. */
  readonly rest: number
}

/** How near a due day is. */
type DueSpan = (typeof dueSpans)[number]['name']

/** The periods of due days, the nearest first. */
export const dueSpans = [
  { name: 'overdue', label: 'overdue', days: 0 },
  { name: 'week', label: 'within 7 days', days: 7 },
  { name: 'month', label: 'within 30 days', days: 30 },
  { name: 'later', label: 'later', days: Infinity },
] as const

/**
 * The due days of a record: those of its fields that have `due` in the descriptor or a name such as `remediation_due`,
 * `expires` or `valid_until`, while something is left to do.
 *
 * @param now in milliseconds since 1970
 */
export function dueDaysOf(record: RecordNode, tag: Tag, registry: Registry, now: number): DueDay[] {
  const found = new Map<string, DueDay>()
  const isOver = endOfDays(record, tag, registry, now)
  for (const { name, value } of record.fields) {
    const field = fieldOf(tag, name)
    if (!field || !value || !isDueField(field) || found.has(name)) continue
    const text = valueText(record, value)
    if (!valueTypes.ts.accepts(text)) continue
    if (!isOver(field)) found.set(name, { field, text, ...timeLeft(text, now) })
  }
  return [...found.values()]
}

/** A due day with its record. */
export interface DueRecord extends DueDay {
  readonly node: RecordNode
  readonly tag: Tag
  /** The index of the record among the entries of its file. */
  readonly entry: number
  /** Empty for a record without an id. */
  readonly id: string
  readonly title: string
}

/** The entries of a file, each with its tag and identity, as the check of the file has them. */
interface FileWithTags {
  readonly tree: Tree
  readonly entries: readonly { readonly tag: Tag | undefined; readonly identity?: Identity | undefined }[]
}

/** The due days of all records of a file, in the order of the records. */
export function* dueRecordsIn({ tree, entries }: FileWithTags, registry: Registry, now: number): Generator<DueRecord> {
  for (const [entry, node] of tree.entries.entries()) {
    const known = entries[entry]!
    const { tag } = known
    if (node.kind !== 'record' || isHeader(node) || !tag) continue
    const id = known.identity?.definition?.id ?? ''
    for (const due of dueDaysOf(node, tag, registry, now))
      yield { ...due, node, tag, entry, id, title: titleIn(node, known) }
  }
}

/** What a record has in the field that due days are listed by, such as `owner`; empty for none. */
export function listedBy(record: RecordNode, name: string): string {
  const value = record.fields.find(field => field.name === name)?.value
  return value ? valueText(record, value) : ''
}

/**
 * Whether nothing is left to do by the day of a field of a record: the condition of the field says so, or without one
 * the state of the record.
 */
export function endOfDays(
  record: RecordNode,
  tag: Tag,
  registry: Registry,
  now: number,
): (field: FieldDefinition) => boolean {
  const isDone = once(() => isDoneByName(record, tag))
  return field => {
    const until = untilOf(field, tag, registry)
    return until ? until(new Frame(new ParsedRecord(record), { time: now, isDate: false })) === true : isDone()
  }
}

/** Whether a field has the days by which something has to be done or ends. */
export const isDueField = ({ name, type, due, interval }: FieldDefinition): boolean =>
  type === 'ts' &&
  (due !== undefined ||
    interval !== undefined ||
    /(^|_)(due|deadline|expires?|expiry|expiration|until|renewal|next)(_|$)/.test(name))

/** The compiled conditions of fields, which are the same for all records. */
const conditions = new WeakMap<FieldDefinition, Evaluate | null>()

/** The condition that ends a due day; undefined without one that can be evaluated. */
function untilOf(field: FieldDefinition, tag: Tag, registry: Registry): Evaluate | undefined {
  if (field.due?.until === undefined) return undefined
  const known = conditions.get(field)
  if (known !== undefined) return known ?? undefined
  const condition = compiled(readCondition(field.due.until, tag, registry))
  conditions.set(field, condition ?? null)
  return condition
}

/** Whether nothing is left to do, judged by a value with such a name in a field of allowed values. */
const isDoneByName = (record: RecordNode, tag: Tag): boolean =>
  record.fields.some(({ name, value }) => value && fieldOf(tag, name)?.enum && isDoneState(valueText(record, value)))

export const isDoneState = (state: string): boolean =>
  /^(closed|done|resolved|completed?|cancell?ed|remediated|accepted|rejected|paid|settled|retired|expired|archived|withdrawn|revoked|terminated|lapsed|superseded|fulfilled)$/.test(
    state,
  )

/**
 * When something is due, as conditions such as `remediation_due < now` compare it. A date without a time is overdue as
 * soon as its day is over, so its last millisecond counts. A time without a zone is taken for UTC.
 */
function timeLeft(timestamp: string, now: number): Pick<DueDay, 'span' | 'rest'> {
  const { time, isDate } = timestampOf(timestamp)!
  const rest = (isDate ? time + dayLength - 1 : time) - now
  return { rest, span: dueSpans.find(({ days }) => rest < days * dayLength)?.name ?? 'later' }
}
