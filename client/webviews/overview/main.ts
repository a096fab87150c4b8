import '../page-language.ts'
import { withCommas } from '../../../shared/basics/text.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type {
  Bar,
  Chart,
  ListedRecord,
  Overview,
  OwnerCount,
  ProblemCount,
  TagCount,
} from '../../../shared/protocol/overview.ts'
import type { OverviewAction, overviewPageRequests, ShownOverview } from '../../../shared/protocol/overview-page.ts'
import type { TableFilter } from '../../../shared/protocol/table/table.ts'
import { writtenBlock } from '../../../shared/reports/written-block.ts'
import { button, element, keepingFocus, summaryLine } from '../dom.ts'
import { requester } from '../host.ts'
import { keepLoaded } from '../keep-loaded.ts'
import { filesOnPage, recordsOnPage } from '../page-counts.ts'
import { showSoFar } from '../so-far.ts'
import './overview.css'
import { barList, histogram } from './bars.ts'

/** Sends a request of this page to the extension. */
const sendRequest = requester<typeof overviewPageRequests>()

/** The overview of a file or of the workspace: numbers that lead to their records. */

const heading = element('h1', { text: document.title })
const summary = summaryLine()
const actions = element('div', { class: 'actions', attributes: { role: 'toolbar', 'aria-label': localize('Actions') } })
const charts = element('div', { class: 'charts' })
const list = element('aside', { attributes: { 'aria-label': localize('Records'), hidden: true } })
document.body.append(element('main', {}, element('header', {}, heading, summary, actions), charts), list)

/** The bar whose records are listed. */
let chosen: { readonly key: string; readonly meaning: string; readonly filter: TableFilter | null } | undefined

keepLoaded(
  async () => {
    await showSoFar(params => sendRequest('overview', params), show)
    await showRecords()
  },
  message => {
    summary.textContent = localize('Could not read the records: {message}', { message })
  },
)
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') hideRecords()
})

function show(overview: ShownOverview, whatIsMissing: string): void {
  const counts = isWithoutRecords(overview) ? localize('There are no records yet.') : countsInWords(overview)
  summary.textContent = `${counts} ${whatIsMissing}`.trim()
  keepingFocus(() => {
    actions.replaceChildren(...actionButtons(overview))
    charts.replaceChildren(...sections(overview))
  })
}

const isWithoutRecords = ({ records, problems }: Overview): boolean => records === 0 && problems.length === 0

function countsInWords(overview: Overview): string {
  const [records, problems] = [recordsOnPage(overview.records), problemsInWords(overview)]
  return overview.files === 1
    ? localize('{records}, {problems}.', { records, problems })
    : localize('{records} in {files}, {problems}.', { records, files: filesOnPage(overview.files), problems })
}

/** How many problems there are, and how serious they are. */
function problemsInWords({ severities }: Overview): string {
  const { error, warning, information } = severities
  const total = error + warning + information
  if (total === 0) return localize('no problems')
  const bySeverity = [
    ...(error === 0 ? [] : [errorCount(error)]),
    ...(warning === 0 ? [] : [warningCount(warning)]),
    ...(information === 0 ? [] : [noteCount(information)]),
  ].join(', ')
  return total === 1
    ? localize('1 problem: {severities}', { severities: bySeverity })
    : localize('{count} problems: {severities}', { count: withCommas(total), severities: bySeverity })
}

const errorCount = (count: number): string =>
  count === 1 ? localize('1 error') : localize('{count} errors', { count: withCommas(count) })

const warningCount = (count: number): string =>
  count === 1 ? localize('1 warning') : localize('{count} warnings', { count: withCommas(count) })

const noteCount = (count: number): string =>
  count === 1 ? localize('1 note') : localize('{count} notes', { count: withCommas(count) })

/** What can be done with the records, or to get some. */
function actionButtons(overview: ShownOverview): HTMLElement[] {
  const { isOfWorkspace, problems } = overview
  const run = (text: string, title: string, action: OverviewAction): HTMLElement =>
    element('button', {
      text,
      title,
      attributes: { type: 'button', 'data-key': action },
      onClick: () => void sendRequest('run', { action }),
    })
  const open = isOfWorkspace
    ? run(localize('New File…'), localize('Make a file with the header of a domain'), 'newFile')
    : run(localize('Open as Text'), localize('Write records in a text editor'), 'text')
  if (isWithoutRecords(overview))
    return [open, run(localize('Import Records…'), localize('Import records from a table or from JSON'), 'import')]
  const graph = run(localize('Show Graph'), localize('Show the records and their references'), 'graph')
  if (!isOfWorkspace)
    return [run(localize('Open as Table'), localize('Show the records of this file as a table'), 'table'), graph]
  return [
    run(localize('Find Records…'), localize('Show the records of a tag as a table'), 'find'),
    graph,
    ...(problems.length > 0
      ? [run(localize('Fix All…'), localize('Look at all safe fixes, and apply those that you choose'), 'fix')]
      : []),
  ]
}

