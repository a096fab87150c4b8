import * as v from 'valibot'
import type { PlacedSpan } from '../../output/places.ts'

/**
 * The result of checking a part of a file, as rows of one table with the columns of `columns`, so that table engines
 * can read it. Facts are read from files, so they must be validated.
 */
export type Fact =
  | PartFact
  | FindingFact
  | DirectiveFact
  | UndecidedFact
  | PossibleFact
  | ValuesFact
  | RecordsFact
  | NamesFact
  | NameFact

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())
const place = { line: count, column: count, endLine: count, endColumn: count }

const placedText = v.object({ text: v.string(), line: count })

const lineState = v.object({
  header: v.optional(placedText),
  isInBlock: v.boolean(),
  line: count,
})

/** The file, and the part of the file, by the byte at which the part starts. */
const ofPart = { file: v.string(), part: count }
/** The line on which an entry starts, from 0, and an offset in the entry, in UTF-16 code units. */
const inEntry = { entry: count, start: count }

const part = v.object({
  kind: v.literal('part'),
  ...ofPart,
  data: v.object({
    end: count,
    isLast: v.boolean(),
    records: count,
    before: lineState,
    after: lineState,
    /** The number of records of each domain, by its path, without the undecided ones. */
    counts: v.record(v.string(), count),
    /** The entries at the top of the file, where fixes put a header. Only the first part has them. */
    top: v.optional(listOf(placedText)),
    /** A block that starts here and is open in the end. */
    openBlock: v.optional(placedText),
    /** The conflict markers of git, if there are any. Their places are lines. */
    markers: v.optional(listOf(v.object({ place: count, line: count, start: count, text: v.string() }))),
    /** What `now` means in rules, in milliseconds since 1970. */
    now: v.number(),
    /** The names of the fields whose values the facts have, by the path of the tag. */
    followed: v.record(v.string(), listOf(v.string())),
    /** The codes of the declared rules that ran, by the path of the tag. */
    rules: v.optional(v.record(v.string(), listOf(v.string())), {}),
  }),
})

/** A part of a file. */
export type PartFact = v.InferOutput<typeof part>

const change = v.object({ ...place, text: v.string() })
const finding = v.object({
  kind: v.literal('finding'),
  ...ofPart,
  ...inEntry,
  data: v.object({
    code: v.string(),
    severity: v.picklist(['error', 'warning', 'information']),
    message: v.string(),
    ...place,
    domain: v.nullable(v.string()),
    tag: v.nullable(v.string()),
    field: v.nullable(v.string()),
    identity: v.object({ record: v.string(), value: v.string() }),
    excerpt: v.object({ text: v.string(), column: v.number(), isCut: v.boolean() }),
    related: v.optional(listOf(v.object({ file: v.string(), line: count, message: v.string() }))),
    isFixable: v.boolean(),
    fixes: listOf(v.object({ title: v.string(), isSafe: v.boolean(), changes: listOf(change) })),
  }),
})

/** A problem in a part, suppressed or not, with all details and the standard severity of its code. */
export type FindingFact = v.InferOutput<typeof finding>

const span = { start: count, end: count }
const directive = v.object({
  kind: v.literal('directive'),
  ...ofPart,
  entry: count,
  data: v.object({
    directive: v.object({
      kind: v.picklist(['disable-next-line', 'disable', 'enable']),
      codes: listOf(v.object({ name: v.string(), ...span })),
      text: v.string(),
      span: v.object(span),
    }),
    next: count,
    isBetween: v.boolean(),
  }),
})

/** A comment that suppresses problems. */
export type DirectiveFact = v.InferOutput<typeof directive>

const undecided = v.object({
  kind: v.literal('undecided'),
  ...ofPart,
  entry: count,
  data: v.object({ text: v.string(), header: v.optional(placedText) }),
})

/** A record whose tag has several definitions that fit it equally. The other records of the file decide. */
export type UndecidedFact = v.InferOutput<typeof undecided>

const end = v.object({
  kind: v.literal('end'),
  ...ofPart,
  data: v.object({ facts: count }),
})

/**
 * The end of the facts of a file, or of a range of it, and how many there are above. Without it, nobody would see that
 * facts are missing.
 */
export type EndFact = v.InferOutput<typeof end>

const possible = v.object({
  kind: v.literal('possible'),
  ...ofPart,
  entry: count,
  domain: v.string(),
  tag: v.string(),
  id: v.string(),
})

