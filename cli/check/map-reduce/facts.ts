import * as v from 'valibot'
import { keyFieldsIn, keyValuesOf } from '../../../shared/domains/unique-keys.ts'
import type { Timestamp } from '../../../shared/expression/run/values.ts'

/**
 * The result of checking a part of a file, as rows of one table with the columns of `columns`, so that table engines
 * can read it. Facts are read from files, so they must be validated.
 */
export type Fact = PartFact | FindingFact | DirectiveFact | UndecidedFact | PossibleFact | ValuesFact | NameFact

/** The version of the facts. Those of other versions are refused. */
export const factsVersion = 3

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const listSchema = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())
const placeEntries = { line: countSchema, column: countSchema, endLine: countSchema, endColumn: countSchema }

/** The text of an entry, which has at least one character. */
const entryText = v.pipe(v.string(), v.minLength(1))
const placedText = v.object({ text: entryText, line: countSchema })

const lineState = v.object({
  header: v.optional(placedText),
  isInBlock: v.boolean(),
  line: countSchema,
})

/** The file, and the part of the file, by the byte at which the part starts. */
const ofPart = { file: v.string(), part: countSchema }
/** The line on which an entry starts, from 0, and an offset in the entry, in UTF-16 code units. */
const inEntry = { entry: countSchema, start: countSchema }

const partSchema = v.object({
  kind: v.literal('part'),
  ...ofPart,
  data: v.object({
    version: v.literal(factsVersion),
    end: countSchema,
    isLast: v.boolean(),
    records: countSchema,
    /** The number of records that name files, which are not checked here. */
    namingFiles: v.optional(countSchema),
    before: lineState,
    after: lineState,
    /** The number of records of each domain, by its path, without the undecided ones. */
    counts: v.record(v.string(), countSchema),
    /** The entries at the top of the file, where fixes put a header. Only the first part has them. */
    top: v.optional(listSchema(placedText)),
    /** A block that starts here and is open in the end. */
    openBlock: v.optional(placedText),
    /** The conflict markers of git, if there are any. Their places are lines. */
    markers: v.optional(
      listSchema(v.object({ place: countSchema, line: countSchema, start: countSchema, text: v.string() })),
    ),
    /** What `now` means in rules, in milliseconds since 1970. */
    now: v.number(),
    /** The names of the fields whose values the facts have, by the path of the tag; of domains that have records. */
    followed: v.record(v.string(), listSchema(v.string())),
    /** The codes of the declared rules that ran, in the same way. */
    rules: v.optional(v.record(v.string(), listSchema(v.string())), {}),
  }),
})

/** A part of a file. */
export type PartFact = v.InferOutput<typeof partSchema>

const changeSchema = v.object({ ...placeEntries, text: v.string() })
const finding = v.object({
  kind: v.literal('finding'),
  ...ofPart,
  ...inEntry,
  data: v.object({
    code: v.string(),
    severity: v.picklist(['error', 'warning', 'information']),
    message: v.string(),
    ...placeEntries,
    domain: v.nullable(v.string()),
    tag: v.nullable(v.string()),
    field: v.nullable(v.string()),
    identity: v.object({ record: v.string(), value: v.string() }),
    excerpt: v.object({ text: v.string(), column: v.number(), isCut: v.boolean() }),
    related: v.optional(listSchema(v.object({ file: v.string(), line: countSchema, message: v.string() }))),
    isFixable: v.boolean(),
    hasAnswer: v.optional(v.boolean()),
    fixes: listSchema(v.object({ title: v.string(), isSafe: v.boolean(), changes: listSchema(changeSchema) })),
  }),
})

/** A problem in a part, suppressed or not, with all details and the standard severity of its code. */
type FindingFact = v.InferOutput<typeof finding>

const span = { start: countSchema, end: countSchema }
const directive = v.object({
  kind: v.literal('directive'),
  ...ofPart,
  entry: countSchema,
  data: v.object({
    directive: v.object({
      kind: v.picklist(['disable-next-line', 'disable', 'enable', 'unknown']),
      codes: listSchema(v.object({ name: v.string(), ...span })),
      text: v.string(),
      span: v.object(span),
    }),
    next: v.optional(countSchema),
    isBetween: v.boolean(),
  }),
})

/** A comment that suppresses problems. */
export type DirectiveFact = v.InferOutput<typeof directive>

const undecidedSchema = v.object({
  kind: v.literal('undecided'),
  ...ofPart,
  entry: countSchema,
  data: v.object({ text: entryText, header: v.optional(placedText) }),
})

/** A record whose tag has several definitions that fit it equally. The other records of the file decide. */
export type UndecidedFact = v.InferOutput<typeof undecidedSchema>

const end = v.object({
  kind: v.literal('end'),
  ...ofPart,
  data: v.object({ facts: countSchema }),
})

/**
 * The end of the facts of a file, or of a range of it, and how many there are above. Without it, nobody would see that
 * facts are missing.
 */
export type EndFact = v.InferOutput<typeof end>

