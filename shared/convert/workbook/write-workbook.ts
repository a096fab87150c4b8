import { strToU8, Zip, ZipDeflate } from 'fflate/browser'
import type { Tag } from '../../domains/registry.ts'
import { typeNamed } from '../../syntax/type-words.ts'
import { orderColumn, textColumn } from '../rows.ts'
import type { Orders, PlainTable } from '../table.ts'
import { CellStyles, cellStyles } from './cell-styles.ts'
import { type Allowed, type ColumnHint, columnHint } from './column-hints.ts'
import { tagMark } from './open-workbook.ts'
import { type HeadingNote, notesDrawing, notesXml } from './sheet-notes.ts'
import { columnLetters } from './sheet-rows.ts'
import { type CellContent, cellWriter } from './typed-cells.ts'
import { contentTypesXml, relationsXml, spreadsheet, xmlAttribute, xmlHead, xmlText } from './workbook-xml.ts'

/** A table that becomes a sheet. */
export interface TableForSheet {
  readonly table: PlainTable
  /** What the domain says about its records; undefined if it says nothing, or several domains do. */
  readonly tag: Tag | undefined
  /** The place of each row among the records of other tables, for a hidden column. */
  readonly orders: Orders | undefined
}

/** Stops the writing: a cell of a workbook cannot have so long a text. */
export class CellTooLong extends Error {
  constructor(
    readonly table: PlainTable,
    readonly row: number,
    readonly column: string,
  ) {
    super(`A cell has more than ${longestTextOfCell} characters.`)
  }
}

/** The most characters of a cell, and the most rows and columns of a sheet below and beside nothing else. */
export const longestTextOfCell = 32_767
export const mostRecordsOfSheet = 1_048_575

/**
 * Tables as the bytes of a workbook, piece by piece: a sheet for each, with real numbers and dates, lists of allowed
 * values, and notes about the fields. Nothing in it is a formula, and nothing is locked. Throws a `CellTooLong`.
 */
export function* workbookOfTables(tables: readonly TableForSheet[]): Generator<Uint8Array> {
  let pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const styles = new CellStyles()
  const lists = new ValueLists()
  const sheets = namedSheets(tables)
  const withNotes: number[] = []
  function* add(name: string, xml: Iterable<string>): Generator<Uint8Array> {
    const part = new ZipDeflate(name, { level: 4 })
    // The same records give the same bytes.
    part.mtime = new Date(1980, 0, 1)
    zip.add(part)
    for (const piece of xml) {
      part.push(strToU8(piece))
      yield* pieces
      pieces = []
    }
    part.push(new Uint8Array(), true)
  }
  for (const [index, sheet] of sheets.entries()) {
    const notes = notesOfSheet(sheet)
    yield* add(
      `xl/worksheets/sheet${index + 1}.xml`,
      sheetXml(sheet, sheets, { styles, lists, hasNotes: notes.length > 0 }),
    )
    if (notes.length === 0) continue
    withNotes.push(index)
    yield* add(`xl/comments${index + 1}.xml`, [notesXml(notes)])
    yield* add(`xl/drawings/vmlDrawing${index + 1}.vml`, [notesDrawing(notes)])
    yield* add(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, [
      relationsXml([
        ['rId1', 'vmlDrawing', `../drawings/vmlDrawing${index + 1}.vml`],
        ['rId2', 'comments', `../comments${index + 1}.xml`],
      ]),
    ])
  }
  const names = [...sheets.map(({ name, tag, isHidden }) => ({ name, tag, isHidden }))]
  // A workbook has a sheet that is shown, also without records.
  if (sheets.length === 0) {
    names.push({ name: 'Records', tag: '', isHidden: false })
    yield* add('xl/worksheets/sheet1.xml', [lists.toXml()])
  } else if (!lists.isEmpty) {
    names.push({ name: listSheet, tag: '', isHidden: true })
    yield* add(`xl/worksheets/sheet${names.length}.xml`, [lists.toXml()])
  }
  yield* add('xl/workbook.xml', [directoryXml(names)])
  yield* add('xl/_rels/workbook.xml.rels', [
    relationsXml([
      ...names.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['styles', 'styles', 'styles.xml'],
    ]),
  ])
  yield* add('xl/styles.xml', [styles.toXml()])
  yield* add('_rels/.rels', [relationsXml([['rId1', 'officeDocument', 'xl/workbook.xml']])])
  yield* add('[Content_Types].xml', [contentTypesXml(names.length, withNotes)])
  zip.end()
  yield* pieces
}

