import { APOSTROPHE } from '../syntax/characters.ts'

/**
 * Cells for spreadsheets. A spreadsheet runs a cell that starts with `=` and similar characters as a formula, and reads
 * a cell after an apostrophe as text. https://owasp.org/www-community/attacks/CSV_Injection
 */

/** Whether a spreadsheet would run a cell as a formula. A number is safe. */
export const isFormula = (cell: string): boolean =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell)

/**
 * Whether a cell starts with apostrophes before a formula. It gets one more, so that `withoutEscape` is the inverse.
 */
export const isEscaped = (cell: string): boolean => /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell)

/** A cell as text for a spreadsheet: a formula gets an apostrophe before it. */
export const withEscape = (cell: string): string => (isEscaped(cell) || isFormula(cell) ? `'${cell}` : cell)

/** The cell that was escaped. */
export const withoutEscape = (cell: string): string =>
  cell.charCodeAt(0) === APOSTROPHE && isEscaped(cell) ? cell.slice(1) : cell
