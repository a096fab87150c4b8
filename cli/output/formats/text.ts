import type { Colors } from 'picocolors/types'
import { withCommas } from '../../../shared/basics/text.ts'
import type { Severity } from '../../../shared/check/rule.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { Excerpt, PlacedProblem } from '../file-result.ts'
import { isCommand, nameOnLine } from '../one-line.ts'
import { ProblemGroups } from '../problem-groups.ts'
import type { Format } from './format.ts'
import { closing } from './plain.ts'

/** Text for people: the problems of each file, each with its line and carets under the problem. */
export const text: Format = {
  details: { excerpts: true, related: true, fixability: true },
  async *output({ results, colors, mostListed }) {
    let separator = ''
    let listed = 0
    const groups = new ProblemGroups()
    for await (const { file, problems } of results) {
      let heading = `${separator}${colors.underline(nameOnLine(file))}\n`
      for await (const all of problems) {
        groups.add(file, all)
        const some = all.slice(0, mostListed - listed)
        if (some.length === 0) continue
        listed += some.length
        const layout: Layout = {
          placeWidth: placeWidthOf(some),
          widthOf: some.every(hasPlainExcerpt) ? undefined : (await import('string-width')).default,
          colors,
        }
        for (let first = 0; first < some.length; first += atOnce) {
          yield heading + shownOf(some.slice(first, first + atOnce), layout)
          heading = ''
        }
        separator = '\n'
      }
    }
    if (groups.count > listed) yield `\n${unlistedProblems(groups.count - listed)}\n`
    if (groups.count > mostWithoutGroups) yield groupsAtEnd(groups, colors)
  },
  closing,
}

const unlistedProblems = (count: number): string =>
  count === 1
    ? localize('…and 1 more problem; a terminal lists all of them, and so does --output <file>.')
    : localize('…and {count} more problems; a terminal lists all of them, and so does --output <file>.', { count })

/** Nobody reads more problems than this one by one. */
const mostWithoutGroups = 100

/** The groups of the problems, in a list that is not too long itself. */
function groupsAtEnd(groups: ProblemGroups, colors: Colors): string {
  const lines = groups.lines(colors.bold)
  const left = lines.length - mostShownGroups
  const unlistedGroups =
    left === 1
      ? localize('and 1 more group, which --group lists')
      : localize('and {count} more groups, which --group lists', { count: left })
  const more = left > 0 ? [`${unlistedGroups}\n`] : []
  const heading = localize('{count} problems', { count: withCommas(groups.count) })
  return `\n${colors.underline(heading)}\n${[...lines.slice(0, mostShownGroups), ...more].map(line => `  ${line}`).join('')}`
}

const mostShownGroups = 30

/** The maximum number of problems in one string. One record can have more problems than fit into the longest string. */
const atOnce = 1000

/** The layout of a chunk of problems. */
interface Layout {
  readonly placeWidth: number
  /**
   * Returns the width of a text in columns of the terminal; undefined if all excerpts are plain. Only loaded when it is
   * needed, because loading the library is slow.
   */
  readonly widthOf: ((text: string) => number) | undefined
  readonly colors: Colors
}

/** Whether all characters of the excerpt are single code units with width 1. */
const hasPlainExcerpt = ({ excerpt }: PlacedProblem): boolean => !excerpt || plain.test(excerpt.text)

/**
 * Printable characters that have width 1 in every terminal: Latin, Greek and Cyrillic letters, and the quotes, dashes
 * and dots that go with them. Most texts have no others, and measuring others takes much longer.
 */
const plain =
  /^[\t\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u20ac]*$/

function placeWidthOf(problems: readonly PlacedProblem[]): number {
  let width = 0
  for (const problem of problems) width = Math.max(width, placeInLine(problem).length)
  return width
}

function shownOf(problems: readonly PlacedProblem[], layout: Layout): string {
  let lines = ''
  for (const problem of problems) lines += shownProblem(problem, layout)
  return lines
}

function shownProblem(problem: PlacedProblem, layout: Layout): string {
  const { placeWidth, colors } = layout
  const { severity, code, message, excerpt, related = [] } = problem
  const indent = ' '.repeat(placeWidth + 4)
  let lines = `  ${placeInLine(problem).padEnd(placeWidth)}  ${colorOf(severity, colors)(severity)}  ${colors.bold(code)}  ${message}\n`
  if (excerpt) {
    const [line, mark] = marked(problem, excerpt, layout)
    lines += `${indent}${line}\n${indent}${mark}\n`
  }
  for (const other of related)
    lines += `${indent}${colors.dim(`${nameOnLine(other.file)}:${other.line}  ${other.message}`)}\n`
  return lines
}

const placeInLine = ({ line, column }: PlacedProblem): string => `${line}:${column}`

/** The line with the problem, and the line with carets under it. */
function marked(
  { severity, line, column, endLine, endColumn }: PlacedProblem,
  { text, column: first, isCut }: Excerpt,
  { widthOf, colors }: Layout,
): [string, string] {
  const lead = first > 1 || isCommand(text) ? '…' : ''
  const isPlain = !widthOf || plain.test(text)
  const characters = isPlain ? text.replaceAll('\t', ' ') : Array.from(text, visible)
  const before = partOfText(characters, 0, column - first)
  const about = partOfText(characters, column - first, endLine === line ? endColumn - first : undefined)
  const carets = '^'.repeat(Math.max(1, isPlain ? about.length : widthOf(about)))
  return [
    `${lead}${partOfText(characters, 0)}${isCut ? '…' : ''}`,
    ' '.repeat(lead.length + (isPlain ? before.length : widthOf(before))) + colorOf(severity, colors)(carets),
  ]
}

/** A part of a text. The text is a string if all its characters are single code units, or else a list of characters. */
const partOfText = (characters: string | readonly string[], start: number, end?: number): string =>
  typeof characters === 'string' ? characters.slice(start, end) : characters.slice(start, end).join('')

const moving = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** Replaces a character that moves the cursor or changes the direction of the text by U+FFFD. */
function visible(character: string): string {
  if (character === '\t') return ' '
  return moving.test(character) ? '�' : character
}

const colorOf = (severity: Severity, colors: Colors): Colors['red'] => colors[colorNames[severity]]

const colorNames = { error: 'red', warning: 'yellow', information: 'cyan' } as const
