import type { Colors } from 'picocolors/types'
import type { Severity } from '../../../shared/rule.ts'
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
        if (some.length > 0) {
          yield heading
          heading = ''
          separator = '\n'
        }
        const placeWidth = Math.max(...some.map(problem => placeOf(problem).length))
        const widthOf = await widthFor(some)
        for (const problem of some) yield* shown(problem, { placeWidth, widthOf, colours })
      }
    }
  },
  closing,
}

/** How problems are laid out. */
interface Layout {
  readonly placeWidth: number
  /** How many columns of a terminal a text takes. */
  readonly widthOf: (text: string) => number
  readonly colours: Colors
}

/** What tells the widths of other characters than those of ASCII takes long to load, and is mostly not needed. */
async function widthFor(problems: readonly PlacedProblem[]): Promise<Layout['widthOf']> {
  const isPlain = problems.every(({ excerpt }) => !excerpt || /^[\t\x20-\x7e]*$/.test(excerpt.text))
  return isPlain ? text => text.length : (await import('string-width')).default
}

function* shown(problem: PlacedProblem, layout: Layout): Generator<string> {
  const { placeWidth, colours } = layout
  const { severity, code, message, excerpt, related = [] } = problem
  yield `  ${placeOf(problem).padEnd(placeWidth)}  ${colourOf(severity, colours)(severity)}  ${colours.bold(code)}  ${message}\n`
  const indent = ' '.repeat(placeWidth + 4)
  if (excerpt) yield marked(problem, excerpt, layout).map(line => `${indent}${line}\n`).join('')
  for (const other of related) yield `${indent}${colours.dim(`${oneLine(other.file)}:${other.line}  ${other.message}`)}\n`
}

const placeOf = ({ line, column }: PlacedProblem): string => `${line}:${column}`

/** The line, and the line under it that marks the problem. */
function marked({ severity, line, column, endLine, endColumn }: PlacedProblem, { text, column: first, isCut }: Excerpt, { widthOf, colours }: Layout): [string, string] {
  const characters = Array.from(text, visible)
  const part = (from: number, to?: number): string => characters.slice(from - first, to === undefined ? undefined : to - first).join('')
  const lead = first > 1 || isCommand(text) ? '…' : ''
  const about = part(column, endLine === line ? endColumn : undefined)
  const carets = '^'.repeat(Math.max(1, widthOf(about)))
  return [
    `${lead}${characters.join('')}${isCut ? '…' : ''}`,
    ' '.repeat(lead.length + widthOf(part(first, column))) + colourOf(severity, colours)(carets),
  ]
}

/** A character as it can be shown: one that moves the cursor or turns the writing round has a sign in its place. */
function visible(character: string): string {
  if (character === '\t') return ' '
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(character) ? '�' : character
}

const colourOf = (severity: Severity, colours: Colors): Colors['red'] => ({ error: colours.red, warning: colours.yellow, information: colours.cyan })[severity]
