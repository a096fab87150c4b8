import { counted } from '../basics/text.ts'
import type { ValueChoices } from '../convert/foreign-tables/value-choices.ts'
import { readingOfColumn } from '../convert/foreign-tables/values.ts'
import type { FieldDescriptor } from '../domains/descriptor.ts'
import { guessedType } from '../domains/guessed-type.ts'
import { allOf, shorten, show } from '../domains/message-text.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { type DraftColumn, type DraftTable, itemsIn } from './tables.ts'

/** A field that a draft proposes, and why, as parts of a sentence. */
export interface ProposedField {
  readonly column: DraftColumn
  readonly field: FieldDescriptor
  readonly reasons: readonly string[]
}

/** From how many values on a small set of them is an enum, and how often each must be there on average. */
const fewestForEnum = 10
const timesEach = 4
const mostInEnum = 15

/** Fewer rows than this tell nothing of what others will have. */
const fewestForRules = 10

/** From which part of the rows on a field is usual. */
const usualPart = 0.8

/**
 * The field that fits all values of a column.
 *
 * @param name the name of the field
 * @param isId whether the values identify the rows
 */
export function fieldOfColumn(column: DraftColumn, table: DraftTable, name: string, isId: boolean): ProposedField {
  const { rowCount } = table
  const { values } = column
  const written = itemsIn(column)
  const reasons: string[] = []
  const isNumbered = isId || isIdName(name)
  // An id is a text, whose digits are no number to count with. The values of records stay as they are.
  const found: TypeOfColumn = table.hasFields ? { type: guessedType(written) } : typeOfColumn(written)
  const { type, read, option }: TypeOfColumn = isNumbered || column.isList ? { type: 'string' } : found
  const items = read ? written.map(read) : written
  const distinct = new Set(items)
  const field: { -readonly [Key in keyof FieldDescriptor]: FieldDescriptor[Key] } = { name, type }
  if (values.length === 0) reasons.push('text, as it has no value')
  else if (read) reasons.push(readReason(type, written, read, option))
  else if (type !== 'string') reasons.push(`${type}, as ${allValues(values.length)} one`)
  if (isId) reasons.push('the id, as each row has another value')
  if (values.length > 0 && values.length === rowCount && (isId || rowCount >= fewestForRules)) {
    field.required = true
    reasons.push('required, as every row has it')
  } else if (values.length >= rowCount * usualPart && values.length > 0) {
    field.usual = true
    reasons.push(`usual, as ${Math.floor((values.length / rowCount) * 100)} % of the rows have it`)
  }
  if (column.isList) {
    field.list = true
    reasons.push('a list, as its values are lists')
  }
  if (type === 'string' && !isNumbered && isSmallSet(items, distinct)) {
    field.enum = byCount(items)
    reasons.push(`an enum, as ${counted(items.length, 'value')} are only ${distinct.size} different ones`)
  }
  if ((type === 'int' || type === 'float') && items.length >= fewestForRules) {
    const range = rangeOfItems(items)
    if (range) {
      field.range = range
      reasons.push(`range ${range[0]} to ${range[1]}, as seen; widen it for what may come`)
    }
  }
  const truth = table.hasFields ? typeOfColumn(written) : found
  if (truth.type === 'bool' && type !== 'bool') reasons.push('bool would fit, if the records shall have true and false')
  const pattern = isNumbered ? patternOf(distinct) : undefined
  if (pattern !== undefined) {
    field.pattern = pattern
    reasons.push(`pattern ${pattern}, which all ${counted(distinct.size, 'different value')} match`)
  }
  const [example] = items
  if (example !== undefined && example.length <= 60) field.example = example
  if (name !== column.name) {
    field.aliases = [column.name]
    reasons.push(`named after the column ${show(column.name)}`)
  }
  return { column, field, reasons: reasons.length > 0 ? reasons : ['text'] }
}

/** Why a field has a type that its values get in an import: with an example, or with all truth words. */
function readReason(
  type: FieldDescriptor['type'],
  written: readonly string[],
  read: (text: string) => string,
  option: string | undefined,
): string {
  const changed = [...new Set(written)].filter(text => read(text) !== text)
  const isNext = (text: string, index: number): boolean =>
    type === 'bool' ? changed.findIndex(other => read(other) === read(text)) === index : index === 0
  // Of truth values, one of each.
  const shown = changed.filter(isNext)
  const examples = allOf(shown.map(text => `${show(text)} as ${read(text)}`))
  const all = written.length === 1 ? 'the only value' : `all ${counted(written.length, 'value')}`
  const choice = option === undefined ? '' : `, where it needs ${option}`
  return `${type}, as recline convert reads ${all} as one${choice}, such as ${examples}`
}

const allValues = (count: number): string => (count === 1 ? 'the only value is' : `all ${counted(count, 'value')} are`)

/** Whether a name is that of an id or a code, such as `rid`, `order_id` and `patient_ref`. */
const isIdName = (name: string): boolean => /(^|_)(r?id|ref|code|key|uuid)$/.test(name)

const isSmallSet = (items: readonly string[], distinct: ReadonlySet<string>): boolean =>
  items.length >= fewestForEnum &&
  distinct.size <= mostInEnum &&
  items.length >= distinct.size * timesEach &&
  [...distinct].every(value => value.length <= 40)

