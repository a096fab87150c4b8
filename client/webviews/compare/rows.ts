import { localize } from '../../../shared/domains/localize.ts'
import type {
  ComparedField,
  ComparedRow,
  ComparedText,
  comparePageRequests,
  ShownComparison,
} from '../../../shared/protocol/compare.ts'
import type { PageParams } from '../../../shared/protocol/page.ts'
import { directionLabel } from '../direction.ts'
import { element } from '../dom.ts'

/** Gives a side what the other side has. */
export type TakeSide = (params: PageParams<(typeof comparePageRequests)['take']>) => void

/** What happened to a record, in words. */
const kindWords = {
  changed: localize('changed'),
  added: localize('added'),
  removed: localize('removed'),
  moved: localize('moved'),
  reordered: localize('with fields in another order'),
  format: localize('with another notation'),
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
    element(
      'thead',
      {},
      element('tr', {}, heading(localize('Field')), heading(left), heading(localize('Take')), heading(right)),
    ),
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
          element('summary', {
            text: count === 1 ? localize('1 unchanged record') : localize('{count} unchanged records', { count }),
          }),
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
    text:
      same.length === 1 ? localize('1 unchanged field') : localize('{count} unchanged fields', { count: same.length }),
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
    title: line === null ? '' : localize('Show the record in the text'),
    attributes: { type: 'button' },
    onClick: () => line !== null && actions.open(line),
  })
  const word = kindWords[kind as keyof typeof kindWords]
  const words = isMoved && kind !== 'moved' ? localize('{kind}, moved', { kind: word }) : word
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
    element('td', { class: 'kind', text: words }),
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
  const what = name === '' ? localize('text') : name
  const isTakenAlone = !isSame && kind === 'changed'
  const texts = {
    right: localize('Take {field} from {side} into {other}', { field: what, side: shown.left, other: shown.right }),
    left: localize('Take {field} from {side} into {other}', { field: what, side: shown.right, other: shown.left }),
  }
  return element(
    'tr',
    {
      class: isSame ? 'unchanged' : 'changed',
      attributes: { hidden: isSame, ...(isTakenAlone && { 'data-change': `${names[0]} ${name}` }) },
    },
    element('th', { text: name === '' ? localize('comments') : name, attributes: { scope: 'row' } }),
    element('td', { class: 'left' }, ...markedTexts(left, 'del')),
    element('td', { class: 'take' }, ...(isTakenAlone ? arrows(texts, { row, field: name }, shown, take) : [])),
    element('td', { class: 'right' }, ...markedTexts(right, 'ins'), ...directionLabel(direction)),
  )
}

/** What the arrows of a whole record do. */
function wholeRecordTitles({ kind }: ComparedRow, { left, right }: ShownComparison): Record<'left' | 'right', string> {
  const add = (side: string): string => localize('Add the record to {side}', { side })
  const remove = (side: string): string => localize('Remove the record from {side}', { side })
  if (kind === 'added') return { right: remove(right), left: add(left) }
  if (kind === 'removed') return { right: add(right), left: remove(left) }
  return {
    right: localize('Take the whole record from {side} into {other}', { side: left, other: right }),
    left: localize('Take the whole record from {side} into {other}', { side: right, other: left }),
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