const possible = v.object({
  kind: v.literal('possible'),
  ...ofPart,
  entry: countSchema,
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
export type NameFact = ColumnsOfName &
  (
    | {
        readonly kind: 'definition'
        /** Of values in a unique list, the identity of the record. */
        readonly record?: string | null | undefined
      }
    | {
        readonly kind: 'reference'
        /** The field that refers. */
        readonly field: string
        /** The identity of its record, which starts with the path of its tag. */
        readonly record: string
      }
  )

/** The columns of both kinds of names. */
export interface ColumnsOfName {
  readonly file: string
  readonly part: number
  /** The line on which its record starts, from 0. */
  readonly entry: number
  readonly start: number
  /** Its line and its column from 1, if they are not `entry` plus one and `start` plus one. */
  readonly line?: number | null | undefined
  readonly column?: number | null | undefined
  /** Where it ends, if that does not follow from its start and its id, as it has escapes. */
  readonly end?: number | null | undefined
  readonly endLine?: number | null | undefined
  readonly endColumn?: number | null | undefined
  /**
   * The domain and the tag of the records that are meant. For values in a unique list, the fields follow the tag:
   * `VULNERABILITY?cve&affected`. So the same statements find what is there twice.
   */
  readonly domain: string
  readonly tag: string
  readonly id: string
}

/** The values of a record that rules about several records read. */
export interface ValuesFact {
  readonly kind: 'values'
  readonly file: string
  readonly part: number
  /** The line on which the record starts, from 0. */
  readonly entry: number
  readonly domain: string
  readonly tag: string
  readonly data: {
    /** By the names of their fields; null for a value that is not allowed. */
    readonly values: Readonly<Record<string, FactValue | null>>
    /** The text of the record, if such a rule is about it. */
    readonly text?: string | undefined
  }
}

/** A value as JSON. The time of a timestamp is in milliseconds since 1970. */
type FactValue = string | number | boolean | FactTime | readonly string[]

type FactTime = Pick<Timestamp, 'time' | 'isDate' | 'dayShift'>

export const isName = (fact: Fact | EndFact): fact is NameFact =>
  fact.kind === 'definition' || fact.kind === 'reference'

const otherFact = v.variant('kind', [partSchema, finding, directive, undecidedSchema, possible, end])

/** A row of the table of facts, which is not validated. */
type FactRow = Readonly<Record<string, unknown>>

/** Validates a row as a fact; undefined if it is not a fact. Columns may be missing or null. */
export function factOf(row: unknown): Fact | EndFact | undefined {
  if (!isFactRow(row)) return undefined
  // Names and values are many, and a schema is many times slower, so they are validated by hand, and not copied.
  if (row.kind === 'definition' || row.kind === 'reference') return isNameFact(row) ? row : undefined
  if (row.kind === 'values') return isValuesFact(row) ? row : undefined
  const result = v.safeParse(otherFact, row)
  return result.success ? result.output : undefined
}

function isNameFact(row: FactRow): row is FactRow & NameFact {
  const { kind, file, part, entry, start, domain, tag, id } = row
  return (
    isFactText(file) &&
    isFactText(domain) &&
    isFactText(tag) &&
    isFactText(id) &&
    isCount(part) &&
    isCount(entry) &&
    isCount(start) &&
    isOptionalCount(row.line) &&
    isOptionalCount(row.column) &&
    isOptionalCount(row.end) &&
    isOptionalCount(row.endLine) &&
    isOptionalCount(row.endColumn) &&
    (kind === 'reference'
      ? isFactText(row.field) && isFactText(row.record)
      : keyFieldsIn(tag) === undefined || (isFactText(row.record) && isKeyId(tag, id)))
  )
}

function isKeyId(tag: string, id: string): boolean {
  try {
    const fields = keyFieldsIn(tag)!
    const values: unknown = keyValuesOf(fields, id)
    return Array.isArray(values) && values.length === fields.length && values.every(isFactText)
  } catch {
    return false
  }
}

function isValuesFact(row: FactRow): row is FactRow & ValuesFact {
  const { file, part, entry, domain, tag, data } = row
  if (!isFactText(file) || !isFactText(domain) || !isFactText(tag) || !isCount(part) || !isCount(entry)) return false
  if (!isFactRow(data) || !isFactRow(data.values)) return false
  const { values, text } = data
  if (text !== undefined && (!isFactText(text) || text === '')) return false
  for (const name in values) if (values[name] !== null && !isValue(values[name])) return false
  return true
}

function isValue(value: unknown): value is FactValue {
  if (Array.isArray(value)) return value.every(isFactText)
  if (isFactRow(value))
    return (
      typeof value.time === 'number' &&
      typeof value.isDate === 'boolean' &&
      [undefined, -1, 1].includes(value.dayShift as number | undefined)
    )
  return isFactText(value) || typeof value === 'number' || typeof value === 'boolean'
}

const isFactRow = (value: unknown): value is FactRow => typeof value === 'object' && value !== null
const isFactText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isOptionalCount = (value: unknown): boolean => value === undefined || value === null || isCount(value)

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
  data: 'text',
} as const satisfies Readonly<Record<string, 'text' | 'number'>>
