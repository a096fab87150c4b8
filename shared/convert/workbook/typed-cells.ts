import { valueTypes } from '../../domains/value-types/index.ts'
import { dayLength } from '../../domains/value-types/ts.ts'
import { typeNamed } from '../../syntax/type-words.ts'
import { type CellFormat, cellFormat, numberText } from './cell-formats.ts'

/** What a cell holds: a text, a truth value, or a number with the code of its format. */
export type CellContent =
  | { readonly kind: 'text' }
  | { readonly kind: 'bool'; readonly value: '0' | '1' }
  | { readonly kind: 'number'; readonly value: string; readonly format: string }

const withoutType: CellContent = { kind: 'text' }

/**
 * Makes a function that says what a cell of a column holds. It is a number, a date or a truth value only if reading it
 * gives the same text: `4.50` is 4.5 in a format with two decimals, and `007` and `+3` are texts.
 *
 * @param type the type of the column
 */
export function cellWriter(type: string): (text: string) => CellContent {
  const known = typeNamed(type)
  if (known === undefined || known === 'string') return () => withoutType
  const cells = new Map<string, CellContent>()
  const write = (text: string): CellContent => {
    if (!valueTypes[known].accepts(text)) return withoutType
    if (known === 'bool') return { kind: 'bool', value: text === 'true' ? '1' : '0' }
    const cell = known === 'ts' ? dateCell(text) : numberCell(text)
    return cell && readBack(cell) === text ? cell : withoutType
  }
  return text => {
    const found = cells.get(text)
    if (found) return found
    const cell = write(text)
    if (cells.size < mostKnownCells) cells.set(text, cell)
    return cell
  }
}

/** A column with more different texts mostly has each of them once. */
const mostKnownCells = 5000

type NumberCell = Extract<CellContent, { readonly kind: 'number' }>

/** Spreadsheets keep this many digits. */
const mostDigitsOfCell = 15
/** Without a format, longer numbers are shown with an exponent, or rounded. */
const mostDigitsShown = 10

function numberCell(text: string): NumberCell | undefined {
  const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '' || whole.length + fraction.length > mostDigitsOfCell) return undefined
  const plain: NumberCell = { kind: 'number', value: text, format: '' }
  if (whole.length + fraction.length <= mostDigitsShown && readBack(plain) === text) return plain
  return { ...plain, format: fraction === '' ? '0' : `0.${'0'.repeat(fraction.length)}` }
}

/** Excel counts a day too much from 1900 to here, and no days before 1900. */
const firstDate = '1900-03-01'
const dayZero = -25_569

function dateCell(text: string): NumberCell | undefined {
  const [, day = '', time, seconds, fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? []
  if (day < firstDate) return undefined
  const days = Date.parse(`${day}T00:00Z`) / dayLength - dayZero
  if (time === undefined) return { kind: 'number', value: String(days), format: 'yyyy-mm-dd' }
  const clock = `${time}:${seconds ?? '00'}.${fraction.padEnd(3, '0')}`
  const ofDay = Date.parse(`1970-01-01T${clock}Z`) / dayLength
  const shownSeconds = seconds === undefined ? '' : `:ss${fraction === '' ? '' : `.${'0'.repeat(fraction.length)}`}`
  const format = `yyyy-mm-dd"T"hh:mm${shownSeconds}${zone === '' ? '' : `"${zone}"`}`
  return { kind: 'number', value: String(days + ofDay), format }
}

/** The text that a number is read as. */
function readBack({ value, format }: NumberCell): string {
  let known = formatsByCode.get(format)
  if (!known) {
    known = cellFormat(0, format === '' ? undefined : format)
    formatsByCode.set(format, known)
  }
  return numberText(value, known, false).text
}

/** The formats of numbers and dates are few, but zones are as many as there are offsets. */
const formatsByCode = new Map<string, CellFormat>()
