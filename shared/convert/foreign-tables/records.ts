import { domainsOfFile, type FileContext, tagsInForce } from '../../domains/domains-in-force.ts'
import { localize } from '../../domains/localize.ts'
import { type Domain, fieldOf } from '../../domains/registry.ts'
import { type TypeName, typeNamed } from '../../syntax/type-words.ts'
import { declaredType, definitionsOf } from '../declared-types.ts'
import {
  type Cells,
  type Look,
  orderColumn,
  type ReadColumn,
  type ReadRow,
  readColumns,
  readRow,
  textColumn,
} from '../rows.ts'
import { cleanCells, type MappedValues, readMappedValues } from './cell-texts.ts'
import { aliasesOfFields, type ColumnField, fieldsOfColumns, type TagFields } from './column-fields.ts'
import { choiceProblems, columnNotes, requiredNote } from './column-notes.ts'
import type { ForeignTable, TableChoices, TableProblem } from './foreign-table.ts'
import { type FieldsForParts, partNotes, partOfCell, withPartFields } from './measured-values.ts'
import type { TableNote } from './table-notes.ts'
import { choicesOfColumn, type ValueChoices } from './value-choices.ts'
import { type Doubt, readingOfColumn } from './values.ts'

/** A table from elsewhere as rows of records, with all that the user should know. */
export interface ForeignRecords {
  readonly found: readonly ColumnField[]
  /** The rows with their values in the notation. */
  readonly rows: readonly (ReadRow & { readonly index: number })[]
  readonly notes: readonly TableNote[]
  /** Whether other rows can change how these are read. */
  readonly needsAllRows: boolean
  /** A sentence about required fields that no column becomes. */
  readonly missing: string | undefined
  readonly doubts: readonly Doubt[]
  readonly problems: readonly TableProblem[]
}

/** What the columns of a table are compared with. */
export function fieldsOfTag(
  tag: string,
  context: FileContext,
): TagFields & FieldsForParts & { readonly required: readonly string[] } {
  const tags = tagsInForce(tag, domainsOfFile(context).domains)
  const [first] = tags
  const identity = first?.identityField ?? 'rid'
  const isRequired = (name: string): boolean =>
    tags.length > 0 && tags.every(one => one.required.some(field => field.name === name))
  const isNumber = (name: string): boolean =>
    tags.every(one => {
      const field = fieldOf(one, name)
      return field !== undefined && !field.list && isNumberLook(field.type)
    })
  const fields = [...new Set(tags.flatMap(one => ['rid', ...one.fields.keys()]))]
  return {
    tag,
    fields,
    numbers: new Set(fields.filter(isNumber)),
    identity,
    isIdentityRequired: isRequired(identity),
    aliases: aliasesOfFields(tags),
    required: first ? first.required.map(({ name }) => name).filter(isRequired) : [],
  }
}

/** All tags of domains, those first whose fields are most of the columns, each with how many it has. */
export function tagsByFit(
  names: readonly string[],
  domains: readonly Domain[],
  context: FileContext,
): { readonly tag: string; readonly fit: number }[] {
  const isMeant = ({ match }: ColumnField): boolean =>
    match === 'same' || match === 'spelling' || match === 'alias' || match === 'similar' || match === 'id'
  return [...new Set(domains.flatMap(({ tags }) => [...tags.keys()]))]
    .map(tag => ({ tag, fit: fieldsOfColumns(names, fieldsOfTag(tag, context)).filter(isMeant).length }))
    .sort((one, other) => other.fit - one.fit)
}

/**
 * Reads a table from elsewhere as records of a tag: finds the fields of its columns, and reads dates, numbers and truth
 * values as spreadsheets and programs write them.
 */
