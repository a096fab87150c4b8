import { readDayNumberSince1904 } from '../convert/foreign-tables/dates.ts'
import type { FieldDescriptor } from '../domains/descriptor.ts'
import { guessedType } from '../domains/guessed-type.ts'
import { localize } from '../domains/localize.ts'
import { shorten, show } from '../domains/message-text.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { countedValues } from './counted-values.ts'
import {
  cellsReadAs,
  type DraftColumn,
  draftValues,
  itemsIn,
  type TypeOfColumn,
  typeOfColumn,
  unitOfColumn,
} from './draft-column.ts'
import { isListColumn, listAdvice } from './list-column.ts'
import type { DraftTable } from './tables.ts'

/** A field that a draft proposes, and why, as parts of a sentence. */
export interface ProposedField {
  readonly column: DraftColumn
  readonly field: FieldDescriptor
  /** The values of the rows as an import writes them; undefined for none. */
  readonly cells: readonly (string | undefined)[]
  readonly reasons: readonly string[]
}

type EditedField = { -readonly [Key in keyof FieldDescriptor]: FieldDescriptor[Key] }

/** From how many values on a small set of them is an enum, and how often each must be there on average. */
const fewestForEnum = 10
const timesEach = 4
const mostInEnum = 15

/** Fewer rows than this tell nothing of what others will have. */
export const fewestForRules = 10

/** From which part of the rows on a field is usual. */
const usualPart = 0.8

/**
 * The field that fits all values of a column.
 *
 * @param name the name of the field
 * @param isId whether the values identify the rows
 */
export function fieldOfColumn(column: DraftColumn, table: DraftTable, name: string, isId: boolean): ProposedField {
  const values = draftValues(column)
  const reasons: string[] = []
  const isNumbered = isId || isIdName(name)
  const found = fieldTypeOf(column, table, isNumbered, reasons)
  const { type, cells } = found
  const isList = column.isList || (type === 'string' && !isNumbered && isListColumn(values))
  const written = itemsIn({ ...column, isList })
  const items = type === 'string' ? written : cells.filter(cell => cell !== undefined)
  const distinct = new Set(items)
  const field: EditedField = { name, type }
  reasons.unshift(...typeReasons(column, found, table))
  if (isId) reasons.push(localize('the id, as each row has another value'))
  addPresence(field, column, table, isId, reasons)
  if (isList) {
    field.list = true
    reasons.push(
      column.isList
        ? localize('a list, as its values are lists')
        : localize('a list, as its values have commas between them'),
    )
  } else if (type === 'string') reasons.push(...listAdvice(values))
  if (type === 'string' && !isNumbered && !column.hasEmptyTexts && isSmallSet(items, distinct)) {
    field.enum = countedValues(items)
    reasons.push(
      localize('an enum, as {count} values are only {different} different ones', {
        count: items.length,
        different: distinct.size,
      }),
    )
  }
  if (type === 'int' || type === 'float') addNumberFacts(field, column, items, reasons)
  const couldBe = table.hasFields && type === 'string' ? typeOfColumn(column, false).type : type
  if (couldBe === 'bool' && type !== 'bool')
    reasons.push(localize('bool would fit, if the records shall have true and false'))
  const pattern = isNumbered && type === 'string' && !column.hasEmptyTexts ? patternOf(distinct) : undefined
  if (pattern !== undefined) {
    field.pattern = pattern
    reasons.push(
      distinct.size === 1
        ? localize('pattern {pattern}, which the only value matches', { pattern })
        : localize('pattern {pattern}, which all {count} different values match', { pattern, count: distinct.size }),
    )
  }
  const [example] = items
  if (example !== undefined && example.length <= 60) field.example = example
  if (name !== column.name && !column.isShared) {
    field.aliases = [column.name]
    reasons.push(localize('named after the column {column}', { column: show(column.name) }))
  }
  return { column, field, cells, reasons: reasons.length > 0 ? reasons : [plainTextReason()] }
}

/** Why a field has a text, where nothing is to say of it. */
export const plainTextReason = (): string => localize('text')

/** The type of a field: the one that the user chooses, or else the one that an import reads all values as. */
function fieldTypeOf(column: DraftColumn, table: DraftTable, isNumbered: boolean, reasons: string[]): TypeOfColumn {
  const asText: TypeOfColumn = { type: 'string', cells: column.cells }
  if (column.type !== undefined) {
    const cells = cellsReadAs(column.type, column)
    reasons.push(
      cells
        ? localize('{type}, as you choose', { type: column.type })
        : localize('{type}, as you choose, but some values are none', { type: column.type }),
    )
    return { type: column.type, cells: cells ?? column.cells }
  }
  // An id is a text, whose digits are no number to count with. The values of records stay as they are.
  if (isNumbered || column.isList) return asText
  return table.hasFields
    ? { type: guessedType(draftValues(column)), cells: column.cells }
    : typeOfColumn(column, isDayName(column.name))
}

