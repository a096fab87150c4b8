import { expect, test } from 'vitest'
import { builtinRegistry, check } from '../../test/records.ts'
import { printHtml } from '../basics/html.ts'
import { dueDaysOf } from '../due/due-days.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { dueTable } from './due-table.ts'
import { timelineChart } from './timeline-chart.ts'

test('the days that are filled are those that the table calls overdue', () => {
  const now = Date.parse('2026-06-30T00:00:00Z')
  const days = ['2026-06-29', '2026-06-29T23:00:00Z', '2026-06-30T01:00:00+02:00', '2026-06-30'].flatMap(day => {
    const { tree, entries } = check(`@FINDING rid=F-1 | status="open" | remediation_due:ts=${day}`)
    const found = dueDaysOf(tree.entries[0] as RecordNode, entries[0]!.tag!, builtinRegistry, now)
    return found.map(due => ({ ...due, key: undefined, id: 'F-1', title: '' }))
  })
  const block = { line: 1, look: 'timeline', title: undefined, tag: 'FINDING', query: {} } as const
  const table = dueTable(block, days, now, [], new Map())
  expect(table.rows.map(([, due]) => due!.text)).toEqual(['overdue', 'overdue', 'overdue', 'within 7 days'])
  const circles = printHtml(timelineChart(table)).match(/(?<=<circle class=")\w+/g)
  expect(circles).toEqual(['over', 'over', 'over', 'due'])
})