export function readForeignTable(
  table: ForeignTable,
  tag: string,
  context: FileContext,
  choices: TableChoices,
): ForeignRecords {
  const ofTag = fieldsOfTag(tag, context)
  const { rows: cleaned, notes: cellNotes } = cleanCells(table, choices.nulls)
  const whole = fieldsOfColumns(table.names, ofTag, choices.fields, column => isUnique(cleaned, column))
  const found = withPartFields(whole, cleaned, ofTag)
  const withValues = found.filter(({ index }) => cleaned.some(cells => cells[index] !== undefined))
  const columns = foundColumns(found, table, cleaned)
  const kept = new Set(found.flatMap(({ index, key }) => (key === undefined ? [] : index)))
  const isWanted = ({ column }: TableProblem): boolean => column === undefined || kept.has(column)
  const problems: TableProblem[] = [
    ...table.problems.filter(isWanted),
    ...choiceProblems(found, ofTag).map(message => ({ message })),
    ...columns.problems.map(({ message, column }) => ({ message, column: found[column]!.index })),
  ]
  if (table.hasDoubtfulNames && !found.some(isKnown)) problems.push(...namesProblem(table))
  const ofHeader = problems.filter(({ about }) => about === 'header')
  if (ofHeader.length > 0)
    return {
      found,
      rows: [],
      notes: table.notes,
      needsAllRows: true,
      missing: undefined,
      doubts: [],
      problems: ofHeader,
    }
  const rows: (ReadRow & { index: number })[] = []
  const sources = columns.isInOrder ? undefined : found
  // If the columns are uncertain, so are all their cells.
  if (columns.problems.length === 0)
    for (const [index, cells] of cleaned.entries()) {
      const row = readRow(columns.columns, sources ? arranged(cells, sources, table.names.length) : cells, tag)
      if (row && 'message' in row) {
        const column =
          row.column < found.length ? found[row.column]!.index : row.column - found.length + table.names.length
        problems.push({ message: row.message, row: index, column })
      } else if (row) rows.push({ columns: row.columns, cells: row.cells, tag, order: row.order, index })
    }
  const mapped = readMappedValues(rows, found, table.placeOf, choices.values)
  const values = readValues(mapped, found, context, choices, table)
  const isOwn = table.names.includes(orderColumn) || table.names.includes(textColumn)
  const required = ofTag.required.filter(name => !choices.givesIds || name !== ofTag.identity)
  return {
    found,
    rows: values.rows,
    needsAllRows: values.isRead || (choices.values?.size ?? 0) > 0 || hasIdOfValues(found) || hasParts(found),
    notes: [
      ...table.notes,
      ...columnNotes(withValues, ofTag),
      ...cellNotes,
      ...partNotes(found, cleaned, table.placeOf),
      ...mapped.notes,
      ...values.notes,
    ],
    missing: isOwn || rows.length === 0 ? undefined : requiredNote(withValues, tag, required),
    doubts: values.doubts,
    problems: [...problems, ...mapped.problems],
  }
}

/** Whether a column becomes the id of a record, beside another field, because it has another value in each row. */
const hasIdOfValues = (found: readonly ColumnField[]): boolean =>
  found.some(({ index, match }) => match === 'id' && found.some(other => other.index === index && other.match !== 'id'))

const hasParts = (found: readonly ColumnField[]): boolean => found.some(({ part }) => part !== undefined)

const isKnown = ({ column, match }: ColumnField): boolean =>
  match === 'same' ||
  match === 'spelling' ||
  match === 'alias' ||
  match === 'similar' ||
  match === 'id' ||
  match === 'chosen' ||
  column === ''

/** The problem that the first row may be no names: it has a number or a date. */
function namesProblem({ names }: ForeignTable): TableProblem[] {
  const column = names.findIndex(name => /^(?:[+-]?\d[\d.,]*|\d{4}-\d\d-\d\d.*|true|false)$/i.test(name.trim()))
  if (column < 0) return []
  return [
    {
      about: 'header',
      message: localize('The first row seems to have values and no names of columns, such as {text}.', {
        text: JSON.stringify(names[column]),
      }),
      column,
    },
  ]
}

function isUnique(rows: readonly Cells[], column: number): boolean {
  const texts = new Set<string>()
  for (const cells of rows) {
    const text = cells[column]
    if (text === undefined) return false
    texts.add(text)
  }
  return texts.size === rows.length
}

interface FoundColumns extends ReturnType<typeof readColumns> {
  /** Whether the cells stand in the order of the fields. */
  readonly isInOrder: boolean
}

function foundColumns(
  found: readonly ColumnField[],
  { looks = [] }: ForeignTable,
  rows: readonly Cells[],
): FoundColumns {
  const isEmpty = (column: number): boolean => rows.every(cells => cells[column] === undefined)
  // A column that cannot be a field is a problem, unless the user leaves it out or it has no values.
  const keys = found.map(({ column, key, match, index }) => (match === 'none' && !isEmpty(index) ? column : key))
  const read = readColumns(
    keys,
    found.map(({ index }) => looks[index] ?? 'string'),
  )
  return { ...read, isInOrder: !hasParts(found) && found.every(({ index }, place) => index === place) }
}