function typeReasons(column: DraftColumn, { type, cells, option }: TypeOfColumn, table: DraftTable): string[] {
  const values = draftValues(column)
  if (values.length === 0) return [localize('text, as it has no value')]
  if (column.type !== undefined) return []
  if (column.hasEmptyTexts)
    return [localize('text, as some values are empty texts; an import with --null "" takes these for no value')]
  if (type === 'string') return []
  const isRead = !table.hasFields && cells.some((cell, row) => cell !== column.cells[row])
  if (!isRead)
    return [
      values.length === 1
        ? localize('{type}, as the only value is one', { type })
        : localize('{type}, as all {count} values are one', { type, count: values.length }),
    ]
  return [readReason(type, column.cells, cells, option), ...since1904Reason(type, column)]
}

/** What numbers of days mean if they count from 1904, which a text file does not tell. */
function since1904Reason(type: TypeName, column: DraftColumn): string[] {
  const [first = ''] = draftValues(column)
  const isTold = column.tables.some(({ choices }) => choices.daysSince === 1904)
  const day = type === 'ts' && !isTold ? readDayNumberSince1904(first) : undefined
  return day === undefined ? [] : [localize('if the days count from 1904, {text} is {day}', { text: show(first), day })]
}

/** Whether rows always or mostly have a value. */
function addPresence(
  field: EditedField,
  column: DraftColumn,
  { rowCount }: DraftTable,
  isId: boolean,
  reasons: string[],
): void {
  const { length } = draftValues(column)
  // A required field "id" would be the id of the record, whose values differ.
  const isNoId = field.name === 'id' && !isId
  if (length > 0 && length === rowCount && (isId || rowCount >= fewestForRules) && !isNoId) {
    field.required = true
    reasons.push(localize('required, as every row has it'))
  } else if (length >= rowCount * usualPart && length > 0) {
    field.usual = true
    reasons.push(
      localize('usual, as {percent} % of the rows have it', { percent: Math.floor((length / rowCount) * 100) }),
    )
  }
}

/** The range of numbers, and the unit that all of them are written with. */
function addNumberFacts(field: EditedField, column: DraftColumn, items: readonly string[], reasons: string[]): void {
  const unit = unitOfColumn(column)
  if (unit !== undefined) {
    field.unit = unit
    reasons.push(localize('unit {unit}, as all values have it', { unit }))
  }
  const range = items.length >= fewestForRules ? rangeOfItems(items) : undefined
  if (!range) return
  field.range = range
  reasons.push(
    localize('range {least} to {greatest}, as seen; widen it for what may come', {
      least: range[0],
      greatest: range[1],
    }),
  )
}

/** Why a field has a type that its values get in an import: with an example, or with all truth words. */
function readReason(
  type: FieldDescriptor['type'],
  before: readonly (string | undefined)[],
  after: readonly (string | undefined)[],
  option: string | undefined,
): string {
  const meanings = new Map<string, string>()
  for (const [row, text] of before.entries()) {
    const value = after[row]
    if (text !== undefined && value !== undefined && value !== text) meanings.set(text, value)
  }
  const changed = [...meanings]
  const isNext = ([, value]: readonly [string, string], index: number): boolean =>
    type === 'bool' ? changed.findIndex(([, other]) => other === value) === index : index === 0
  // Of truth values, one of each.
  const examples = {
    and: changed.filter(isNext).map(([text, value]) => localize('{text} as {value}', { text: show(text), value })),
  }
  const { length: count } = before.filter(cell => cell !== undefined)
  if (option === undefined)
    return count === 1
      ? localize('{type}, as recline convert reads the only value as one, such as {examples}', { type, examples })
      : localize('{type}, as recline convert reads all {count} values as one, such as {examples}', {
          type,
          count,
          examples,
        })
  return count === 1
    ? localize('{type}, as recline convert reads the only value as one, where it needs {option}, such as {examples}', {
        type,
        option,
        examples,
      })
    : localize(
        '{type}, as recline convert reads all {count} values as one, where it needs {option}, such as {examples}',
        { type, count, option, examples },
      )
}

/** Whether the name of a column is that of a day or a time, so that numbers in it can be days since 1900. */
function isDayName(column: string): boolean {
  const words = column.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()
  return dayWord.test(words)
}

const dayWord =
  /(?:^|[^a-z])(?:dates?|days?|due|deadline|dob|birth(?:day)?|start(?:ed)?|end(?:ed)?|begin|expir(?:es|y)|opened|closed|created|updated|received|collected|issued|signed|datum|beginn|ende|fecha|jour)(?:[^a-z]|$)|日付|年月日|期日/

/** Whether a name is that of an id or a code, such as `rid`, `order_id` and `patient_ref`. */
export const isIdName = (name: string): boolean => /(^|_)(r?id|ref|code|key|uuid)$/.test(name)

const isSmallSet = (items: readonly string[], distinct: ReadonlySet<string>): boolean =>
  items.length >= fewestForEnum &&
  distinct.size <= mostInEnum &&
  items.length >= distinct.size * timesEach &&
  [...distinct].every(value => value.length <= 40)

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
  const shown = [...wrong].slice(0, 3).map(value => show(shorten(value)))
  const last = shown.pop()!
  const some = shown.length === 0 ? last : localize('{words} and {last}', { words: shown.join(', '), last })
  return wrong.size > 3
    ? localize('{words} and {last}', { words: some, last: localize('{count} more', { count: wrong.size - 3 }) })
    : some
}
