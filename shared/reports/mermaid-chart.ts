import { mermaidOf, mermaidText } from '../views/graph/mermaid.ts'
import { chartLines, pointsOf, shortened } from './chart.ts'
import type { ReportTable } from './filled-report.ts'

/** The most bars or points that a picture of Mermaid has, which gives each the same room. */
const mostPoints = 30

/**
 * The chart of a table in the language of Mermaid; undefined where it has none: for tables, for what has several lines,
 * as Mermaid does not name them, and for numbers or labels that it cannot draw. No text of a record is more than a text
 * in it.
 */
export function mermaidChart(table: ReportTable): string | undefined {
  if (table.graph) return table.graph.edges.length > 0 ? mermaidOf(table.graph) : undefined
  if (table.look === 'bar') return numberChart(table, 'bar', pointsOf(table))
  if (table.look !== 'line') return undefined
  const [line, ...others] = chartLines(table)
  return line && others.length === 0 ? numberChart(table, 'line', line.points) : undefined
}

function numberChart(
  { columns, valueColumns }: ReportTable,
  kind: 'bar' | 'line',
  points: readonly { readonly label: string; readonly value: number }[],
): string | undefined {
  const labels = points.map(({ label }) => `"${mermaidText(shortened(label, 60))}"`)
  const values = points.map(({ value }) => String(value))
  // Two bars with one label would be drawn as one.
  const isDrawn = points.length > 0 && points.length <= mostPoints && new Set(labels).size === labels.length
  if (!isDrawn || !values.every(value => /^-?\d+(?:\.\d+)?$/.test(value))) return undefined
  const numbers = points.map(({ value }) => value)
  const [least, greatest] = [Math.min(0, ...numbers), Math.max(0, ...numbers)]
  return [
    kind === 'bar' ? 'xychart-beta horizontal' : 'xychart-beta',
    `  x-axis [${labels.join(', ')}]`,
    `  y-axis "${mermaidText(columns[valueColumns[0]!] ?? '')}" ${least} --> ${greatest > least ? greatest : least + 1}`,
    `  ${kind} [${values.join(', ')}]`,
    '',
  ].join('\n')
}
