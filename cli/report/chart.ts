import type { ReportTable } from '../../shared/reports/report.ts'
import { type Html, html } from '../descriptors/site/html.ts'
import { withVisibleControls } from './visible-controls.ts'

/** Charts as SVG. The style sheet of the report gives them their colors and fonts. */

/** A point of a chart: what it stands for, its number, and how that is written. */
interface ChartPoint {
  readonly label: string
  readonly value: number
  readonly text: string
}

const chartWidth = 640

/** A bar for each group, the numbers behind them. */
export function barChart(table: ReportTable): Html {
  const points = pointsOf(table)
  const values = points.map(({ value }) => value)
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)]
  const [left, right] = [190, 70]
  const perUnit = (chartWidth - left - right) / (greatest - least || 1)
  const rowHeight = 26
  const xOf = (value: number): number => toTenths(left + (value - least) * perUnit)
  const bars = points.map(({ label, value, text }, index) => {
    const y = index * rowHeight + 4
    const x = xOf(Math.min(0, value))
    return html`<text x="${left - 10}" y="${y + 13}" text-anchor="end">${shortened(label, 26)}</text><rect x="${x}" y="${y}" width="${toTenths(Math.abs(value) * perUnit)}" height="18" rx="3"></rect><text class="value" x="${xOf(Math.max(0, value)) + 7}" y="${y + 13}">${text}</text>
`
  })
  return picture(
    table,
    points.length * rowHeight + 4,
    html`${bars}<path class="axis" d="M${xOf(0)} 0V${points.length * rowHeight}"></path>`,
  )
}

/** A line through the groups in their order, from left to right, with a point for each. */
export function lineChart(table: ReportTable): Html {
  const points = pointsOf(table)
  const values = points.map(({ value }) => value)
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)]
  const [left, right, top, height] = [60, 50, 14, 220]
  const places = pointPlaces(points)
  const yOf = (value: number): number => toTenths(top + ((greatest - value) / (greatest - least || 1)) * height)
  const xOf = (index: number): number => toTenths(left + places[index]! * (chartWidth - left - right))
  let named = Number.NEGATIVE_INFINITY
  const marks = points.map(({ value, label }, index) => {
    // Names that have no room are in the table alone.
    const isNamed = xOf(index) - named >= 95
    if (isNamed) named = xOf(index)
    return html`<circle cx="${xOf(index)}" cy="${yOf(value)}" r="3.5"></circle>${isNamed && html`<text x="${xOf(index)}" y="${top + height + 24}" text-anchor="middle">${shortened(label, 12)}</text>`}
`
  })
  const path = points.map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${xOf(index)} ${yOf(value)}`).join('')
  const lines = [...new Set([greatest, 0, least])].map(
    value =>
      html`<path class="axis" d="M${left} ${yOf(value)}H${chartWidth - right}"></path><text class="value" x="${left - 10}" y="${yOf(value) + 4}" text-anchor="end">${String(value)}</text>`,
  )
  return picture(table, top + height + 34, html`${lines}<path class="line" d="${path}"></path>${marks}`)
}

/** Where the points stand, from 0 to 1: times in their order by their time, all others at equal distances. */
function pointPlaces(points: readonly ChartPoint[]): number[] {
  const times = points.map(({ label }) => (/^\d{4}-\d\d-\d\d/.test(label) ? Date.parse(label) : Number.NaN))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const areInOrder = times.every((time, index) => index === 0 || time >= times[index - 1]!)
  return areInOrder && last > first
    ? times.map(time => (time - first) / (last - first))
    : points.map((_, index) => index / Math.max(1, points.length - 1))
}

/** The groups that have a number. Others are in the table alone. */
export const pointsOf = ({ rows, valueColumn, labelColumns }: ReportTable): ChartPoint[] => {
  return rows.flatMap(row => {
    const { text = '' } = row[valueColumn] ?? {}
    const value = Number(text)
    if (text === '' || !Number.isFinite(value)) return []
    const label = row
      .slice(0, labelColumns)
      .map(({ text }) => text.replace(/^(\d{4}-\d\d-\d\d)T00:00(?::00)?Z$/, '$1') || 'no value')
      .join(' · ')
    return [{ label, value, text }]
  })
}

const picture = ({ title, look }: ReportTable, height: number, parts: Html): Html =>
  html`<svg class="chart" viewBox="0 0 ${chartWidth} ${height}" role="img" aria-label="${withVisibleControls(title === '' ? `A ${look} chart` : title)}; the table below has its numbers">
${parts}</svg>
`

const shortened = (text: string, most: number): string => {
  const characters = [...withVisibleControls(text.replace(/\s+/g, ' '))]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
}

const toTenths = (value: number): number => Math.round(value * 10) / 10
