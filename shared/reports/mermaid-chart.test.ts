import { expect, test } from 'vitest'
import { hostileValues } from '../../test/hostile-values.ts'
import type { ReportTable } from './filled-report.ts'
import { mermaidChart } from './mermaid-chart.ts'

const bars = (groups: readonly (readonly [label: string, value: string])[]): ReportTable => ({
  look: 'bar',
  title: '',
  columns: ['status', 'count'],
  rows: groups.map(([label, value]) => [
    { text: label, isNumber: false },
    { text: value, isNumber: true },
  ]),
  rowsAre: 'group',
  labelColumns: 1,
  valueColumns: [1],
  notes: [],
})

test('bars start at zero', () => {
  expect(
    mermaidChart(
      bars([
        ['open', '2'],
        ['closed', '1.5'],
      ]),
    ),
  ).toBe(`xychart-beta horizontal
  x-axis ["open", "closed"]
  y-axis "count" 0 --> 2
  bar [2, 1.5]
`)
  expect(mermaidChart(bars([['a', '-3']]))).toContain('y-axis "count" -3 --> 0\n')
  expect(mermaidChart(bars([['a', '0']]))).toContain('y-axis "count" 0 --> 1\n')
})

test('what Mermaid cannot draw has no chart', () => {
  expect(mermaidChart(bars([]))).toBeUndefined()
  expect(mermaidChart(bars([['a', '']]))).toBeUndefined()
  expect(mermaidChart(bars([['a', '1e30']]))).toBeUndefined()
  expect(
    mermaidChart(
      bars([
        ['a', '1'],
        ['a', '2'],
      ]),
    ),
  ).toBeUndefined()
  expect(mermaidChart(bars(Array.from({ length: 31 }, (_, index) => [`v${index}`, '1'] as const)))).toBeUndefined()
})

const graph = (text: string): ReportTable => {
  const node = (key: string) => ({ key, tag: text, id: text, title: text, domain: text, isDangling: false })
  const edges = [{ from: 'a', to: 'b', field: text }]
  return { ...bars([]), look: 'graph', graph: { nodes: [node('a'), node('b')], edges } }
}

test.each(Object.entries(hostileValues))('the value "%s" is a text in a chart', (_, text) => {
  const texts: string[] = []
  const withoutTexts = (chart: string | undefined): string =>
    (chart ?? '').replaceAll(/"([^"\n]*)"/g, (_, inside: string) => {
      texts.push(inside.replaceAll(/<br\/>|#\d+;/g, ''))
      return '""'
    })
  const { columns, ...rest } = bars([[text, '1']])
  expect(withoutTexts(mermaidChart({ ...rest, columns: [text, text] }))).toBe(
    withoutTexts(mermaidChart({ ...bars([['x', '1']]), columns })),
  )
  expect(withoutTexts(mermaidChart(graph(text)))).toBe(withoutTexts(mermaidChart(graph('x'))))
  for (const one of texts) expect(one).toMatch(/^[\p{L}\p{N} .,:/_-]*$/u)
})
