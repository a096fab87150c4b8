import { type Html, html } from '../../shared/basics/html.ts'

/** Parts of the pictures of the site. They have no style of their own: the style sheet gives them colors and fonts. */

/** An arrow from a point to another one; `direction` is where its head points. */
export interface Arrow {
  readonly start: readonly [x: number, y: number]
  readonly end: readonly [x: number, y: number]
  readonly direction: 'down' | 'left' | 'right'
  /** How far it bends to the right; negative for the left. Without it, it is drawn as an S, or straight. */
  readonly bulge?: number
}

/** The path of an arrow, with its head. */
export function arrowPath({ start: [x, y], end: [toX, toY], direction, bulge }: Arrow): string {
  const half = (toX - x) / 2
  const [firstX, secondX] = bulge === undefined ? [x + half, toX - half] : [x + bulge, toX + bulge]
  return `M${x} ${y}C${firstX} ${y} ${secondX} ${toY} ${toX} ${toY}${heads[direction]}`
}

/** The heads of arrows, from their points. */
const heads = { down: 'm-4 -6l4 6l4 -6', left: 'm6 -4l-6 4l6 4', right: 'm-6 -4l6 4l-6 4' } as const

/** The height of a box with a text. */
export const boxHeight = 28

/** The width of a box with a text in the font of code, which is 13 pixels high. */
export const textWidth = (text: string): number => Math.ceil(Array.from(text).length * 7.9) + 22

/** A box with a text. */
export const box = (text: string, x: number, y: number, width: number, look: string): Html =>
  html`<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${boxHeight}" rx="6"></rect><text x="${x + width / 2}" y="${y + 19}" text-anchor="middle">${text}</text>
`
