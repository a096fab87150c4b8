import '../page-language.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { comparePageRequests, ShownComparison } from '../../../shared/protocol/compare.ts'
import { button, element, summaryLine } from '../dom.ts'
import { failureReporter, requester } from '../host.ts'
import { keepLoaded } from '../keep-loaded.ts'
import { comparisonTable, type TakeSide } from './rows.ts'
import './compare.css'

/** Sends a request of this page to the extension. */
const sendRequest = requester<typeof comparePageRequests>()

/** Two versions of a file, record by record, with what one side can take from the other. */

const summary = summaryLine()
const content = element('div', { class: 'content' })
const toolbar = element(
  'div',
  { class: 'toolbar' },
  button(localize('Previous'), localize('Previous changed record (Shift+F7)'), () => moveFocus(content, -1, 'record')),
  button(localize('Next'), localize('Next changed record (F7)'), () => moveFocus(content, 1, 'record')),
  summary,
)
document.body.append(element('main', {}, element('h1', { class: 'unseen', text: document.title }), toolbar, content))

let shown: string | undefined

const fail = (message: string): void => {
  summary.textContent = message
}
const reported = failureReporter(fail)
keepLoaded(async () => {
  const comparison = await sendRequest('compare', {})
  if (comparison) show(comparison)
}, fail)

addEventListener('keydown', event => {
  const { key, shiftKey, ctrlKey, metaKey } = event
  if (key === 'F7') moveFocus(content, shiftKey ? -1 : 1, 'record')
  else if (key === 'ArrowDown') moveFocus(content, 1, 'change')
  else if (key === 'ArrowUp') moveFocus(content, -1, 'change')
  else if (key === 'Enter' && shiftKey) takeAtFocus()
  else if (key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey) void reported(sendRequest('undo', {}))
  else return
  event.preventDefault()
})

function show(comparison: ShownComparison): void {
  // A comparison that has not changed keeps what the user unfolded.
  const text = JSON.stringify(comparison)
  if (text === shown) return
  const isFirst = shown === undefined
  shown = text
  summary.textContent = summaryOf(comparison)
  const focused = focusedChange(content)
  content.replaceChildren(comparisonTable(comparison, { take, open: line => void sendRequest('open', { line }) }))
  if (isFirst) moveFocus(content, 1, 'change')
  else focusChange(content, focused)
}

const take: TakeSide = params => void reported(sendRequest('take', params))

/** How many records something happened to, in the order in which the kinds are named. */
const kindCounts: Readonly<Record<string, (count: number) => string>> = {
  changed: count => localize('{count} changed', { count }),
  added: count => localize('{count} added', { count }),
  removed: count => localize('{count} removed', { count }),
  moved: count => localize('{count} moved', { count }),
  reordered: count => localize('{count} with fields in another order', { count }),
  format: count => localize('{count} with another notation', { count }),
}

function summaryOf({ rows, leftOut }: ShownComparison): string {
  const counts = Object.entries(kindCounts).flatMap(([kind, inWords]) => {
    const count = rows.filter(row => row.kind === kind).length
    return count > 0 ? inWords(count) : []
  })
  const all = counts.join(', ')
  if (counts.length === 0) return localize('Both sides have the same records.')
  if (leftOut === 0) return localize('{counts}.', { counts: all })
  return leftOut === 1
    ? localize('{counts}; 1 more change is not shown.', { counts: all })
    : localize('{counts}; {count} more changes are not shown.', { counts: all, count: leftOut })
}

/** The keyboard in the comparison: the focus goes from change to change, and Shift+Enter takes the right side. */

/** All changes, or all changed records, in their order. */
const changesIn = (content: HTMLElement, what: 'change' | 'record'): HTMLElement[] => [
  ...content.querySelectorAll<HTMLElement>(what === 'record' ? '[data-record]' : '[data-change]'),
]

const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-change]') ?? null

/** Moves the focus to the next (1) or the previous (-1) change. */
function moveFocus(content: HTMLElement, by: 1 | -1, what: 'change' | 'record'): void {
  const changes = changesIn(content, what)
  const from = current()
  const isBefore = (change: HTMLElement): boolean =>
    from !== null && (from.compareDocumentPosition(change) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const isBehind = (change: HTMLElement): boolean =>
    from === null || (from.compareDocumentPosition(change) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  focusOn(by === 1 ? changes.find(isBehind) : changes.findLast(isBefore))
}

/** A change that had the focus: what it is about, and its place among the changes. */
interface Focused {
  readonly name: string | undefined
  readonly index: number
}

/** The change that has the focus. */
function focusedChange(content: HTMLElement): Focused {
  const change = current()
  return { name: change?.dataset.change, index: change ? changesIn(content, 'change').indexOf(change) : -1 }
}

/** Gives the focus back to a change, or to the one that is in its place now. */
function focusChange(content: HTMLElement, { name, index }: Focused): void {
  if (index < 0) return
  const changes = changesIn(content, 'change')
  focusOn(changes.find(change => change.dataset.change === name) ?? changes[Math.min(index, changes.length - 1)])
}

/** Takes what has the focus from right to left, if the left side can be changed. */
const takeAtFocus = (): void => current()?.querySelector<HTMLElement>('.into-left')?.click()

function focusOn(change: HTMLElement | undefined): void {
  const target = change?.querySelector<HTMLElement>('.into-right') ?? change?.querySelector<HTMLElement>('button')
  target?.focus()
  change?.scrollIntoView({ block: 'nearest' })
}
