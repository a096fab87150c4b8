import '../page-language.ts'
import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { HistoryStep, historyPageRequests } from '../../../shared/protocol/history-page.ts'
import { directionLabel } from '../direction.ts'
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
  summary.textContent =
    steps.length === 1
      ? localize('1 change, the newest first.')
      : localize('{count} changes, the newest first.', { count: withCommas(steps.length) })
  const heading = (text: string): HTMLElement => element('th', { text, attributes: { scope: 'col' } })
  content.replaceChildren(
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element('tr', {}, heading(localize('Field')), heading(localize('Old value')), heading(localize('New value'))),
      ),
      ...steps.map(stepView),
    ),
  )
}

/** What happened to a record. */
const kindTexts: Readonly<Record<HistoryStep['kind'], (record: string) => string>> = {
  added: record => localize('{record} added', { record }),
  removed: record => localize('{record} removed', { record }),
  changed: record => localize('{record} changed', { record }),
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
    element('span', { class: 'name', text: subject ?? localize('Not committed yet') }),
    element('span', { class: 'about', text: [day, kindTexts[kind](record)].filter(Boolean).join(' · ') }),
    ...(commit === undefined || file === undefined
      ? []
      : [
          element('button', {
            class: 'link',
            text: localize('Open {commit}', { commit: commit.slice(0, 10) }),
            title: localize('Compare {file} before and after this commit', { file }),
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
    element('td', {}, ...(after === undefined ? [] : [element('ins', { text: after })]), ...directionLabel(direction)),
  )
