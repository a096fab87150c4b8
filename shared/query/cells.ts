import { jsonNumber } from '../convert/json-lines.ts'
import type { FieldDefinition } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import type { Frame } from '../expression/run/frame.ts'
import { type Value, valueAsText } from '../expression/run/values.ts'
import { type RecordNode, valueText as writtenText } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import type { FoundRecord } from './found-record.ts'
import type { QueryColumn } from './query-plan.ts'

/** A number as it is written, which can have more digits than a value. */
export interface WrittenNumber {
  /** As JSON has it. */
  readonly digits: string
  /** As it is written, if that is no number of JSON, such as `007`. */
  readonly text?: string
}

/** What a row has in a column; undefined for an absent value. */
export type Cell = Value | WrittenNumber | undefined

/** The cells of one row of a result. */
export type Row = readonly Cell[]

export const isWrittenNumber = (cell: Cell): cell is WrittenNumber => typeof cell === 'object' && 'digits' in cell

/** The text of a cell; empty for an absent value. */
export function textOfCell(cell: Cell): string {
  if (cell === undefined) return ''
  return isWrittenNumber(cell) ? (cell.text ?? cell.digits) : valueAsText(cell)
}

/**
 * The cells of a record. A column that is only a field has what is written, also if it is not allowed. A value can have
 * fewer digits, and has no time zone.
 */
export function rowOf(columns: readonly QueryColumn[], { frame, text, undefinedFields }: FoundRecord): Row {
  let record: RecordNode | undefined
  let hasOddNumber: boolean | undefined
  return columns.map(column => {
    const { field } = column
    if (field?.isUndefined && !undefinedFields.includes(field.name)) return undefined
    const value = valueIn(column, frame)
    if (!field || !(field.isUndefined || isWrittenOtherwise(value, field, frame))) return value
    // Most whole numbers are written as they are shown, and most records need not be parsed for them.
    if (field.type === 'int' && value !== undefined) {
      hasOddNumber ??= oddNumber.test(text())
      if (!hasOddNumber) return value
    }
    record ??= parse(text()).entries[0] as RecordNode
    return writtenCellOf(record, field)
  })
}

/** What a record is counted by: a value, or if a field has none of its type, what is written. */
export function groupCell({ evaluate, field }: QueryColumn, found: FoundRecord): Cell {
  const value = evaluate(found.frame)
  if (value !== undefined || !field || !found.frame.record.isWritten(field)) return value
  return cellAsWritten(found, field)
}

/** What is written for a field of a record. */
export const cellAsWritten = ({ text }: FoundRecord, field: FieldDefinition): Cell =>
  writtenCellOf(parse(text()).entries[0] as RecordNode, field)

function valueIn({ type, evaluate }: QueryColumn, frame: Frame): Value | undefined {
  const value = evaluate(frame)
  return type.kind === 'duration' && value !== undefined ? valueAsText(value, true) : value
}

/** Whether a field can be written in another way than its value says. */
const isWrittenOtherwise = (value: Value | undefined, field: FieldDefinition, { record }: Frame): boolean =>
  value === undefined ? record.isWritten(field) : !field.list && field.type !== 'string' && field.type !== 'bool'

/** What a record has whose whole number is written with a sign that it does not need, or with zeros before it. */
const oddNumber = /=\s*["']?(?:\+|-?0\d|-0)/

function writtenCellOf(record: RecordNode, { name, type }: FieldDefinition): Cell {
  const value = record.fields.find(field => field.name === name && field.value)?.value
  if (!value) return undefined
  const text = writtenText(record, value)
  const { isNumber, accepts } = valueTypes[type]
  if (!isNumber || !accepts(text)) return text
  if (jsonNumber.test(text)) return { digits: text }
  return type === 'int' ? { digits: String(BigInt(text.replace('+', ''))), text } : text
}