/**
 * A name that an undecided record may have or refer to. The reduce does not need it. Engines that remove names before
 * the reduce must keep the names with this id.
 */
type PossibleFact = v.InferOutput<typeof possible>

/**
 * The name of a record, or one of its references: the domain, tag and id of the record that is meant. A reference also
 * has its field, and the identity, domain and tag of its own record.
 */
export type NameFact = PlacedSpan & {
  readonly kind: 'definition' | 'reference'
  readonly file: string
  readonly part: number
  readonly entry: number
  readonly start: number
  readonly end: number
  readonly domain: string
  readonly tag: string
  readonly id: string
  readonly field?: string | undefined
  readonly record?: string | undefined
  readonly ownDomain?: string | undefined
  readonly ownTag?: string | undefined
}

/**
 * The ids or references in one field of the records of a tag in a part: almost all names. A fact for each would take
 * many times as long to write and to read.
 */
export type NamesFact = {
  readonly kind: 'definitions' | 'references'
  readonly file: string
  readonly part: number
  /** The line on which the first record starts, from 0. */
  readonly entry: number
  /** The domain and the tag of the records that are meant. */
  readonly domain: string
  readonly tag: string
  /** The ids, of ASCII and with a blank between two. */
  readonly id: string
  /** Of references: their field, the ids of the records that refer, in the same form, and their domain and tag. */
  readonly field?: string | undefined
  readonly record?: string | undefined
  readonly ownDomain?: string | undefined
  readonly ownTag?: string | undefined
  /** One number for each id. */
  readonly data: {
    /** How many lines its record starts below `entry`. */
    readonly entries: readonly number[]
    /** Where it starts in its record, in UTF-16 code units. */
    readonly starts: readonly number[]
    /** Its line in its record, from 0, and its column, if they are not 0 and its start plus one. */
    readonly lines?: readonly number[] | undefined
    readonly columns?: readonly number[] | undefined
  }
}

const value = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.object({ time: v.number(), isDate: v.boolean() }),
  listOf(v.string()),
])

const values = v.object({
  kind: v.literal('values'),
  ...ofPart,
  entry: count,
  domain: v.string(),
  tag: v.string(),
  data: v.object({
    /** By the names of their fields; null for a value that is not allowed. */
    values: v.record(v.string(), v.nullable(value)),
    /** Where problems of the record can be, if rules are about it. */
    places: v.optional(
      v.object({
        /** The identity of the record. */
        record: v.string(),
        /** By the names of their fields; that of the tag has an empty name. */
        byField: v.record(v.string(), v.object({ start: count, ...place, text: v.string() })),
      }),
    ),
  }),
})

/** The values of a record that rules about several records read. */
export type ValuesFact = v.InferOutput<typeof values>

/** The values of many records of a tag in a part, in columns: almost all values. */
export type RecordsFact = {
  readonly kind: 'records'
  readonly file: string
  readonly part: number
  /** The line on which the first record starts, from 0. */
  readonly entry: number
  readonly domain: string
  readonly tag: string
  /** One item for each record. */
  readonly data: {
    /** How many lines it starts below `entry`. */
    readonly entries: readonly number[]
    /** By the names of their fields; null for a field that the record does not have. */
    readonly values: Readonly<Record<string, readonly (FactValue | null)[]>>
    /**
     * Where problems of the records can be, if rules are about them, by the names of their fields: where the value
     * starts in the record, and its length, which is 0 for an absent one. All of it is on the first line, and of ASCII.
     */
    readonly places?: Readonly<Record<string, PlacesOfField>> | undefined
  }
}

type FactValue = v.InferOutput<typeof value>

/** One item for each record. */
interface PlacesOfField {
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
}

export const isName = (fact: Fact): fact is NameFact => fact.kind === 'definition' || fact.kind === 'reference'

/** Whether a fact has many names. */
export const hasNames = (fact: Fact): fact is NamesFact => fact.kind === 'definitions' || fact.kind === 'references'

const otherFact = v.variant('kind', [part, finding, directive, undecided, possible, values, end])

/** Validates a row as a fact; undefined if it is not a fact. Columns may be missing or null. */
export function factOf(row: unknown): Fact | EndFact | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const given: Row = row
  if (given.kind === 'definition' || given.kind === 'reference') return nameOf(given, given.kind)
  if (given.kind === 'definitions' || given.kind === 'references') return namesOf(given, given.kind)
  if (given.kind === 'records') return recordsOf(given)
  const result = v.safeParse(otherFact, row)
  return result.success ? result.output : undefined
}

