import { localize } from '../../../../shared/domains/localize.ts'
import { element } from '../../dom.ts'
import { recordsOnPage } from '../../page-counts.ts'
import type { BoardColumn } from './board-columns.ts'

/** The width of a column, in pixels; the style sheet has the same number. */
export const boardColumnWidth = 260

/** A column whose heading is drawn. */
interface BoardHeading extends BoardColumn {
  /** Its index among all columns. */
  readonly index: number
  /** The value of a dragged card that cannot become this one; undefined otherwise. */
  readonly refused: string | undefined
}

/** The row of headings: each has its value, how many records have it, and what it means as a tooltip. */
export const createBoardHead = (columns: readonly BoardHeading[]): HTMLElement =>
  element(
    'div',
    { class: 'board-row', attributes: { role: 'row', 'aria-rowindex': 1 } },
    ...columns.map(createHeadingOf),
  )

function createHeadingOf({ value, meaning, count, isTarget, index, refused }: BoardHeading): HTMLElement {
  const note = refused === undefined ? '' : localize('cannot follow {value}', { value: refused })
  const heading = element(
    'div',
    {
      class: `board-heading${refused === undefined ? '' : ' unusual'}`,
      title: meaning,
      attributes: { role: 'columnheader', 'aria-colindex': index + 1 },
    },
    value === ''
      ? element('span', { class: 'none', text: localize('no value') })
      : element('span', { class: 'board-value', text: value, attributes: { dir: 'auto' } }),
    element('span', { class: 'count', text: recordsOnPage(count) }),
    ...(isTarget ? [] : [element('span', { class: 'board-note', text: localize('not an allowed value') })]),
    ...(note === '' ? [] : [element('span', { class: 'board-note', text: note })]),
  )
  heading.style.gridColumn = String(index + 1)
  return heading
}