/** A table with the name of its sheet, and what is told about its columns. */
interface NamedSheet {
  readonly name: string
  readonly tag: string
  readonly isHidden: boolean
  readonly table: PlainTable
  readonly orders: Orders | undefined
  readonly hints: readonly (ColumnHint | undefined)[]
}

/** The name of the sheet with the values of lists: a list that a cell has itself ends after 255 characters. */
const listSheet = 'Lists of values'

/** Excel has names of 31 characters, and keeps one for itself. */
function namedSheets(tables: readonly TableForSheet[]): readonly NamedSheet[] {
  const taken = new Set(['HISTORY', listSheet.toUpperCase()])
  const isOnlyHeader = tables.every(({ table }) => table.tag === 'DOC')
  return tables.map(({ table, tag, orders }) => {
    let name = table.tag.slice(0, longestSheetName)
    for (let count = 2; taken.has(name); count++) {
      const end = `_${count}`
      name = table.tag.slice(0, longestSheetName - end.length) + end
    }
    taken.add(name)
    const hints = table.columns.map(column => tag && columnHint(column, tag))
    return { name, tag: table.tag, isHidden: table.tag === 'DOC' && !isOnlyHeader, table, orders, hints }
  })
}

const longestSheetName = 31

const notesOfSheet = ({ hints }: NamedSheet): HeadingNote[] =>
  hints.flatMap((hint, column) => (hint && hint.note !== '' ? [{ column, text: hint.note }] : []))

function directoryXml(sheets: readonly Pick<NamedSheet, 'name' | 'tag' | 'isHidden'>[]): string {
  const first = Math.max(
    0,
    sheets.findIndex(({ isHidden }) => !isHidden),
  )
  return (
    `${xmlHead}<workbook ${spreadsheet}><bookViews><workbookView activeTab="${first}"/></bookViews><sheets>` +
    sheets
      .map(
        ({ name, isHidden }, index) =>
          `<sheet name="${xmlAttribute(name)}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`,
      )
      .join('') +
    '</sheets><definedNames>' +
    sheets
      .map(
        ({ tag }, index) => `<definedName name="${tagMark}" localSheetId="${index}" hidden="1">"${tag}"</definedName>`,
      )
      .join('') +
    '</definedNames></workbook>'
  )
}

/** A column of a sheet: its heading, and what its cells hold. */
interface SheetColumn {
  readonly heading: string
  readonly isHidden: boolean
  readonly isRequired: boolean
  readonly width: number
  /** The style of the cells that are still empty. */
  readonly style: number
  /** The XML of the cell of a row, with the start of its tag given; empty for none. */
  readonly cell: (row: number, reference: string) => string
}

interface SheetParts {
  readonly styles: CellStyles
  readonly lists: ValueLists
  readonly hasNotes: boolean
}

const rowsOfPiece = 500