/** The different values, the most frequent one first. */
function byCount(items: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value)
}

function rangeOfItems(items: readonly string[]): readonly [number, number] | undefined {
  let [least, greatest] = [Infinity, -Infinity]
  for (const item of items) {
    least = Math.min(least, Number(item))
    greatest = Math.max(greatest, Number(item))
  }
  return least <= greatest && Math.abs(least) <= Number.MAX_SAFE_INTEGER && greatest <= Number.MAX_SAFE_INTEGER
    ? [least, greatest]
    : undefined
}

/** The fewest different values that show a pattern. */
const fewestForPattern = 5

/**
 * A pattern that all texts match, if they are built alike: the same signs between letters and digits, the same words
 * or as many letters, and any number of digits from the fewest on. Undefined for others.
 */
export function patternOf(texts: ReadonlySet<string>): string | undefined {
  if (texts.size < fewestForPattern) return undefined
  let parts: { readonly kind: string; readonly texts: Set<string> }[] | undefined
  for (const text of texts) {
    if (text.length > 40) return undefined
    const runs = text.match(/\d+|[A-Za-z]+|[^A-Za-z\d]+/g) ?? []
    parts ??= runs.map(run => ({ kind: runKind(run), texts: new Set() }))
    if (runs.length !== parts.length) return undefined
    for (const [index, run] of runs.entries()) {
      const part = parts[index]!
      if (part.kind !== runKind(run)) return undefined
      part.texts.add(run)
    }
  }
  const written = (parts ?? []).map(({ kind, texts: some }) => patternOfRuns(kind, [...some]))
  // Of one run of letters, a pattern says nothing.
  return written.includes(undefined) || !parts?.some(({ kind }) => kind === 'digits') ? undefined : written.join('')
}

const runKind = (run: string): string => {
  if (/^\d/.test(run)) return 'digits'
  return /^[A-Za-z]/.test(run) ? 'letters' : `sign ${run}`
}

function patternOfRuns(kind: string, runs: readonly string[]): string | undefined {
  const [first = ''] = runs
  if (kind === 'digits') {
    const fewest = Math.min(...runs.map(({ length }) => length))
    const most = Math.max(...runs.map(({ length }) => length))
    return fewest === most ? `\\d{${fewest}}` : `\\d{${fewest},}`
  }
  if (runs.length === 1) return first.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const isAlike = runs.every(({ length }) => length === first.length)
  if (!isAlike) return undefined
  const letters = runs.every(run => run === run.toUpperCase()) ? 'A-Z' : 'A-Za-z'
  return `[${runs.every(run => run === run.toLowerCase()) ? 'a-z' : letters}]{${first.length}}`
}

/** The values of a column that are not allowed in a field, as a part of a sentence; undefined if all are. */
export function refusedValues(values: readonly string[], isAllowed: (value: string) => boolean): string | undefined {
  const wrong = new Set(values.filter(value => !isAllowed(value)))
  if (wrong.size === 0) return undefined
  const some = allOf([...wrong].slice(0, 3).map(value => show(shorten(value))))
  return wrong.size > 3 ? `${some} and ${wrong.size - 3} more` : some
}

/** The type of the values of a column, and the values as an import writes them. */
interface TypeOfColumn {
  readonly type: TypeName
  /** Reads a value as an import does; undefined if the values are of the type as they are. */
  readonly read?: (text: string) => string
  /** What the user has to say in an import, because the values can be read in two ways. */
  readonly option?: string
}

/** Fewer values 0 and 1 can be numbers of anything. */
const fewestZerosAndOnes = 10

/**
 * The type that all values of a column have, or that an import reads all of them as: `Yes` and `no` are truth values,
 * and `30.06.2026` is a date.
 */
function typeOfColumn(values: readonly string[]): TypeOfColumn {
  const type = guessedType(values)
  const couldBeTruth = type === 'string' || (type === 'int' && values.length >= fewestZerosAndOnes)
  const truth = couldBeTruth ? readAs('bool', values) : undefined
  // One word alone, such as `no`, can be anything.
  if (truth && new Set(values.map(truth)).size === 2) return { type: 'bool', read: truth }
  if (type !== 'string' || values.some(text => /^[+-]?0\d/.test(text) && !/[^\d+-]/.test(text))) return { type }
  for (const { type, choices, option } of importTypes) {
    const read = readAs(type, values, choices)
    if (read) return { type, read, ...(option && { option }) }
  }
  return { type }
}

/** The types that an import reads, the narrowest first. Where that takes a choice, any will do. */
const importTypes: readonly { readonly type: TypeName; readonly choices: ValueChoices; readonly option?: string }[] = [
  { type: 'int', choices: {} },
  { type: 'float', choices: {} },
  { type: 'float', choices: { decimalMark: 'point' }, option: '--decimal-mark' },
  { type: 'ts', choices: {} },
  { type: 'ts', choices: { dateOrder: 'day-month' }, option: '--date-order' },
]

/** How an import reads the values as a type; undefined if some of them cannot be read. */
function readAs(
  type: TypeName,
  values: readonly string[],
  choices: ValueChoices = {},
): ((text: string) => string) | undefined {
  if (values.length === 0) return undefined
  const { read, doubt } = readingOfColumn('', type, values, choices)
  return !doubt && values.every(value => valueTypes[type].accepts(read(value))) ? read : undefined
}