type Row = { readonly [Column in keyof typeof columns]?: unknown }

/** Names can be many, and a schema is many times slower, so they are validated by hand. */
function nameOf(row: Row, kind: NameFact['kind']): NameFact | undefined {
  const {
    file,
    part,
    entry,
    start,
    end,
    line,
    column,
    endLine,
    endColumn,
    domain,
    tag,
    id,
    field,
    record,
    ownDomain,
    ownTag,
  } = row
  if (!isText(file) || !isText(domain) || !isText(tag) || !isText(id)) return undefined
  if (!isCount(part) || !isCount(entry) || !isCount(start) || !isCount(end)) return undefined
  if (!isCount(line) || !isCount(column) || !isCount(endLine) || !isCount(endColumn)) return undefined
  const name = { kind, file, part, entry, start, end, line, column, endLine, endColumn, domain, tag, id }
  if (kind === 'definition') return name
  return isText(field) && isText(record) && isText(ownDomain) && isText(ownTag)
    ? { ...name, field, record, ownDomain, ownTag }
    : undefined
}

function namesOf(row: Row, kind: NamesFact['kind']): NamesFact | undefined {
  const { file, part, entry, domain, tag, id, field, record, ownDomain, ownTag, data } = row
  if (!isText(file) || !isText(domain) || !isText(tag) || !isText(id)) return undefined
  if (!isCount(part) || !isCount(entry) || !isObject(data)) return undefined
  const count = countIds(id)
  const { entries, starts, lines, columns } = data
  if (count === 0 || !areCounts(entries, count) || !areCounts(starts, count)) return undefined
  if (lines !== undefined && !areCounts(lines, count)) return undefined
  if (columns !== undefined && !areCounts(columns, count)) return undefined
  const names = { kind, file, part, entry, domain, tag, id, data: { entries, starts, lines, columns } }
  if (kind === 'definitions') return names
  return isText(field) && isText(record) && isText(ownDomain) && isText(ownTag) && countIds(record) === count
    ? { ...names, field, record, ownDomain, ownTag }
    : undefined
}

function recordsOf(row: Row): RecordsFact | undefined {
  const { file, part, entry, domain, tag, data } = row
  if (!isText(file) || !isText(domain) || !isText(tag) || !isCount(part) || !isCount(entry)) return undefined
  if (!isObject(data) || !Array.isArray(data.entries) || !isObject(data.values)) return undefined
  const { entries, values, places } = data
  const { length } = entries
  if (!areCounts(entries, length) || !hasOnly(values, column => areValues(column, length))) return undefined
  if (places === undefined) return { kind: 'records', file, part, entry, domain, tag, data: { entries, values } }
  const arePlaces = (column: unknown): column is PlacesOfField =>
    isObject(column) && areCounts(column.starts, length) && areCounts(column.lengths, length)
  if (!isObject(places) || !hasOnly(places, arePlaces)) return undefined
  return { kind: 'records', file, part, entry, domain, tag, data: { entries, values, places } }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const hasOnly = <Item>(
  object: Readonly<Record<string, unknown>>,
  isItem: (item: unknown) => item is Item,
): object is Readonly<Record<string, Item>> => Object.values(object).every(isItem)

const areValues = (column: unknown, length: number): column is (FactValue | null)[] =>
  Array.isArray(column) && column.length === length && column.every(isFactValue)

function isFactValue(value: unknown): boolean {
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  if (value === null) return true
  if (Array.isArray(value)) return value.every(isText)
  const { time, isDate }: { readonly time?: unknown; readonly isDate?: unknown } = value
  return typeof time === 'number' && typeof isDate === 'boolean'
}

/** The number of ids in a text; 0 if it is not as a fact has it. */
function countIds(text: string): number {
  if (!/^[!-~]+(?: [!-~]+)*$/.test(text)) return 0
  let count = 1
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++
  return count
}

const areCounts = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) && value.length === length && value.every(isCount)

const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** The columns of the table, and their types; `data` is JSON. */
export const columns = {
  kind: 'text',
  file: 'text',
  part: 'number',
  entry: 'number',
  start: 'number',
  end: 'number',
  line: 'number',
  column: 'number',
  endLine: 'number',
  endColumn: 'number',
  domain: 'text',
  tag: 'text',
  id: 'text',
  field: 'text',
  record: 'text',
  ownDomain: 'text',
  ownTag: 'text',
  data: 'text',
} as const satisfies Readonly<Record<string, 'text' | 'number'>>