function* sheetXml(
  sheet: NamedSheet,
  all: readonly NamedSheet[],
  { styles, lists, hasNotes }: SheetParts,
): Generator<string> {
  const { rowCount } = sheet.table
  const columns = columnsOfSheet(sheet, styles)
  const letters = columns.map((_, index) => columnLetters(index))
  yield `${xmlHead}<worksheet ${spreadsheet}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><cols>${columns
    .map(
      ({ width, style, isHidden }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${style}" customWidth="1"${isHidden ? ' hidden="1"' : ''}/>`,
    )
    .join('')}</cols><sheetData><row r="1">${columns
    .map(({ heading, isRequired }, index) =>
      textCell(`${letters[index]}1`, isRequired ? cellStyles.requiredHeading : cellStyles.heading, heading),
    )
    .join('')}</row>`
  for (let first = 0; first < rowCount; first += rowsOfPiece) {
    let xml = ''
    for (let row = first; row < Math.min(first + rowsOfPiece, rowCount); row++) {
      xml += `<row r="${row + 2}">`
      for (let index = 0; index < columns.length; index++)
        xml += columns[index]!.cell(row, `${letters[index]}${row + 2}`)
      xml += '</row>'
    }
    yield xml
  }
  const validations = sheet.hints.flatMap((hint, index) =>
    hint?.allowed ? validationXml(hint.allowed, letters[index]!, all, lists) : [],
  )
  yield `</sheetData>${
    validations.length > 0
      ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
      : ''
  }<pageSetup orientation="landscape" fitToHeight="0"/>${hasNotes ? '<legacyDrawing r:id="rId1"/>' : ''}</worksheet>`
}

function columnsOfSheet({ table, orders, hints }: NamedSheet, styles: CellStyles): SheetColumn[] {
  const { rowCount, texts, paddedTexts } = table
  const textIn = (text: string, row: number, column: string): string => {
    if (text.length > longestTextOfCell) throw new CellTooLong(table, row, column)
    return text
  }
  const columns = table.columns.map((column, index): SheetColumn => {
    const { key, type } = column
    const textAt = (row: number): string | undefined => table.cellAt(row, index)
    const written = cellWriter(type)
    const first = firstText(table, index)
    const ofFirst = first === undefined ? undefined : written(first)
    return {
      heading: key,
      isHidden: false,
      isRequired: hints[index]?.isRequired ?? false,
      width: columnWidth(
        key,
        Array.from({ length: Math.min(rowsOfWidth, rowCount) }, (_, row) => textAt(row)),
      ),
      style: styleOf(type, ofFirst, styles),
      cell: (row, reference) => {
        const text = textAt(row)
        if (text === undefined || text === '') return ''
        const cell = written(text)
        if (cell.kind === 'text') return textCell(reference, cellStyles.text, textIn(text, row, key))
        if (cell.kind === 'bool') return `<c r="${reference}" t="b"><v>${cell.value}</v></c>`
        const style = styles.ofFormat(cell.format)
        return `<c r="${reference}"${style === 0 ? '' : ` s="${style}"`}><v>${cell.value}</v></c>`
      },
    }
  })
  if (orders)
    columns.push({
      heading: orderColumn,
      isHidden: true,
      isRequired: false,
      width: narrowestColumn,
      style: cellStyles.plain,
      cell: (row, reference) => `<c r="${reference}"><v>${orders.at(row)}</v></c>`,
    })
  if (texts.size + paddedTexts.size > 0)
    columns.push({
      heading: textColumn,
      isHidden: false,
      isRequired: false,
      width: widestColumn,
      style: cellStyles.text,
      cell: (row, reference) => {
        const carried = texts.get(row) ?? paddedTexts.get(row)
        return carried === undefined ? '' : textCell(reference, cellStyles.text, textIn(carried, row, textColumn))
      },
    })
  return columns
}

/** The first text of a column that is not empty. */
function firstText({ rowCount, cellAt }: PlainTable, column: number): string | undefined {
  for (let row = 0; row < rowCount; row++) {
    const text = cellAt(row, column)
    if (text !== undefined && text !== '') return text
  }
  return undefined
}

/**
 * The style of the cells of a column that are still empty. LibreOffice gives it to numbers without a format too, so it
 * is that of the first value only in a column of dates.
 */
function styleOf(type: string, first: CellContent | undefined, styles: CellStyles): number {
  if (type === 'ts') return first?.kind === 'number' ? styles.ofFormat(first.format) : cellStyles.text
  return typeNamed(type) === undefined || type === 'string' ? cellStyles.text : cellStyles.plain
}

function textCell(reference: string, style: number, text: string): string {
  const space = /^\s|\s$|[\n\t]/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`
}

