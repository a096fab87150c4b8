import { readingOfColumn } from '../../shared/convert/foreign-values.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'

type Rows = readonly (readonly string[])[]

/**
 * Reads pasted cells by the types of their fields, as an import does: dates, numbers and truth values as spreadsheets
 * write them become those of the notation. Where a column can mean different values, it stays as it is.
 *
 * @param columns the names of the columns of the rows, and maybe of more to the right of them
 * @param tag undefined for a tag that no domain in force defines
 * @returns the rows, and sentences for the user about what was changed or could not be read
 */
export function readPastedValues(
  rows: Rows,
  columns: readonly string[],
  tag: Tag | undefined,
): { readonly rows: Rows; readonly notes: readonly string[] } {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const readings = columns.slice(0, width).map((name, place) => {
    const field = tag && fieldOf(tag, name)
    const texts = rows.flatMap(row => row[place] || [])
    // The commas of a list are no decimal commas.
    if (!field || field.list || texts.length === 0) return undefined
    const reading = readingOfColumn(name, field.type, texts)
    return reading.doubt || texts.some(text => reading.read(text) !== text) ? reading : undefined
  })
  const notes = readings.flatMap(reading =>
    reading?.doubt ? [`${reading.doubt.message} The values stay as they are.`] : (reading?.notes ?? []),
  )
  const read = (cell: string, place: number): string => (cell === '' ? '' : (readings[place]?.read(cell) ?? cell))
  return { rows: notes.length === 0 ? rows : rows.map(row => row.map(read)), notes }
}

/** Reads the value that is typed into a cell as a pasted one. An id stays as it is, so that references have it too. */
export function readTypedValue<Cell extends { readonly column: string; readonly value: string | null }>(
  cell: Cell,
  tag: Tag | undefined,
): { readonly cell: Cell; readonly notes: readonly string[] } {
  const { column, value } = cell
  if (value === null || column === tag?.identityField) return { cell, notes: [] }
  const { rows, notes } = readPastedValues([[value]], [column], tag)
  return { cell: { ...cell, value: rows[0]![0]! }, notes }
}
