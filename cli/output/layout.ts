import { atLineStart, oneLine } from './one-line.ts'
import { codePointCount } from './places.ts'

/** The maximum width of a line, in columns. */
const width = 80

/** Wraps text at 80 columns and indents all lines except the first. A longer word gets its own line. */
export function wrap(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of printable(text).split(' ').filter(Boolean)) {
    if (line !== '' && indent + codePointCount(line) + 1 + codePointCount(word) > width) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line].map(atLineStart).join(`\n${' '.repeat(indent)}`)
}

/** A term with its text in a column to the right, or on the next line if the term is too long. */
export function entry(term: string, text: string, { indent, column }: { indent: number; column: number }): string {
  const start = ' '.repeat(indent) + atLineStart(printable(term))
  if (text === '') return start
  const gap =
    codePointCount(start) + 2 <= column ? ' '.repeat(column - codePointCount(start)) : `\n${' '.repeat(column)}`
  return start + gap + wrap(text, column)
}

/** The column for the texts next to these terms. Terms of more than 24 characters do not move it. */
export const columnFor = (terms: readonly string[], indent: number): number =>
  indent + 2 + Math.min(24, Math.max(0, ...terms.map(codePointCount)))

/** Joins the defined parts with line breaks. */
export const joinLines = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(part => part !== false && part !== undefined).join('\n')

/**
 * Descriptors come from users, so white space that breaks a line becomes a space, and other control characters are
 * escaped.
 */
const printable = (text: string): string => oneLine(text.replace(/\s+/g, ' '))