const rowsOfWidth = 500
const narrowestColumn = 8
const widestColumn = 60

/** The width of a column in characters, with room for the mark of a list. */
function columnWidth(heading: string, texts: readonly (string | undefined)[]): number {
  const longest = texts.reduce((most, text = '') => Math.max(most, text.length), heading.length + 2)
  return Math.min(widestColumn, Math.max(narrowestColumn, longest + 2))
}

/** The element that lets through only some values of a column. */
function validationXml(allowed: Allowed, letters: string, all: readonly NamedSheet[], lists: ValueLists): string[] {
  const error = `showErrorMessage="1" allowBlank="1" error="${xmlAttribute(allowed.sentence.slice(0, longestError))}" sqref="${letters}2:${letters}${mostRecordsOfSheet + 1}"`
  const list = (formula: string, style = ''): string[] => [
    `<dataValidation type="list" ${style}${error}><formula1>${xmlText(formula)}</formula1></dataValidation>`,
  ]
  switch (allowed.kind) {
    case 'list':
      return list(lists.add(allowed.values, allowed.areTruths))
    case 'ids': {
      const ids = idsOf(allowed.tag, all)
      // A new id may stand in the other sheet a moment later.
      return ids === undefined ? [] : list(ids, 'errorStyle="warning" ')
    }
    case 'range': {
      const [from, to] = allowed.range
      return [
        `<dataValidation type="${allowed.isWhole ? 'whole' : 'decimal'}" operator="between" ${error}><formula1>${from}</formula1><formula2>${to}</formula2></dataValidation>`,
      ]
    }
  }
}

const longestError = 225

/** The cells with the ids of the records of a tag, as a formula that grows with them; undefined if none has them. */
function idsOf(tag: string, all: readonly NamedSheet[]): string | undefined {
  const sheet = all.find(other => other.tag === tag)
  const column = sheet?.table.columns.findIndex(({ key }) => key === 'rid' || key === 'id') ?? -1
  if (!sheet || column < 0) return undefined
  const letters = columnLetters(column)
  return `OFFSET('${sheet.name}'!$${letters}$2,0,0,MAX(1,COUNTA('${sheet.name}'!$${letters}:$${letters})-1),1)`
}

/** The lists of values of all sheets: each is a column of a sheet that is hidden. */
class ValueLists {
  private readonly columns = new Map<string, { readonly values: readonly string[]; readonly areTruths: boolean }>()

  get isEmpty(): boolean {
    return this.columns.size === 0
  }

  /** The cells that have these values, as a formula. */
  add(values: readonly string[], areTruths: boolean): string {
    const key = JSON.stringify(values)
    if (!this.columns.has(key)) this.columns.set(key, { values, areTruths })
    const letters = columnLetters([...this.columns.keys()].indexOf(key))
    return `'${listSheet}'!$${letters}$1:$${letters}$${values.length}`
  }

  toXml(): string {
    const columns = [...this.columns.values()]
    const height = Math.max(0, ...columns.map(({ values }) => values.length))
    const rows = Array.from({ length: height }, (_, row) => {
      const cells = columns.map(({ values, areTruths }, index) => {
        const reference = `${columnLetters(index)}${row + 1}`
        const value = values[row]
        if (value === undefined) return ''
        return areTruths
          ? `<c r="${reference}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`
          : textCell(reference, cellStyles.text, value)
      })
      return `<row r="${row + 1}">${cells.join('')}</row>`
    })
    return `${xmlHead}<worksheet ${spreadsheet}><sheetData>${rows.join('')}</sheetData></worksheet>`
  }
}
