import { expect, test } from 'vitest'
import type { TableView } from '../../protocol/table/table-page.ts'
import { changedText } from '../../syntax/text-change.ts'
import { editsForView, viewsIn } from './views-in-config.ts'

const view: TableView = {
  columns: ['rid', 'title'],
  frozen: 2,
  sort: [
    { column: 'severity', isDescending: true },
    { column: 'rid', isDescending: false },
  ],
  filters: [['status', '=open']],
  where: 'has(owner)',
}
const place = { table: 'core.compliance.FINDING', name: 'Open' }

test('a view is written into a configuration, read again and removed, and all other text stays', () => {
  const before = '{\n  // ours\n  "severity": { "notation": "off" }, \n}\n'
  const edits = editsForView(before, place, view)!
  const after = changedText(before, edits)
  expect(after).toBe(`{
  // ours
  "severity": { "notation": "off" },
  "views": {
    "Open": {
      "tag": "core.compliance.FINDING",
      "columns": [
        "rid",
        "title"
      ],
      "frozen": 2,
      "sort": [
        "-severity",
        "rid"
      ],
      "filters": {
        "status": "=open"
      },
      "where": "has(owner)"
    }
  }, 
}
`)
  const second = changedText(after, editsForView(after, { ...place, name: 'All' }, { ...view, where: '' })!)
  expect(viewsIn(second).map(({ name }) => name)).toEqual(['Open', 'All'])
  const changed = changedText(second, editsForView(second, place, { ...view, frozen: 1 })!)
  expect(viewsIn(changed)[0]).toEqual({ ...place, view: { ...view, frozen: 1 } })
  expect(viewsIn(after)).toEqual([{ ...place, view }])
  const without = changedText(after, editsForView(after, place, null)!)
  expect(viewsIn(without)).toEqual([])
  expect(without).toContain('// ours')
})

test('what a view does not say is usual', () => {
  const text = changedText(
    '{}',
    editsForView('{}', place, { columns: ['rid'], frozen: 1, sort: [], filters: [], where: '' })!,
  )
  expect(JSON.parse(text)).toEqual({ views: { Open: { tag: place.table, columns: ['rid'] } } })
  expect(viewsIn('{"views":{"All":{"tag":"A"}}}')).toEqual([
    { table: 'A', name: 'All', view: { columns: [], frozen: 1, sort: [], filters: [], where: '' } },
  ])
})

test('a view can be a board', () => {
  const board = { ...view, group: 'severity', board: 'status' }
  const text = changedText('{}', editsForView('{}', place, board)!)
  expect(JSON.parse(text)).toMatchObject({ views: { Open: { group: 'severity', board: 'status' } } })
  expect(viewsIn(text)).toEqual([{ ...place, view: board }])
})

test('views with a mistake are left out, and what is not JSON stays as it is', () => {
  expect(viewsIn('{"views":{"A":{"where":"x"},"B":{"tag":"B"}}}').map(({ name }) => name)).toEqual(['B'])
  expect(viewsIn('{')).toEqual([])
  expect(editsForView('{', place, view)).toBeUndefined()
})
