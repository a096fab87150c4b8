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

/** How many letters fit into a line of the title, which are narrow on average. */
const titleLetters = 33
const mostTitleLines = 4
const mostNameLines = 2

/**
 * The box of a record. It has the whole name and title, in several lines if they are long, and it is larger if many
 * records refer to it.
 *
 * @param references how many references lead to the record
 */
export function boxOfRecord({ tag, id, title, isDangling }: GraphNode, references: number): Box {
  const letters = 12 + 2 * Math.min(3, Math.floor(Math.log2(1 + references / 2)))
  const name = linesInBox(`${tag} ${id}`.trim(), Math.floor((boxWidth - 20) / (letters * 0.64)), mostNameLines)
  const below = linesInBox(title === '' && isDangling ? 'no record has this id' : title, titleLetters, mostTitleLines)
  const height = Math.max(leastBoxHeight, 12 + name.length * (letters + 4) + below.length * titleLine)
  return { name, title: below, letters, height }
}

/** Breaks a text into lines at its spaces, or inside a word that is longer than a line. The rest is "…". */
function linesInBox(text: string, length: number, most: number): string[] {
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < most) {
    if (rest.length <= length) return [...lines, rest]
    const space = rest.lastIndexOf(' ', length)
    const end = space > length / 3 ? space : length
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  if (rest !== '') lines.push(`${lines.pop()!.slice(0, length - 1)}…`)
  return lines
}
