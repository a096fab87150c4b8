import type { ShownComparison } from '../../../shared/protocol/compare-page.ts'
import { button, element } from '../dom.ts'
import { onEvent } from '../host.ts'
import { reloader } from '../reloader.ts'
import { focusChange, focusedChange, moveFocus, takeAtFocus } from './keys.ts'
import { sendRequest } from './request.ts'
import { kindWords, type Take, tableOf } from './rows.ts'
import './compare.css'

/** Two versions of a file, record by record, with what one side can take from the other. */

const summary = element('p', { class: 'summary', attributes: { role: 'status' } })
const content = element('div', { class: 'content' })
const toolbar = element(
  'div',
  { class: 'toolbar' },
  button('Previous', 'Previous changed record (Shift+F7)', () => moveFocus(content, -1, 'record')),
  button('Next', 'Next changed record (F7)', () => moveFocus(content, 1, 'record')),
  summary,
)
document.body.append(element('main', {}, element('h1', { class: 'unseen', text: document.title }), toolbar, content))

let shown: string | undefined

const reload = reloader(() =>
  reported(async () => {
    const comparison = await sendRequest('compare', {})
    if (comparison) show(comparison)
  }),
)
onEvent(event => {
  if (event === 'changed') void reload()
})
void reload()

addEventListener('keydown', event => {
  const { key, shiftKey, ctrlKey, metaKey } = event
  if (key === 'F7') moveFocus(content, shiftKey ? -1 : 1, 'record')
  else if (key === 'ArrowDown') moveFocus(content, 1, 'change')
  else if (key === 'ArrowUp') moveFocus(content, -1, 'change')
  else if (key === 'Enter' && shiftKey) takeAtFocus()
  else if (key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey) void reported(() => sendRequest('undo', {}))
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
  content.replaceChildren(tableOf(comparison, { take, open: line => void sendRequest('open', { line }) }))
  if (isFirst) moveFocus(content, 1, 'change')
  else focusChange(content, focused)
}

const take: Take = params => void reported(() => sendRequest('take', params))

/** Shows the message of an error, which is a sentence. */
async function reported(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    summary.textContent = error instanceof Error ? error.message : String(error)
  }
}

function summaryOf({ rows, leftOut }: ShownComparison): string {
  const counts = Object.entries(kindWords).flatMap(([kind, word]) => {
    const count = rows.filter(row => row.kind === kind).length
    return count > 0 ? `${count} ${word}` : []
  })
  if (counts.length === 0) return 'Both sides have the same records.'
  return leftOut > 0 ? `${counts.join(', ')}; ${leftOut} more changes are not shown.` : `${counts.join(', ')}.`
}
