import * as v from 'valibot'
import type { PlacedSpan } from '../../output/places.ts'
import {
  isCount,
  isText,
  type NamesFact,
  namesOf,
  type OfName,
  type RecordsFact,
  type Row,
  recordsOf,
} from './facts-in-columns.ts'

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

/** The text of an entry, which has at least one character. */
const entryText = v.pipe(v.string(), v.minLength(1))
const placedText = v.object({ text: entryText, line: count })

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
    /** The names of the fields whose values the facts have, by the path of the tag; of domains that have records. */
    followed: v.record(v.string(), listOf(v.string())),
    /** The codes of the declared rules that ran, in the same way. */
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
      kind: v.picklist(['disable-next-line', 'disable', 'enable', 'unknown']),
      codes: listOf(v.object({ name: v.string(), ...span })),
      text: v.string(),
      span: v.object(span),
    }),
    next: v.optional(count),
    isBetween: v.boolean(),
  }),
})

/** A comment that suppresses problems. */
export type DirectiveFact = v.InferOutput<typeof directive>

const undecided = v.object({
  kind: v.literal('undecided'),
  ...ofPart,
  entry: count,
  data: v.object({ text: entryText, header: v.optional(placedText) }),
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

/** The name of a record, or one of its references. */
export type NameFact = PlacedSpan &
  OfName & {
    readonly kind: 'definition' | 'reference'
    readonly start: number
    readonly end: number
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

export const isName = (fact: Fact): fact is NameFact => fact.kind === 'definition' || fact.kind === 'reference'

/** Whether a fact has many names. */
export const hasNames = (fact: Fact): fact is NamesFact => fact.kind === 'definitions' || fact.kind === 'references'

const otherFact = v.variant('kind', [part, finding, directive, undecided, possible, values, end])

/** Validates a row as a fact; undefined if it is not a fact. Columns may be missing or null. */
export function factOf(row: unknown): Fact | EndFact | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  const given: Row = { ...row }
  if (given.kind === 'definition' || given.kind === 'reference') return nameOf(given, given.kind)
  if (given.kind === 'definitions' || given.kind === 'references') return namesOf(given, given.kind)
  if (given.kind === 'records') return recordsOf(given)
  const result = v.safeParse(otherFact, row)
  return result.success ? result.output : undefined
}

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
