/** How wide a line may be. */
const width = 80

/** Text on lines of at most 80 columns, all but the first indented; a word that is longer has a line of its own. */
export function wrap(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of printable(text).split(' ').filter(Boolean)) {
    if (line !== '' && indent + lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}

/** A term in its column with text behind it; below it, where the term is too long for the column. */
export function entry(term: string, text: string, { indent, column }: { indent: number; column: number }): string {
  const start = ' '.repeat(indent) + printable(term)
  if (text === '') return start
  const gap = lengthOf(start) + 2 <= column ? ' '.repeat(column - lengthOf(start)) : `\n${' '.repeat(column)}`
  return start + gap + wrap(text, column)
}

/** The column at which texts stand behind terms of these lengths; the longest may stick out. */
export const columnFor = (terms: readonly string[], indent: number): number =>
  indent + 2 + Math.min(24, Math.max(0, ...terms.map(lengthOf)))

/** Lines that are there, one under the other. */
export const joinLines = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(part => part !== false && part !== undefined).join('\n')

/** Descriptors come from users: characters that break a line or steer a terminal are blanks, or written as escapes. */
const printable = (text: string): string =>
  text
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cc}/gu, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const lengthOf = (text: string): number => [...text].length
