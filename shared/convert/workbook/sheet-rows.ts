import { localize } from '../../domains/localize.ts'
import { type CellFormat, type CellKind, cellFormat, type NumberText, numberText } from './cell-formats.ts'
import { damagedWorkbook, UnreadableWorkbook } from './unreadable-workbook.ts'
import type { WorkbookLimits } from './workbook-limits.ts'
import { textReader, tooManyCharacters, withoutXmlEscapes } from './workbook-texts.ts'
import { isTrue, readXmlPart, type XmlReader } from './xml-part.ts'
import type { ZipParts } from './zip-parts.ts'

/** The rows of a sheet that have a cell. */
export interface SheetRows {
  readonly rows: readonly SheetRow[]
  readonly merged: readonly MergedCells[]
  /** The columns that are not shown, from 0: the first and the last of each range. */
  readonly hiddenColumns: readonly (readonly [number, number])[]
  /** Cells without a value, such as `#REF!` in C5, and formulas that nobody has calculated. */
  readonly errors: FoundCells
  readonly withoutResult: FoundCells
  /** Whether its days count from 1904 and not from 1900. */
  readonly is1904: boolean
}

export interface SheetRow {
  /** The number that a spreadsheet shows beside it. */
  readonly number: number
  readonly isHidden: boolean
  readonly cells: readonly (string | undefined)[]
  /** For each cell the first letter of its kind; a blank for none. */
  readonly kinds: string
}

