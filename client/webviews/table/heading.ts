import { element } from '../dom.ts'
import type { ShownColumn, Sort } from './columns.ts'
import { onLeave } from './leave-keys.ts'

/** The minimum width of a column, in pixels. */
const minimumWidth = 40

interface HeadingEvents {
  sort(): void
  resize(width: number): void
  filter(text: string): void
  /** The user goes from the filter to the rows. */
  leave(): void
}

/**
 * The heading of a column with its name and unit. A tooltip describes the column, a click sorts by it, and dragging its
 * edge changes its width.
 *
 * @param filter the filter of the column; undefined if filters are hidden
 */
export function createHeading(
  { column, width }: ShownColumn,
  index: number,
  sort: Sort | undefined,
  filter: string | undefined,
  events: HeadingEvents,
): HTMLElement {
  const { name, unit, isRequired, description } = column
  const direction = sort?.isDescending ? 'descending' : 'ascending'
  const isSorted = sort?.column === name
  const heading = element(
    'div',
    {
      class: `heading ${column.kind}${index === 0 ? ' first' : ''}`,
      title: [isRequired ? `${name} (required)` : name, description].filter(Boolean).join('\n\n'),
      attributes: {
        role: 'columnheader',
        'aria-colindex': index + 2,
        'aria-sort': isSorted ? direction : 'none',
        'aria-label': [name, unit, isRequired ? 'required' : ''].filter(Boolean).join(', '),
      },
      onClick: events.sort,
    },
    element('span', { class: 'name', text: name }),
    ...(isRequired ? [element('span', { class: 'required', text: '*', attributes: { 'aria-hidden': true } })] : []),
    ...(unit === '' ? [] : [element('span', { class: 'unit', text: unit })]),
    element('span', { class: 'direction', attributes: { 'aria-hidden': true } }),
  )
  heading.append(createEdge(heading, width, events))
  if (filter !== undefined) heading.append(createFilter(name, filter, events))
  return heading
}

function createFilter(name: string, text: string, events: HeadingEvents): HTMLElement {
  const input = element('input', {
    class: 'filter',
    title: filterHelp,
    attributes: {
      type: 'text',
      'aria-label': `Filter ${name}`,
      placeholder: 'filter',
      value: text,
      spellcheck: 'false',
    },
  })
  input.addEventListener('click', event => event.stopPropagation())
  input.addEventListener('input', () => events.filter(input.value))
  onLeave(input, () => events.leave())
  return input
}

const filterHelp = [
  'text: contains the text',
  '!text: does not contain the text',
  '=text: equals the text; = alone: is empty',
  '>5, >=5, <5, <=5, 1..5: numbers and dates',
].join('\n')

/** The edge of a heading. Dragging it changes the width of the column. */
function createEdge(heading: HTMLElement, width: number, { resize }: HeadingEvents): HTMLElement {
  const edge = element('span', { class: 'edge', attributes: { 'aria-hidden': true } })
  edge.addEventListener('click', event => event.stopPropagation())
  edge.addEventListener('pointerdown', down => {
    down.preventDefault()
    down.stopPropagation()
    edge.setPointerCapture(down.pointerId)
    const widthAt = (event: PointerEvent): number =>
      Math.max(minimumWidth, Math.round(width + event.clientX - down.clientX))
    const move = (event: PointerEvent): void => heading.style.setProperty('--dragged', `${widthAt(event) - width}px`)
    const end = (event: PointerEvent): void => {
      edge.removeEventListener('pointermove', move)
      resize(widthAt(event))
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end, { once: true })
  })
  return edge
}
