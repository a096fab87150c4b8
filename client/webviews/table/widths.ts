import type { TableColumn, TableRow } from '../../../shared/table/protocol.ts'

const least = 64
/** Text is mostly longer than the names of columns. */
const leastOfText = 120
const greatest = 320
/** About the width of a character, and what stands beside the text of a cell, in pixels. */
const characterWidth = 7.5
const padding = 24

/** The width that a column takes so that most of its values can be read, in pixels. */
export function usualWidth({ name, unit, isRequired, kind }: TableColumn, place: number, rows: readonly TableRow[]): number {
  const heading = name.length + (unit === '' ? 0 : unit.length + 1) + (isRequired ? 1 : 0) + 2
  const longest = rows.reduce((length, { cells }) => Math.max(length, cells[place]?.length ?? 0), heading)
  return Math.round(Math.min(greatest, Math.max(kind === 'string' && name !== 'rid' && name !== 'id' ? leastOfText : least, longest * characterWidth + padding)))
}