/** Rows and columns count from 0 and 1 as `C5`: column 2, row 5. */
export interface MergedCells {
  readonly name: string
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** How many cells are of a sort, and the names of the first ones, such as `#REF! in C5`. */
export interface FoundCells {
  readonly count: number
  readonly first: readonly string[]
}

/** What the cells of a sheet refer to. */
export interface CellContext {
  readonly texts: readonly string[]
  readonly formats: readonly CellFormat[]
  readonly is1904: boolean
  readonly limits: WorkbookLimits
}

/** Reads the cells of a sheet. Throws an `UnreadableWorkbook` if it is damaged or too large. */
export function readSheetRows(
  parts: ZipParts,
  path: string,
  { texts, formats, is1904, limits: { cells: mostCells, characters } }: CellContext,
): SheetRows {
  const rows: SheetRow[] = []
  const merged: MergedCells[] = []
  const hiddenColumns: [number, number][] = []
  const errors = new CellFinds()
  const withoutResult = new CellFinds()
  const kindsMet = new Map<string, string>()
  const numbers = numberReader(is1904)
  const inline = textReader(characters)
  let cellCount = 0
  let row = { number: 0, isHidden: false }
  let cells: (string | undefined)[] = []
  let kinds: string[] = []
  let column = -1
  let type = 'n'
  let style = 0
  let value: string | undefined
  let inValue = false
  let charactersOfValues = 0
  let isFormula = false

  const address = (): string => `${columnLetters(column)}${row.number}`

  function cellOf(): { readonly text: string | undefined; readonly kind: CellKind } {
    const text = value
    const isInline = type === 'inlineStr'
    if (text === undefined && !isInline) {
      if (isFormula) withoutResult.add(address())
      return { text, kind: 'text' }
    }
    if (isInline) return { text: inline.end() || undefined, kind: 'text' }
    switch (type) {
      case 's': {
        const shared = texts[Number(text)]
        if (shared === undefined) throw damagedWorkbook(`${address()} refers to a text that is not there`)
        return { text: shared || undefined, kind: 'text' }
      }
      case 'str':
        return { text: withoutXmlEscapes(text!) || undefined, kind: 'text' }
      case 'b':
        return { text: isTrue(text) ? 'true' : 'false', kind: 'bool' }
      case 'e':
        errors.add(`${text} in ${address()}`)
        return { text: undefined, kind: 'text' }
      case 'd':
        return { text, kind: 'date' }
      default: {
        const format = formats[style] ?? plainFormat
        return numbers(text!, format)
      }
    }
  }

  const reader: XmlReader = {
    open: (name, attributes) => {
      switch (name) {
        case 'row':
          row = { number: rowNumber(attributes.r, row.number), isHidden: isTrue(attributes.hidden) }
          cells = []
          kinds = []
          column = -1
          break
        case 'c': {
          column = attributes.r === undefined ? column + 1 : columnOfCell(attributes.r)
          if (column < 0 || column >= mostColumnsOfSheet) throw damagedWorkbook(`${attributes.r} is no cell`)
          type = attributes.t ?? 'n'
          style = Number(attributes.s ?? 0)
          value = undefined
          isFormula = false
          inline.start()
          break
        }
        case 'v':
          inValue = true
          value = ''
          break
        case 'f':
          isFormula = true
          break
        case 'mergeCell':
          if (merged.push(mergedRange(attributes.ref ?? '')) > mostRowsOfSheet)
            throw damagedWorkbook('a sheet has more merged cells than rows')
          break
        case 'col':
          if (isTrue(attributes.hidden) && hiddenColumns.length < mostColumnsOfSheet)
            hiddenColumns.push([Number(attributes.min) - 1, Number(attributes.max) - 1])
          break
        default:
          inline.open(name)
      }
    },
    text: piece => {
      if (!inValue) {
        inline.text(piece)
        return
      }
      value = `${value}${piece}`
      charactersOfValues += piece.length
      if (charactersOfValues > characters) throw tooManyCharacters(characters)
    },
    close: name => {
      switch (name) {
        case 'v':
          inValue = false
          break
        case 'c': {
          const { text, kind } = cellOf()
          if (text === undefined) break
          while (cells.length < column) {
            cells.push(undefined)
            kinds.push(' ')
          }
          cells[column] = text
          kinds[column] = kind[0]!
          break
        }
        case 'row': {
          if (cells.length === 0) break
          cellCount += cells.length
          if (cellCount > mostCells)
            throw new UnreadableWorkbook(localize('has more than {count} cells', { count: mostCells }))
          // Most rows have cells of the same kinds.
          const joinedPath = kinds.join('')
          const known = kindsMet.get(joinedPath) ?? joinedPath
          if (known === joinedPath && kindsMet.size < 1000) kindsMet.set(joinedPath, joinedPath)
          rows.push({ ...row, cells, kinds: known })
          break
        }
        default:
          inline.close(name)
      }
    },
  }
  readXmlPart(parts, path, reader, Infinity)
  return { rows, merged, hiddenColumns, errors, withoutResult, is1904 }
}

const plainFormat = cellFormat(0, undefined)

/** Sheets of Excel have this many columns and rows. */
const mostColumnsOfSheet = 16_384
const mostRowsOfSheet = 1_048_576

/** The number of a row; without one, it follows the row before it. Rows stand in their order, each once. */
function rowNumber(text: string | undefined, previous: number): number {
  const number = text === undefined ? previous + 1 : Number(text)
  if (!Number.isInteger(number) || number < 1 || number > mostRowsOfSheet)
    throw damagedWorkbook(`${text ?? number} is no row`)
  if (number <= previous) throw damagedWorkbook(`row ${number} stands behind row ${previous}`)
  return number
}

/** The column of a cell such as `C5`, from 0. */
function columnOfCell(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index) - 64
    if (code < 1 || code > 26) break
    column = column * 26 + code
  }
  return column - 1
}

/** The letters of a column, from 0: `C` for 2. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}

function mergedRange(name: string): MergedCells {
  const [from = '', to = from] = name.split(':')
  const rowOf = (cell: string): number => Number(cell.replace(/^[A-Z]+/, ''))
  return { name, top: rowOf(from), bottom: rowOf(to), left: columnOfCell(from), right: columnOfCell(to) }
}

class CellFinds implements FoundCells {
  count = 0
  readonly first: string[] = []

  add(name: string): void {
    this.count++
    if (this.first.length < mostNamed) this.first.push(name)
  }
}

const mostNamed = 5

/** Reads numbers, and remembers the ones of the last formats: columns repeat their values. */
function numberReader(is1904: boolean): (text: string, format: CellFormat) => NumberText {
  const byFormat = new Map<CellFormat, Map<string, NumberText>>()
  return (text, format) => {
    let known = byFormat.get(format)
    if (!known) {
      known = new Map()
      byFormat.set(format, known)
    }
    const found = known.get(text)
    if (found) return found
    const read = numberText(text, format, is1904)
    if (known.size < mostKnownNumbers) known.set(text, read)
    return read
  }
}

const mostKnownNumbers = 5000
