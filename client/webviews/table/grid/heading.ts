import { localize } from '../../../../shared/domains/localize.ts'
import type { Choice, Sort } from '../../../../shared/protocol/table/table.ts'
import { element } from '../../dom.ts'
import type { ShownColumn } from './columns.ts'
import { createFilter } from './filter-field.ts'
import type { GridContent } from './grid-content.ts'
import { followPointer } from './pointer-drag.ts'

interface HeadingEvents {
  /** @param isAdded whether the columns that sort already go on sorting */
  sort(isAdded: boolean): void
  resize(width: number): void
  /** The column gets the width that its values need. */
  fit(): void
  /** The column goes to the place of another one. */
  moveTo(index: number): void
  filter(text: string): void
  /** The values that the column has. */
  values(): Promise<readonly Choice[]>
  /** The user goes from the filter to the rows. */
  leave(): void
}

/**
 * The row of headings: one for the places of the records, and one for each column.
 *
 * @param frozen how many of the first columns stay when the grid is scrolled sideways
 * @param eventsOf makes what the heading of a column calls
 */
export function createHead(
  { columns, sort, filters, places }: GridContent,
  frozen: number,
  eventsOf: (shown: ShownColumn, index: number) => HeadingEvents,
): HTMLElement {
  const corner = element('div', {
    class: 'heading corner',
    text: places.heading,
    attributes: { role: 'columnheader', 'aria-colindex': 1 },
  })
  const headings = columns.map((shown, index) => {
    const filter = filters && (filters.get(shown.column.name) ?? '')
    return createHeading(shown, index, index < frozen, sort, filter, eventsOf(shown, index))
  })
  return element('div', { class: 'row', attributes: { role: 'row', 'aria-rowindex': 1 } }, corner, ...headings)
}

/**
 * The heading of a column with its name and unit. A tooltip describes the column, a click sorts by it, dragging it
 * moves the column, and dragging its edge changes the width.
 *
 * @param isFrozen whether it stays when the grid is scrolled sideways
 * @param filter the filter of the column; undefined if filters are hidden
 */
function createHeading(
  { column }: ShownColumn,
  index: number,
  isFrozen: boolean,
  sorts: readonly Sort[],
  filter: string | undefined,
  events: HeadingEvents,
): HTMLElement {
  const { name, unit, isRequired, description } = column
  const place = sorts.findIndex(sort => sort.column === name)
  const sort = sorts[place]
  const direction = sort?.isDescending ? 'descending' : 'ascending'
  const rank = sort && sorts.length > 1 ? String(place + 1) : ''
  const heading = element(
    'div',
    {
      class: `heading ${column.kind}${isFrozen ? ' frozen' : ''}`,
      title: [isRequired ? localize('{column} (required)', { column: name }) : name, description]
        .filter(Boolean)
        .join('\n\n'),
      attributes: {
        role: 'columnheader',
        'aria-colindex': index + 2,
        'aria-sort': sort ? direction : 'none',
        'aria-label': [
          name,
          unit,
          isRequired ? localize('required') : '',
          rank && localize('sort key {rank}', { rank }),
        ]
          .filter(Boolean)
          .join(', '),
      },
    },
    element('span', { class: 'name', text: name }),
    ...(isRequired ? [element('span', { class: 'required', text: '*', attributes: { 'aria-hidden': true } })] : []),
    ...(unit === '' ? [] : [element('span', { class: 'unit', text: unit })]),
    element('span', { class: 'direction', text: rank, attributes: { 'aria-hidden': true } }),
  )
  if (isFrozen) heading.style.setProperty('--left', `var(--left-${index})`)
  heading.addEventListener('click', event => events.sort(event.shiftKey))
  heading.append(createEdge(heading, events.resize, events.fit))
  onHeadingDrag(heading, target => events.moveTo(Number(target.getAttribute('aria-colindex')) - 2))
  if (filter !== undefined) heading.append(createFilter(column, filter, events))
  return heading
}

/** The minimum width of a column, in pixels. */
const minimumWidth = 40

/** How far the pointer has to move before a click on a heading becomes a drag, in pixels. */
const dragDistance = 6

/** The edge of a heading. Dragging it changes the width of the column, and a double click fits it. */
function createEdge(heading: HTMLElement, resize: (width: number) => void, fitWidth: () => void): HTMLElement {
  const edge = element('span', { class: 'edge', attributes: { 'aria-hidden': true } })
  edge.addEventListener('click', event => event.stopPropagation())
  edge.addEventListener('dblclick', event => {
    event.stopPropagation()
    fitWidth()
  })
  edge.addEventListener('pointerdown', down => {
    down.preventDefault()
    down.stopPropagation()
    edge.setPointerCapture(down.pointerId)
    const width = heading.offsetWidth
    const widthAt = (event: PointerEvent): number =>
      Math.max(minimumWidth, Math.round(width + event.clientX - down.clientX))
    const move = (event: PointerEvent): void => heading.style.setProperty('--dragged', `${widthAt(event) - width}px`)
    const end = (event: PointerEvent): void => {
      edge.removeEventListener('pointermove', move)
      // The clicks of a double click do not change the width.
      if (event.clientX !== down.clientX) resize(widthAt(event))
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end, { once: true })
  })
  return edge
}

/** Lets the user drag a heading to another place. `drop` gets the heading over which it is released. */
function onHeadingDrag(heading: HTMLElement, drop: (target: Element) => void): void {
  heading.addEventListener('pointerdown', down => {
    if (down.button !== 0 || (down.target instanceof Element && down.target.closest('.filter-field'))) return
    let target: Element | null = null
    const isDrag = (event: PointerEvent): boolean => Math.abs(event.clientX - down.clientX) > dragDistance
    const mark = (next: Element | null): void => {
      target?.classList.remove('drop')
      target = next
      target?.classList.add('drop')
    }
    /** The click that ends a drag must not sort. */
    const withoutClick = (): void => {
      heading.addEventListener('click', stop, { capture: true, once: true })
      setTimeout(() => heading.removeEventListener('click', stop, { capture: true }))
    }
    followPointer({
      move: event => {
        const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('.head .heading:not(.corner)')
        mark(isDrag(event) && over && over !== heading ? over : null)
      },
      end: event => {
        const dropped = target
        mark(null)
        if (!event) addEventListener('pointerup', withoutClick, { once: true })
        if (!event || !isDrag(event)) return
        withoutClick()
        if (dropped) drop(dropped)
      },
    })
  })
}

const stop = (event: Event): void => event.stopImmediatePropagation()
