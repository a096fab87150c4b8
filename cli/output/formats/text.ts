import type { Colors } from 'picocolors/types'
import type { Severity } from '../../../shared/check/rule.ts'
import type { Excerpt, PlacedProblem } from '../file-result.ts'
import { isCommand, nameOnLine, oneLine } from '../one-line.ts'
import type { Format } from './format.ts'
import { closing } from './plain.ts'

/** For people: the problems file by file, each with the line it is on and a mark under what it is about. */
export const text: Format = {
  details: { excerpts: true, related: true, fixability: true },
  async *output({ results, colours }) {
    let separator = ''
    for await (const { file, problems } of results) {
      let heading = `${separator}${colours.underline(nameOnLine(file))}\n`
      for await (const some of problems) {
        if (some.length === 0) continue
        const layout: Layout = {
          placeWidth: placeWidthOf(some),
          widthOf: arePlain(some) ? undefined : (await import('string-width')).default,
          colours,
        }
        for (let first = 0; first < some.length; first += atOnce) {
          yield heading + shownOf(some.slice(first, first + atOnce), layout)
          heading = ''
        }
        separator = '\n'
      }
    }
  },
  closing,
}

/** How many problems become one text: one record can have more than the longest string there can be holds. */
const atOnce = 1000

/** How problems are laid out. */
interface Layout {
  readonly placeWidth: number
  /**
   * How many columns of a terminal a text takes; undefined where each character takes one. What tells it of others
   * takes long to load, and is mostly not needed.
   */
  readonly widthOf: ((text: string) => number) | undefined
  readonly colours: Colors
}

/** Whether the excerpts are of characters that take a column each. */
function arePlain(problems: readonly PlacedProblem[]): boolean {
  for (const { excerpt } of problems) if (excerpt && !/^[\t\x20-\x7e]*$/.test(excerpt.text)) return false
  return true
}

function placeWidthOf(problems: readonly PlacedProblem[]): number {
  let width = 0
  for (const problem of problems) width = Math.max(width, placeOf(problem).length)
  return width
}

function shownOf(problems: readonly PlacedProblem[], layout: Layout): string {
  let lines = ''
  for (const problem of problems) lines += shown(problem, layout)
  return lines
}

function shown(problem: PlacedProblem, layout: Layout): string {
  const { placeWidth, colours } = layout
  const { severity, code, message, excerpt, related = [] } = problem
  const indent = ' '.repeat(placeWidth + 4)
  let lines = `  ${placeOf(problem).padEnd(placeWidth)}  ${colourOf(severity, colours)(severity)}  ${colours.bold(code)}  ${message}\n`
  if (excerpt) {
    const [line, mark] = marked(problem, excerpt, layout)
    lines += `${indent}${line}\n${indent}${mark}\n`
  }
  for (const other of related)
    lines += `${indent}${colours.dim(`${oneLine(other.file)}:${other.line}  ${other.message}`)}\n`
  return lines
}

const placeOf = ({ line, column }: PlacedProblem): string => `${line}:${column}`

/** The line, and the line under it that marks the problem. */
function marked(
  { severity, line, column, endLine, endColumn }: PlacedProblem,
  { text, column: first, isCut }: Excerpt,
  { widthOf, colours }: Layout,
): [string, string] {
  const lead = first > 1 || isCommand(text) ? '…' : ''
  const characters = widthOf ? Array.from(text, visible) : text.replaceAll('\t', visible)
  const before = partOf(characters, 0, column - first)
  const about = partOf(characters, column - first, endLine === line ? endColumn - first : undefined)
  const carets = '^'.repeat(Math.max(1, widthOf ? widthOf(about) : about.length))
  return [
    `${lead}${partOf(characters, 0)}${isCut ? '…' : ''}`,
    ' '.repeat(lead.length + (widthOf ? widthOf(before) : before.length)) + colourOf(severity, colours)(carets),
  ]
}

/** A part of a text: of one in which every code unit is a character, or of the characters of another. */
const partOf = (characters: string | readonly string[], start: number, end?: number): string =>
  typeof characters === 'string' ? characters.slice(start, end) : characters.slice(start, end).join('')

/** A character as it can be shown: one that moves the cursor or turns the writing round has a sign in its place. */
function visible(character: string): string {
  if (character === '\t') return ' '
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(character) ? '�' : character
}

const colourOf = (severity: Severity, colours: Colors): Colors['red'] => colours[colourNames[severity]]

const colourNames = { error: 'red', warning: 'yellow', information: 'cyan' } as const