function sections(overview: Overview): HTMLElement[] {
  const { tags, lifecycles, due, owners, otherOwners, numbers, problems, otherProblems } = overview
  return [
    section(
      localize('Due'),
      due.length === 0
        ? []
        : [
            barList(
              due.map((bar, index) => ({ ...bar, class: index === 0 ? 'outside' : '' })),
              localize('Due'),
              choose,
            ),
          ],
    ),
    section(
      localize('Overdue or Due Within 30 Days, by Owner'),
      owners.length === 0 ? [] : ownerChart(owners, otherOwners),
    ),
    section(localize('Problems'), problems.length === 0 ? [] : problemChart(problems, otherProblems)),
    section(localize('Records'), tagCharts(tags)),
    section(
      localize('Values in Order'),
      lifecycles.map(chart => titled(chart, barList(chart.bars, chart.title, choose), blockOfChart(chart))),
    ),
    section(
      localize('Numbers and Their Range'),
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

/** @param block the chart as a block for a report, if there is one */
const titled = ({ title, unit }: Chart, chart: HTMLElement, block?: string): HTMLElement =>
  element(
    'div',
    { class: 'chart' },
    element('h3', { text: unit ? `${title} (${unit})` : title }),
    chart,
    ...(block === undefined ? [] : [copyButton(block, title)]),
  )

/** A chart of the values of a field as a block for a report. */
function blockOfChart({ path, title }: Chart): string {
  const dot = path.lastIndexOf('.')
  return writtenBlock([`tag ${path.slice(0, dot)}`, `count-by ${path.slice(dot + 1)}`, 'show bar', `title ${title}`])
}

const copyButton = (text: string, what: string): HTMLElement =>
  element('button', {
    class: 'link',
    text: localize('Copy as Report Block'),
    title: localize('Copy {what} for a report in Markdown', { what }),
    attributes: { type: 'button', 'data-key': `copy ${what}` },
    onClick: () => void sendRequest('copy', { text }),
  })

function ownerChart(owners: readonly OwnerCount[], others: number): HTMLElement[] {
  const list = barList(
    owners.map(({ overdue, ...bar }) => ({
      ...bar,
      ...(overdue > 0 && { class: 'outside', detail: localize('{count} overdue', { count: withCommas(overdue) }) }),
    })),
    localize('Overdue or due within 30 days'),
    choose,
  )
  const left =
    others === 1
      ? localize('1 more owner is not listed.')
      : localize('{count} more owners are not listed.', { count: withCommas(others) })
  return others === 0 ? [list] : [list, element('p', { text: left })]
}

function problemChart(problems: readonly ProblemCount[], others: number): HTMLElement[] {
  const list = barList(
    problems.map(problem => ({ ...problem, class: problem.severity })),
    localize('Problems'),
    choose,
  )
  list.classList.add('sentences')
  const left =
    others === 1
      ? localize('1 more problem of other kinds is not listed.')
      : localize('{count} more problems of other kinds are not listed.', { count: withCommas(others) })
  return others === 0 ? [list] : [list, element('p', { text: left })]
}

function tagCharts(tags: readonly TagCount[]): HTMLElement[] {
  const domains = [...new Set(tags.map(({ domain }) => domain))]
  return domains.map(domain =>
    element(
      'div',
      { class: 'chart' },
      element('h3', { text: domain || localize('Tags that no domain in force defines') }),
      barList(
        tags.filter(tag => tag.domain === domain),
        domain || localize('Unknown tags'),
        choose,
      ),
    ),
  )
}

function choose({ key, filter }: Bar & Partial<ProblemCount>, meaning: string): void {
  chosen = { key, meaning, filter: filter ?? null }
  void showRecords().then(() => list.querySelector('button')?.focus())
}

async function showRecords(): Promise<void> {
  if (!chosen) return
  const { key, meaning, filter } = chosen
  const records = (await sendRequest('records', { key })) ?? []
  if (chosen?.key !== key) return
  list.hidden = false
  list.replaceChildren(
    element(
      'div',
      { class: 'title' },
      element('h2', { text: meaning }),
      ...(filter
        ? [button(localize('Open as Table'), localize('Edit these records'), () => void sendRequest('filter', filter))]
        : []),
      ...(filter && !filter.hasProblem ? [copyButton(blockOfFilter(filter), meaning)] : []),
      element('button', { text: localize('Close'), onClick: hideRecords }),
    ),
    records.length === 0
      ? element('p', { text: localize('There are no such records anymore.') })
      : element('ul', {}, ...records.map(recordLink)),
  )
}

/** The records behind a number as a block for a report. */
const blockOfFilter = ({ table, where }: TableFilter): string =>
  writtenBlock([`tag ${table}`, ...(where === '' ? [] : [`where ${where}`])])

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
