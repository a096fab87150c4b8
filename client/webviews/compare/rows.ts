import { counted } from '../../../shared/basics/text.ts'
import type {
  ComparedField,
  ComparedRow,
  ComparedText,
  comparePageRequests,
  ShownComparison,
} from '../../../shared/protocol/compare.ts'
import type { PageParams } from '../../../shared/protocol/page.ts'
import { element } from '../dom.ts'

/** Gives a side what the other side has. */
export type TakeSide = (params: PageParams<(typeof comparePageRequests)['take']>) => void

/** What happened to a record, in words. */
export const kindWords = {
  changed: 'changed',
  added: 'added',
  removed: 'removed',
  moved: 'moved',
  reordered: 'with fields in another order',
  format: 'with another notation',
}

interface Actions {
  readonly take: TakeSide
  readonly open: (line: number) => void
}

/** The table with both sides: a group of rows for each record. */
export function comparisonTable(comparison: ShownComparison, actions: Actions): HTMLElement {
  const { rows, left, right } = comparison
  const heading = (text: string): HTMLElement => element('th', { text, attributes: { scope: 'col' } })
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, heading('Field'), heading(left), heading('Take'), heading(right))),
  )
  rows.forEach((row, index) => {
    table.append(row.kind === 'same' ? sameRecords(row) : changedRecordRows(row, index, comparison, actions))
  })
  return table
}

/** Unchanged records between two changes, folded. */
const sameRecords = ({ names, count }: ComparedRow): HTMLElement =>
  element(
    'tbody',
    { class: 'same' },
    element(
      'tr',
      {},
      element(
        'td',
        { attributes: { colspan: 4 } },
        element(
          'details',
          {},
          element('summary', { text: counted(count, 'unchanged record') }),
          element('p', { text: names.join(', ') + (count > names.length ? ', …' : '') }),
        ),
      ),
    ),
  )

function changedRecordRows(row: ComparedRow, index: number, shown: ShownComparison, actions: Actions): HTMLElement {
  const { kind, names, title, isMoved, line, fields } = row
  const [name = ''] = names
  const same = fields.filter(({ isSame }) => isSame)
  const fieldRows = fields.map(field => fieldRow(row, field, index, shown, actions.take))
  const fold = element('button', {
    class: 'link',
    text: counted(same.length, 'unchanged field'),
    attributes: { type: 'button', 'aria-expanded': false },
    onClick: () => {
      const isOpen = fold.getAttribute('aria-expanded') === 'true'
      fold.setAttribute('aria-expanded', String(!isOpen))
      fields.forEach(({ isSame }, at) => {
        if (isSame) fieldRows[at]!.hidden = isOpen
      })
    },
  })
  const label = element('button', {
    class: 'link name',
    text: name,
    title: line === null ? '' : 'Show the record in the text',
    attributes: { type: 'button' },
    onClick: () => line !== null && actions.open(line),
  })
  const word = kindWords[kind as keyof typeof kindWords] + (isMoved && kind !== 'moved' ? ', moved' : '')
  const head = element(
    'tr',
    { class: 'record', attributes: { 'data-change': `${kind} ${name}`, 'data-record': true } },
    element(
      'th',
      { attributes: { colspan: 2, scope: 'rowgroup' } },
      label,
      element('span', { class: 'title', text: title }),
      ...(same.length > 0 ? [fold] : []),
    ),
    // Where only its place changed, there is nothing to take.
    element(
      'td',
      { class: 'take' },
      ...(kind === 'moved' ? [] : arrows(wholeRecordTitles(row, shown), { row: index }, shown, actions.take)),
    ),
    element('td', { class: 'kind', text: word }),
  )
  return element('tbody', { class: kind }, head, ...fieldRows)
}

function fieldRow(
  { kind, names }: ComparedRow,
  field: ComparedField,
  row: number,
  shown: ShownComparison,
  take: TakeSide,
): HTMLElement {
  const { name, left, right, isSame, direction } = field
  const what = name === '' ? 'text' : name
  const isTakenAlone = !isSame && kind === 'changed'
  const texts = {
    right: `Take ${what} from ${shown.left} into ${shown.right}`,
    left: `Take ${what} from ${shown.right} into ${shown.left}`,
  }
  return element(
    'tr',
    {
      class: isSame ? 'unchanged' : 'changed',
      attributes: { hidden: isSame, ...(isTakenAlone && { 'data-change': `${names[0]} ${name}` }) },
    },
    element('th', { text: name === '' ? 'comments' : name, attributes: { scope: 'row' } }),
    element('td', { class: 'left' }, ...markedTexts(left, 'del')),
    element('td', { class: 'take' }, ...(isTakenAlone ? arrows(texts, { row, field: name }, shown, take) : [])),
    element(
      'td',
      { class: 'right' },
      ...markedTexts(right, 'ins'),
      ...(direction === null ? [] : [element('span', { class: `direction ${direction}`, text: direction })]),
    ),
  )
}

/** What the arrows of a whole record do. */
function wholeRecordTitles({ kind }: ComparedRow, { left, right }: ShownComparison): Record<'left' | 'right', string> {
  if (kind === 'added') return { right: `Remove the record from ${right}`, left: `Add the record to ${left}` }
  if (kind === 'removed') return { right: `Add the record to ${right}`, left: `Remove the record from ${left}` }
  return {
    right: `Take the whole record from ${left} into ${right}`,
    left: `Take the whole record from ${right} into ${left}`,
  }
}

/** The buttons that take something from left to right, and from right to left if the left side is a file. */
function arrows(
  titles: Record<'left' | 'right', string>,
  what: { readonly row: number; readonly field?: string },
  { isLeftFile }: ShownComparison,
  take: TakeSide,
): HTMLElement[] {
  const arrow = (into: 'left' | 'right', text: string): HTMLElement =>
    element('button', {
      class: `into-${into}`,
      text,
      title: titles[into],
      attributes: { type: 'button', 'aria-label': titles[into] },
      onClick: () => take({ ...what, into }),
    })
  return [...(isLeftFile ? [arrow('left', '←')] : []), arrow('right', '→')]
}

/** A value with what the other side does not have in elements of this name. */
const markedTexts = (parts: readonly ComparedText[] | null, changed: 'ins' | 'del'): Node[] =>
  (parts ?? []).map(({ text, isChanged }) => (isChanged ? element(changed, { text }) : document.createTextNode(text)))