/** The cells in the order of the fields, and behind them those without a name. */
const arranged = (cells: Cells, sources: readonly ColumnField[], width: number): Cells => [
  ...sources.map(({ index, part }) => (part === undefined ? cells[index] : partOfCell(cells[index], part))),
  ...cells.slice(width),
]

/** Reads the values by the types of their fields. */
function readValues(
  { rows }: MappedValues,
  found: readonly ColumnField[],
  context: FileContext,
  choices: ValueChoices,
  { placeOf, isTyped, daysSince }: Pick<ForeignTable, 'placeOf' | 'isTyped' | 'daysSince'>,
): Pick<ForeignRecords, 'rows' | 'notes' | 'doubts'> & { readonly isRead: boolean } {
  const [first] = rows
  if (!first) return { rows, notes: [], doubts: [], isRead: false }
  const { columns, tag } = first
  const names = columns.flatMap(column => (column.kind === 'field' ? [column.key.name] : []))
  const definitions = definitionsOf(tag, names, domainsOfFile(context).domains)
  const choicesAt = (index: number): ValueChoices => ({
    ...choicesOfColumn(choices, found[index]?.column ?? ''),
    ...(daysSince && { daysSince }),
  })
  const typeOf = (column: ReadColumn, index: number): TypeName | undefined => {
    if (column.kind !== 'field') return undefined
    const { name, type } = column.key
    // The commas of a list are no decimal commas.
    if (definitions.some(definition => fieldOf(definition, name)?.list)) return undefined
    const meant = typeNamed(type ?? declaredType(definitions, name) ?? '')
    return isReadAs(meant, column.look, choicesAt(index)) ? meant : undefined
  }
  const readings = columns.map((column, index) => {
    const type = typeOf(column, index)
    if (type === undefined) return undefined
    // A number of a table stays what it is, whatever the texts of its column look like.
    const isSettled = (row: number): boolean =>
      isTyped !== undefined && isNumberLook(type) && isTyped(row, found[index]?.index ?? index)
    const texts = textsOf(rows, index, isSettled)
    const placeOfText = (text: number): string =>
      placeOf(rows.filter(row => row.cells[index] !== undefined && !isSettled(row.index))[text]!.index)
    const { read, ...told } = readingOfColumn(found[index]!.column, type, texts, choicesAt(index), placeOfText)
    return {
      ...told,
      read: (text: string, row: number): string => (isSettled(row) ? settledText(text, type) : read(text)),
    }
  })
  const notes = readings.flatMap(reading => reading?.notes ?? [])
  const doubts = readings.flatMap(reading => reading?.doubt ?? [])
  const isRead = readings.some(reading => reading !== undefined)
  if (notes.length === 0 && !isTyped) return { rows, notes, doubts, isRead }
  const readRowCells = ({ cells, index: row }: MappedValues['rows'][number]): Cells =>
    cells.map((cell, index) => (cell === undefined ? undefined : (readings[index]?.read(cell, row) ?? cell)))
  return { rows: rows.map(row => ({ ...row, cells: readRowCells(row) })), notes, doubts, isRead }
}

/** A number of a table in a column of a type; a whole number can be written there as 3.0. */
export const settledText = (text: string, type: TypeName): string => (type === 'int' ? text.replace(/\.0+$/, '') : text)

/**
 * Whether the values of a column are read as a type: texts, numbers that stand for a time or a truth value, and times
 * that get a zone.
 */
export function isReadAs(type: TypeName | undefined, look: Look, { timeZone }: ValueChoices): boolean {
  if (type === undefined || type === 'string') return false
  if (look === 'string') return true
  return isNumberLook(look) ? !isNumberLook(type) : type === 'ts' && look === 'ts' && timeZone !== undefined
}

export const isNumberLook = (look: Look): boolean => look === 'int' || look === 'float'

/** The texts of a column, without the cells that are settled. */
function textsOf(rows: MappedValues['rows'], column: number, isSettled: (row: number) => boolean): string[] {
  const texts: string[] = []
  for (const { cells, index } of rows) {
    const text = cells[column]
    if (text !== undefined && !isSettled(index)) texts.push(text)
  }
  return texts
}
