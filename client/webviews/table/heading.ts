import { element } from '../dom.ts'
import type { ShownColumn, Sort } from './columns.ts'
import { createFilter } from './filter-field.ts'
import { createEdge, onHeadingDrag } from './heading-drag.ts'

interface HeadingEvents {
  sort(): void
  resize(width: number): void
  /** The column gets the width that its values need. */
  fit(): void
  /** The column goes to the place of another one. */
  moveTo(index: number): void
  filter(text: string): void
  /** The user goes from the filter to the rows. */
  leave(): void
}

/**
 * The heading of a column with its name and unit. A tooltip describes the column, a click sorts by it, dragging it
 * moves the column, and dragging its edge changes the width.
 *
 * @param filter the filter of the column; undefined if filters are hidden
 */
export function createHeading(
  { column }: ShownColumn,
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
  heading.append(createEdge(heading, events.resize, events.fit))
  onHeadingDrag(heading, target => events.moveTo(Number(target.getAttribute('aria-colindex')) - 2))
  if (filter !== undefined) heading.append(createFilter(column, filter, events))
  return heading
}
