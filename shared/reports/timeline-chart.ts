import { type Html, html } from '../basics/html.ts'
import { dueSpans } from '../due/due-days.ts'
import { chartWidth, pictureOf, shortened, toTenths } from './chart.ts'
import type { ReportTable } from './filled-report.ts'

/** The most days in one picture. */
export const mostDaysDrawn = 40

const [{ label: overdue }] = dueSpans

const rowHeight = 24
const [left, right, top] = [190, 100, 26]

/** Due days on a line of time, the earliest on top, with a line for now. Overdue days are filled. */
export function timelineChart(table: ReportTable): Html {
  const { rows, now = 0 } = table
  const days = rows.slice(0, mostDaysDrawn).map(([day, due, record, title]) => ({
    day: day!.text.slice(0, 10),
    time: Date.parse(day!.text.slice(0, 10)),
    label: [record!.text, title!.text].filter(Boolean).join(' · '),
    isOver: due!.text === overdue,
  }))
  const times = [now, ...days.map(({ time }) => time)]
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const xOf = (time: number): number =>
    toTenths(left + ((time - first) / (last - first || 1)) * (chartWidth - left - right))
  const height = top + days.length * rowHeight + 6
  const drawn = days.map(({ day, time, label, isOver }, index) => {
    const y = top + index * rowHeight + rowHeight / 2
    return html`<text x="${left - 14}" y="${y + 4}" text-anchor="end">${shortened(label, 22)}</text><path class="axis" d="M${left} ${y}H${xOf(time)}"></path><circle class="${isOver ? 'over' : 'due'}" cx="${xOf(time)}" cy="${y}" r="5"></circle><text class="value" x="${xOf(time) + 10}" y="${y + 4}">${day}</text>
`
  })
  const at = xOf(now)
  return pictureOf(
    table,
    { width: chartWidth, height },
    'the table below has its days',
    html`<path class="now" d="M${at} ${top - 6}V${height}"></path><text class="value" x="${at}" y="14" text-anchor="middle">${new Date(now).toISOString().slice(0, 10)}</text>
${drawn}`,
  )
}
