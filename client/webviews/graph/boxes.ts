import { localize } from '../../../shared/domains/localize.ts'
import type { GraphNode } from '../../../shared/protocol/graph.ts'

/** How the box of a record is drawn: its lines of text, and its size in the units of the drawing. */
export interface Box {
  readonly name: readonly string[]
  readonly title: readonly string[]
  /** The size of the name's letters. */
  readonly letters: number
  readonly height: number
}

/** All boxes have this width, so that columns of them are straight. */
export const boxWidth = 220
/** The least height of a box, and the height of a line of its title. */
const leastBoxHeight = 40
export const titleLine = 15

/** The width of a line, and the size of the letters of a title. */
const roomForText = boxWidth - 16
const titleSize = 12

/** How wide a text is in letters of a size, in the units of the drawing. */
export type MeasureText = (text: string, size: number, isBold: boolean) => number

const mostTitleLines = 4
const mostNameLines = 2

/**
 * The box of a record. It has the whole name and title, in several lines if they are long, and it is larger if many
 * records refer to it.
 *
 * @param references how many references lead to the record
 */
export function boxOfRecord({ tag, id, title, isDangling }: GraphNode, references: number, measure: MeasureText): Box {
  const letters = 12 + 2 * Math.min(3, Math.floor(Math.log2(1 + references / 2)))
  const name = linesInBox(`${tag} ${id}`.trim(), mostNameLines, text => measure(text, letters, true) <= roomForText)
  const described = title === '' && isDangling ? localize('no record has this id') : title
  const below = linesInBox(described, mostTitleLines, text => measure(text, titleSize, false) <= roomForText)
  const height = Math.max(leastBoxHeight, 12 + name.length * (letters + 4) + below.length * titleLine)
  return { name, title: below, letters, height }
}

/** The most letters of a line that are tried: no font is so narrow that more fit. */
const mostLetters = 100

/** Breaks a text into lines at its spaces, or inside a word that is longer than a line. The rest is "…". */
function linesInBox(text: string, most: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < most) {
    const length = fittingLength(rest, fits)
    if (rest.length <= length) return [...lines, rest]
    const space = rest.lastIndexOf(' ', length)
    const end = space > length / 3 ? space : length
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  if (rest === '') return lines
  const last = lines.pop()!
  return [
    ...lines,
    `${last.slice(
      0,
      fittingLength(last, line => fits(`${line}…`)),
    )}…`,
  ]
}

/** How many letters of a text fit, at least one. */
function fittingLength(text: string, fits: (line: string) => boolean): number {
  let [least, most] = [1, Math.min(text.length, mostLetters)]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(text.slice(0, middle))) least = middle
    else most = middle - 1
  }
  return least
}
