import { type Cell, textOfCell } from './cells.ts'

const noGroupValue = 'no value'

/** What stands between the values of a group that has several. */
export const betweenNames = ' · '

/** A text that is the same for groups with the same values, and no others. */
export const keyOfGroup = (cells: readonly Cell[]): string =>
  JSON.stringify(cells.map(cell => (cell === undefined ? null : textOfCell(cell))))

/**
 * The name of a group in a table whose columns or rows are groups. A value that looks like another name there, or that
 * nobody would see, has quotes.
 *
 * @param others the names that are no groups
 */
export function nameOfGroup(cell: Cell, others: readonly string[]): string {
  if (cell === undefined) return noGroupValue
  const text = textOfCell(cell)
  const isName = text === noGroupValue || others.includes(text)
  const isPlain = !isName && text !== '' && text.trim() === text && !/^"/.test(text) && !text.includes(betweenNames)
  return isPlain ? text : JSON.stringify(text)
}
