import { type Html, html } from '../basics/html.ts'
import { localize } from '../domains/localize.ts'
import type { ReportTable } from './filled-report.ts'
import { rowsInWords } from './rows-in-words.ts'
import { withVisibleControls } from './visible-controls.ts'

/** Charts as SVG. The style sheet of the report gives them their colors and fonts. */

/** A row of a table, and what it stands for in a chart. */
interface RowLabel {
  readonly row: number
  readonly label: string
}

/** A point of a chart: what it stands for, its number, and how that is written. */
interface ChartPoint extends RowLabel {
  readonly value: number
  readonly text: string
}

/** The width of all charts, in the units of their drawings. */
export const chartWidth = 640

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

/** The most lines of a chart, which people can still tell apart. */
const mostLines = 8

/** The lines of a chart, at most `mostLines`: for each its name and its points. */
export const chartLines = (table: ReportTable): { readonly name: string; readonly points: readonly ChartPoint[] }[] =>
  table.valueColumns.slice(0, mostLines).map(column => ({
    name: table.columns[column]!,
    points: pointsOf(table, column),
  }))

/** Lines through the rows in their order, from left to right, with a point for each number, and names for several. */
export function lineChart(table: ReportTable): Html {
  const lines = chartLines(table)
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value))
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)]
  const [left, right, top, height] = [60, 50, 14, 220]
  const labels = labelsOf(table).filter((_, row) => lines.some(({ points }) => points.some(point => point.row === row)))
  const places = new Map(pointPlaces(labels).map((place, index) => [labels[index]!.row, place]))
  const yOf = (value: number): number => toTenths(top + ((greatest - value) / (greatest - least || 1)) * height)
  const xOf = (row: number): number => toTenths(left + places.get(row)! * (chartWidth - left - right))
  let named = Number.NEGATIVE_INFINITY
  const names = labels.map(({ row, label }) => {
    // Names that have no room are in the table alone.
    if (xOf(row) - named < 95) return undefined
    named = xOf(row)
    return html`<text x="${xOf(row)}" y="${top + height + 24}" text-anchor="middle">${shortened(label, 12)}</text>
`
  })
  const levels = [...new Set([greatest, 0, least])].map(
    value =>
      html`<path class="axis" d="M${left} ${yOf(value)}H${chartWidth - right}"></path><text class="value" x="${left - 10}" y="${yOf(value) + 4}" text-anchor="end">${String(value)}</text>`,
  )
  const keyTop = top + height + 44
  const drawn = lines.map(({ name, points }, index) => {
    const path = points.map(({ row, value }, at) => `${at === 0 ? 'M' : 'L'}${xOf(row)} ${yOf(value)}`).join('')
    const [x, y] = [left + (index % 3) * 185, keyTop + Math.floor(index / 3) * 20]
    const key =
      lines.length > 1 &&
      html`<path class="line line-${index + 1}" d="M${x} ${y}h24"></path><text x="${x + 32}" y="${y + 4}">${shortened(name, 20)}</text>`
    return html`<path class="line line-${index + 1}" d="${path}"></path>${points.map(
      ({ row, value }) => html`<circle class="line-${index + 1}" cx="${xOf(row)}" cy="${yOf(value)}" r="3.5"></circle>`,
    )}${key}
`
  })
  const keyRows = lines.length > 1 ? Math.ceil(lines.length / 3) : 0
  return picture(table, top + height + 34 + keyRows * 20, html`${levels}${names}${drawn}`)
}

/** Sentences about what a chart leaves out, and its table has. */
export function unseenInChart(table: ReportTable): string[] {
  const { look, rows, rowsAre, valueColumns } = table
  if (look !== 'bar' && look !== 'line') return []
  const lines = look === 'line' ? chartLines(table).map(({ points }) => points) : [pointsOf(table)]
  const unseen = rows.length - new Set(lines.flatMap(points => points.map(({ row }) => row))).size
  return [
    ...(unseen > 0
      ? [localize('The chart leaves out {rows} without a number.', { rows: rowsInWords(unseen, rowsAre) })]
      : []),
    ...(look === 'line' && valueColumns.length > lines.length
      ? [
          localize('The chart shows {shown} of {count} lines; the numbers below it are all.', {
            shown: lines.length,
            count: valueColumns.length,
          }),
        ]
      : []),
  ]
}

/** Where labels stand, from 0 to 1: times in their order by their time, all others at equal distances. */
function pointPlaces(labels: readonly RowLabel[]): number[] {
  const times = labels.map(({ label }) => (/^\d{4}-\d\d-\d\d/.test(label) ? Date.parse(label) : Number.NaN))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const areInOrder = times.every((time, index) => index === 0 || time >= times[index - 1]!)
  return areInOrder && last > first
    ? times.map(time => (time - first) / (last - first))
    : labels.map((_, index) => index / Math.max(1, labels.length - 1))
}

/** The rows that have a number in a column. Others are in the table alone. */
export function pointsOf(table: ReportTable, column = table.valueColumns[0]!): ChartPoint[] {
  return labelsOf(table).flatMap(label => {
    const { text = '' } = table.rows[label.row]![column] ?? {}
    const value = Number(text)
    return text === '' || !Number.isFinite(value) ? [] : [{ ...label, value, text }]
  })
}

/** What each row stands for. */
const labelsOf = ({ rows, labelColumns }: ReportTable): RowLabel[] =>
  rows.map((cells, row) => ({
    row,
    label: cells
      .slice(0, labelColumns)
      .map(({ text }) => withoutMidnight(text) || 'no value')
      .join(' · '),
  }))

/** A time at the start of a day as the day, and any other text as it is. */
export const withoutMidnight = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\d)T00:00(?::00)?Z$/, '$1')

/** A picture of a table, of a width that all of them have. */
const picture = (table: ReportTable, height: number, parts: Html): Html =>
  pictureOf(table, { width: chartWidth, height }, 'the table below has its numbers', parts)

/**
 * A picture of a table.
 *
 * @param where a few words on where its content stands as text
 */
export const pictureOf = (
  { title, look }: ReportTable,
  { width, height }: { readonly width: number; readonly height: number },
  where: string,
  parts: Html,
): Html =>
  html`<svg class="chart"${look === 'graph' && html` width="${width}"`} viewBox="0 0 ${width} ${height}" role="img" aria-label="${withVisibleControls(title === '' ? `A ${chartNames[look] ?? look}` : title)}; ${where}">
${parts}</svg>
`

const chartNames: Readonly<Record<string, string>> = { bar: 'bar chart', line: 'line chart' }

/** The start of a text, on one line. */
export const shortened = (text: string, most: number): string => {
  const characters = [...withVisibleControls(text.replace(/\s+/g, ' '))]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
}

/** A coordinate as it is written. */
export const toTenths = (value: number): number => Math.round(value * 10) / 10
