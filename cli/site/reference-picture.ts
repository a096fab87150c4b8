import { type Html, html } from '../../shared/basics/html.ts'
import { cutTo } from '../../shared/domains/message-text.ts'
import { fieldsThatReferTo } from '../../shared/domains/referrers.ts'
import { type Tag, targetOf } from '../../shared/domains/registry.ts'
import { fieldLabel, hrefOfField, hrefOfTag, tagLabel, type Viewpoint } from './links.ts'
import { arrowPath, box, boxHeight, textWidth } from './svg.ts'

/** A field at a side of the picture. */
interface PictureSide {
  readonly text: string
  readonly href: string
  readonly inWords: string
}

/**
 * What refers to a tag, and what it refers to, as a picture: the tag in the middle, with the fields that lead to it on
 * the left, and those that lead away from it on the right. Undefined for a tag without references.
 */
export function referencePicture(from: Viewpoint, tag: Tag): Html | undefined {
  const incoming = fieldsThatReferTo(from.registry, tag).map(({ tag: other, field }): PictureSide => {
    const name = cutLabel(fieldLabel(from, other.fullName, field.name))
    const inWords = `${name} refers to ${tag.name}`
    return { text: name, href: hrefOfField(from, other.fullName, field.name), inWords }
  })
  const outgoing = [...tag.fields.values()].flatMap((field): PictureSide[] => {
    const target = targetOf(from.registry, field)?.fullName ?? field.target
    if (!target) return []
    const text = cutLabel(`${field.name}: ${tagLabel(from, target)}`)
    // Where the site does not have the tag, the box leads to the field.
    const own = hrefOfField(from, tag.fullName, field.name)
    return [{ text, href: hrefOfTag(from, target) ?? own, inWords: `${text}, referred to by ${tag.name}` }]
  })
  if (incoming.length + outgoing.length === 0) return undefined
  const [left, middle, right] = [widthOfSide(incoming), textWidth(cutLabel(tag.name)), widthOfSide(outgoing)]
  const center = left + (left > 0 ? gap : 0)
  const behind = center + middle
  const rows = Math.max(incoming.length, outgoing.length)
  const [width, height] = [behind + (right > 0 ? gap + right : 0) + 2, rows * linePitch - (linePitch - boxHeight) + 2]
  const middleY = height / 2
  const yOf = (index: number, { length }: readonly PictureSide[]): number =>
    1 + ((rows - length) * linePitch) / 2 + index * linePitch
  const arrow = (start: readonly [number, number], end: readonly [number, number]): Html =>
    html`<path class="arrow" d="${arrowPath({ start, end, direction: 'right' })}"></path>\n`
  return html`<svg role="group" aria-label="References of ${tag.name}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
${incoming.map((side, index) => html`${arrow([left, yOf(index, incoming) + boxHeight / 2], [center, middleY])}${linked(side, 1, yOf(index, incoming), left - 1)}`)}${box(cutLabel(tag.name), center, middleY - boxHeight / 2, middle, 'own')}${outgoing.map((side, index) => html`${arrow([behind, middleY], [behind + gap, yOf(index, outgoing) + boxHeight / 2])}${linked(side, behind + gap, yOf(index, outgoing), right)}`)}</svg>
`
}

const gap = 56
const linePitch = 36

const cutLabel = (text: string): string => cutTo(60, text)

const widthOfSide = (sides: readonly PictureSide[]): number => Math.max(0, ...sides.map(({ text }) => textWidth(text)))

/** A box that is a link. */
const linked = ({ text, href, inWords }: PictureSide, x: number, y: number, width: number): Html =>
  html`<a href="${href}" aria-label="${inWords}">${box(text, x, y, width, 'other')}</a>`
