import { countedWithCommas } from '../../../shared/basics/text.ts'
import type { HistoryStep, historyPageRequests } from '../../../shared/protocol/history-page.ts'
import { element, summaryLine } from '../dom.ts'
import { failureReporter, requester } from '../host.ts'
import { keepLoaded } from '../keep-loaded.ts'
import './history.css'

/** Sends a request of this page to the extension. */
const sendRequest = requester<typeof historyPageRequests>()

/** The commits that changed a record, each with the old and new values of its fields. */

const summary = summaryLine()
const content = element('div', { class: 'content' })
document.body.append(
  element(
    'main',
    {},
    element('header', { class: 'toolbar' }, element('h1', { text: document.title }), summary),
    content,
  ),
)

const fail = (message: string): void => {
  summary.textContent = message
}
const reported = failureReporter(fail)
keepLoaded(async () => {
  const steps = await sendRequest('history', {})
  if (steps) show(steps)
}, fail)

function show(steps: readonly HistoryStep[]): void {
  summary.textContent = `${countedWithCommas(steps.length, 'change')}, the newest first.`
  const heading = (text: string): HTMLElement => element('th', { text, attributes: { scope: 'col' } })
  content.replaceChildren(
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, heading('Field'), heading('Old value'), heading('New value'))),
      ...steps.map(stepView),
    ),
  )
}

/** A commit, with a row for each field that it changed. */
function stepView(
  { record, kind, fields, commit, author, date, subject, file }: HistoryStep,
  step: number,
): HTMLElement {
  const day = date === undefined ? '' : `${date.slice(0, 10)} · ${author}`
  const head = element(
    'th',
    { attributes: { colspan: 3, scope: 'rowgroup' } },
    element('span', { class: 'name', text: subject ?? 'Not committed yet' }),
    element('span', { class: 'about', text: [day, `${record} ${kind}`].filter(Boolean).join(' · ') }),
    ...(commit === undefined || file === undefined
      ? []
      : [
          element('button', {
            class: 'link',
            text: `Open ${commit.slice(0, 10)}`,
            title: `Compare ${file} before and after this commit`,
            attributes: { type: 'button' },
            onClick: () => void reported(sendRequest('open', { step })),
          }),
        ]),
  )
  return element('tbody', {}, element('tr', { class: 'record' }, head), ...fields.map(fieldRow))
}

const fieldRow = ({ name, before, after, direction }: HistoryStep['fields'][number]): HTMLElement =>
  element(
    'tr',
    { class: 'changed' },
    element('th', { text: name, attributes: { scope: 'row' } }),
    element('td', {}, ...(before === undefined ? [] : [element('del', { text: before })])),
    element(
      'td',
      {},
      ...(after === undefined ? [] : [element('ins', { text: after })]),
      ...(direction === undefined ? [] : [element('span', { class: `direction ${direction}`, text: direction })]),
    ),
  )
