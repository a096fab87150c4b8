import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../../test/expressions.ts'
import type { Type } from '../check/types.ts'
import { completeExpression, type ExpressionItem } from './complete.ts'

const itemsAt = (marked: string, expected?: Type): ExpressionItem[] => {
  const offset = marked.indexOf('▮')
  return completeExpression(marked.replace('▮', ''), offset, {
    tag: taskTag,
    registry: taskRegistry,
    ...(expected && { expected }),
  })
}

/** The expression after an item is accepted, with the cursor. */
function accepted(marked: string, label: string): string {
  const source = marked.replace('▮', '')
  const { replaced, text, cursor } = itemsAt(marked).find(item => item.label === label)!
  return `${source.slice(0, replaced.start)}${text.slice(0, cursor)}▮${text.slice(cursor)}${source.slice(replaced.end)}`
}

test.each([
  ['status == ▮', 'open, done, dropped, rid, title'],
  ['status == "▮"', 'open, done, dropped'],
  ['status == "▮', 'open, done, dropped'],
  ['status == "o▮ && level > 2', 'open, done, dropped'],
  ["status != 'do▮ne'", 'open, done, dropped'],
  ['status in ["▮"]', 'open, done, dropped'],
  ['status in ["open", ▮]', 'open, done, dropped, rid, title'],
  ['"▮" == status', 'open, done, dropped'],
  ['status == (level > 2 ? "▮" : "done")', 'open, done, dropped'],
  ['title == "▮"', ''],
  ['end > ▮', 'start, end, rid, title, status'],
  ['owner_ref == ▮', 'rid, title, status, type, parent'],
  ['owner_ref.▮', 'rid, name, boss, startsWith, endsWith'],
  ['owner_ref.▮ && level > 2', 'rid, name, boss, startsWith, endsWith'],
  ['owner_ref.boss.na▮', 'rid, name, boss, startsWith, endsWith'],
  ['this.▮', 'rid, title, status, level, cost'],
  ['this["▮"]', 'rid, title, status, level, cost'],
  ['labels.▮', 'size, exists, all, exists_one, filter'],
  ['end.▮', 'getFullYear, getMonth, getDate, getDayOfWeek, getHours'],
  ['level.▮', ''],
  ['needs.exists(n, n.▮)', 'rid, title, status, level, cost'],
  ['needs.exists(n, ▮)', 'n, rid, title, status, level'],
  ['needs.exists(▮)', ''],
  ['referrers("▮', 'TASK'],
  ['referrers("TASK", "▮")', 'parent, needs'],
  ['acyclic(▮)', 'parent, needs'],
  ['has(le▮)', 'rid, title, status, level, cost'],
  ['(level ▮) == 2', '==, !=, in, <, <='],
  ['urgent ▮', '&&, ||, ==, !=, ?'],
  ['status == "open" ▮', '&&, ||, ==, !=, ?'],
  ['level > 2▮', ''],
  ['level > 2 // a ▮', ''],
  ['', 'rid, title, status, level, cost'],
  ['referrers("TASK", "needs").exists(t, t.status == "▮")', 'open, done, dropped'],
])('completes %s', (marked, labels) => {
  const found = itemsAt(marked || '▮').map(({ label }) => label)
  expect(found.slice(0, 5).join(', ')).toBe(labels)
})

test('completes by the type that the whole expression should have', () => {
  const labels = itemsAt('▮', { kind: 'string', values: ['low', 'high'] }).map(({ label }) => label)
  expect(labels.slice(0, 4)).toEqual(['low', 'high', 'rid', 'title'])
})

test.each([
  ['status == ▮', 'done', 'status == "done"▮'],
  ['status == "d▮', 'done', 'status == "done"▮'],
  ['status == "d▮ && urgent', 'done', 'status == "done"▮ && urgent'],
  ["status == 'd▮'", 'done', "status == 'done'▮"],
  ['le▮', 'level', 'level▮'],
  ['▮le > 2', 'level', 'level▮ > 2'],
  ["status == '''d▮'''", 'done', "status == 'done'▮"],
  ['x▮', 'x-y', 'this["x-y"]▮'],
  ['parent.▮', 'x-y', 'parent["x-y"]▮'],
  ['parent.le▮ > 2', 'level', 'parent.level▮ > 2'],
  ['!▮', 'has', '!has(▮)'],
  ['title.st▮("a")', 'startsWith', 'title.startsWith▮("a")'],
  ['title.▮', 'trim', 'title.trim()▮'],
  ['needs.▮', 'exists', 'needs.exists(x, ▮)'],
  ['needs.all(x, x.needs.▮)', 'exists', 'needs.all(x, x.needs.exists(y, ▮))'],
])('accepts an item in %s', (marked, label, result) => {
  expect(accepted(marked, label)).toBe(result)
})

test('an item replaces what is typed around the cursor, wherever that is', () => {
  const expressions = fc.constantFrom(
    'status in ["open", \'done\'] && !has(parent["x-y"]) // why',
    'referrers("TASK", "parent").exists(t, t.level + 1 > level) ? end - start : duration("2d")',
    'status == "op',
  )
  fc.assert(
    fc.property(expressions, fc.nat(), fc.nat(), (whole, length, position) => {
      const source = whole.slice(0, length % (whole.length + 1))
      const offset = position % (source.length + 1)
      for (const { replaced, text, cursor } of itemsAt(`${source.slice(0, offset)}▮${source.slice(offset)}`)) {
        expect(replaced.start).toBeLessThanOrEqual(offset)
        expect(replaced.end).toBeGreaterThanOrEqual(offset)
        expect(cursor).toBeLessThanOrEqual(text.length)
      }
    }),
  )
})

test('an expression that is too long is not completed', () => {
  const context = { tag: taskTag, registry: taskRegistry }
  for (const offset of [0, 5000, 10_001]) expect(completeExpression(' '.repeat(10_001), offset, context)).toEqual([])
})
