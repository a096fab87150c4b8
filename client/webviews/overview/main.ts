import { countedWithCommas } from '../../../shared/basics/text.ts'
import type {
  Bar,
  Chart,
  ListedRecord,
  Overview,
  overviewPageRequests,
  ProblemCount,
  ProblemGroupCount,
  TagCount,
} from '../../../shared/protocol/overview.ts'
import { element, summaryLine } from '../dom.ts'
import { onEvent, requester } from '../host.ts'
import { reloader } from '../reloader.ts'
import './overview.css'
import { barList, histogram } from './bars.ts'

/** Sends a request of this page to the extension. */
const sendRequest = requester<typeof overviewPageRequests>()

/** The overview of a file or of the workspace: numbers that lead to their records. */

const heading = element('h1', { text: document.title })
const summary = summaryLine()
const charts = element('div', { class: 'charts' })
const list = element('aside', { attributes: { 'aria-label': 'Records', hidden: true } })
document.body.append(element('main', {}, element('header', {}, heading, summary), charts), list)

/** The bar whose records are listed. */
let chosen: { key: string; meaning: string } | undefined

const reload = reloader(async () => {
  try {
    const overview = await sendRequest('overview', {})
    if (overview) show(overview)
    if (overview && chosen) await showRecords()
  } catch (error) {
    summary.textContent = `Could not read the records: ${error instanceof Error ? error.message : String(error)}`
  }
})
onEvent(event => {
  if (event === 'changed') void reload()
})
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') hideRecords()
})
void reload()

function show(overview: Overview): void {
  const { files, records, problems } = overview
  const inFiles = files === 1 ? '' : ` in ${countedWithCommas(files, 'file')}`
  summary.textContent =
    records === 0 && problems.length === 0
      ? 'There are no records yet. Type @ in a .rec file to choose a tag, or run "Recline: Import Records…".'
      : `${countedWithCommas(records, 'record')}${inFiles}, ${problemsInWords(problems)}.`
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined
  charts.replaceChildren(...sections(overview))
  // The bar that had the focus keeps it.
  if (focused !== undefined)
    for (const button of charts.querySelectorAll('button')) if (button.dataset.key === focused) button.focus()
}

/** How many problems there are, and how serious they are. */
function problemsInWords(problems: readonly ProblemCount[]): string {
  if (problems.length === 0) return 'no problems'
  const bySeverity = severities.flatMap(([severity, word]) => {
    const count = sum(problems.filter(problem => problem.severity === severity))
    return count === 0 ? [] : countedWithCommas(count, word)
  })
  return `${countedWithCommas(sum(problems), 'problem')}: ${bySeverity.join(', ')}`
}

/** All severities, the worst first, with their words. */
const severities = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['information', 'note'],
] as const

/** The worst problems first, and of these the most frequent ones. */
function worstFirst<Problem extends ProblemCount>(problems: readonly Problem[]): Problem[] {
  const rank = ({ severity }: Problem): number => severities.findIndex(([name]) => name === severity)
  return problems.toSorted((one, other) => rank(one) - rank(other) || other.count - one.count)
}

function sections({ tags, lifecycles, due, numbers, problems, groups }: Overview): HTMLElement[] {
  return [
    section(
      'Due',
      due.length === 0
        ? []
        : [
            barList(
              due.map((bar, index) => ({ ...bar, class: index === 0 ? 'outside' : '' })),
              'Due',
              choose,
            ),
          ],
    ),
    section('Problems', problems.length === 0 ? [] : [problemChart(worstFirst(problems))]),
    section('Problems by Tag and Field', groups.length === 0 ? [] : [groupChart(worstFirst(groups))]),
    section('Records', tagCharts(tags)),
    section(
      'Values in Order',
      lifecycles.map(chart => titled(chart, barList(chart.bars, chart.title, choose))),
    ),
    section(
      'Numbers and Their Range',
      numbers.map(chart => titled(chart, histogram(chart, choose))),
    ),
  ].filter(made => made.childElementCount > 1)
}

const section = (title: string, children: readonly HTMLElement[]): HTMLElement =>
  element(
    'section',
    {},
    element('h2', { text: title }),
    ...(children.length > 0 ? [element('div', { class: 'group' }, ...children)] : []),
  )

const titled = ({ title, unit }: Chart, chart: HTMLElement): HTMLElement =>
  element('div', { class: 'chart' }, element('h3', { text: unit ? `${title} (${unit})` : title }), chart)

const problemChart = (problems: readonly ProblemCount[]): HTMLElement =>
  element(
    'div',
    { class: 'columns' },
    barList(
      problems.map(({ severity, ...bar }) => ({ ...bar, class: severity })),
      'Problems',
      choose,
    ),
  )

/** The groups of problems. A click shows their records in a table, or lists them if they are of no known tag. */
const groupChart = (groups: readonly ProblemGroupCount[]): HTMLElement =>
  element(
    'div',
    { class: 'chart' },
    barList(
      groups.map(({ severity, filter, ...bar }) => ({ ...bar, class: severity })),
      'Problems by tag and field',
      (bar, meaning) => {
        const filter = groups.find(({ key }) => key === bar.key)?.filter
        if (filter) void sendRequest('filter', filter)
        else choose(bar, meaning)
      },
    ),
  )

function tagCharts(tags: readonly TagCount[]): HTMLElement[] {
  const domains = [...new Set(tags.map(({ domain }) => domain))]
  return domains.map(domain =>
    element(
      'div',
      { class: 'chart' },
      element('h3', { text: domain || 'Tags that no domain in force defines' }),
      barList(
        tags.filter(tag => tag.domain === domain),
        domain || 'Unknown tags',
        choose,
      ),
    ),
  )
}

function choose({ key }: Bar, meaning: string): void {
  chosen = { key, meaning }
  void showRecords().then(() => list.querySelector('button')?.focus())
}

async function showRecords(): Promise<void> {
  if (!chosen) return
  const { key, meaning } = chosen
  const records = (await sendRequest('records', { key })) ?? []
  if (chosen?.key !== key) return
  list.hidden = false
  list.replaceChildren(
    element(
      'div',
      { class: 'title' },
      element('h2', { text: meaning }),
      element('button', { text: 'Close', onClick: hideRecords }),
    ),
    records.length === 0
      ? element('p', { text: 'There are no such records anymore.' })
      : element('ul', {}, ...records.map(recordLink)),
  )
}

function hideRecords(): void {
  chosen = undefined
  list.hidden = true
  list.replaceChildren()
}

const recordLink = ({ uri, line, label, title, detail }: ListedRecord): HTMLElement =>
  element(
    'li',
    {},
    element('button', { class: 'link', text: label, onClick: () => void sendRequest('open', { uri, line }) }),
    ...(detail === undefined ? [] : [element('span', { class: 'reason', text: detail })]),
    element('span', { class: 'detail', text: title }),
    element('span', { class: 'place', text: `${decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))}:${line + 1}` }),
  )

const sum = (bars: readonly Bar[]): number => bars.reduce((total, bar) => total + bar.count, 0)
