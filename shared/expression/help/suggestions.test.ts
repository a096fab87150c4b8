import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../../test/expressions.ts'
import { createRegistry } from '../../domains/registry.ts'
import type { Type } from '../check/types.ts'
import { completeExpression, type ExpressionItem } from './complete.ts'

const itemsAt = (marked: string, expected?: Type): ExpressionItem[] =>
  completeExpression(marked.replace('▮', ''), marked.indexOf('▮'), {
    tag: taskTag,
    registry: taskRegistry,
    ...(expected && { expected }),
  })

const labelsAt = (marked: string, expected?: Type): string[] => itemsAt(marked, expected).map(({ label }) => label)

const anyField = 'rid, title, status, level, cost'
const numbersFirst = 'level, cost, x-y, rid, title'
const textsFirst = 'rid, title, status, type, parent'

test.each([
  ['▮ ? 1 : 2', anyField],
  ['status == (▮ ? "open" : "done")', anyField],
  ['status == (urgent ? ▮ : "done")', 'open, done, dropped, rid, title'],
  ['status == (urgent ? "open" : ▮)', 'open, done, dropped, rid, title'],
  ['!▮', anyField],
  ['status == not ▮', anyField],
  ['status == (urgent ? "▮', 'open, done, dropped'],
  ['level > -▮', numbersFirst],
  ['days == ["▮"]', 'mon, tue, wed, thu, fri'],
  ['labels == ["▮"]', ''],
  ['["▮"]', ''],
  ['labels[▮]', numbersFirst],
  ['title[▮]', numbersFirst],
  ['owner_ref[▮]', 'rid, name, boss, level, cost'],
  ['this[▮] == 1', anyField],
  ['▮ == status', 'open, done, dropped, rid, title'],
  ['status in ▮', 'labels, needs, days, rid, title'],
  ['▮ in labels', textsFirst],
  ['"▮" in days', 'mon, tue, wed, thu, fri'],
  ['▮ in level', anyField],
  ['1 + ▮', numbersFirst],
  ['title + ▮', textsFirst],
  ['urgent == ▮', anyField],
  ['urgent && ▮', anyField],
  ['level || ▮', anyField],
  ['level && ▮', anyField],
  ['level >▮= 2', numbersFirst],
  ['ha▮s(title)', anyField],
  ['status == "o\n▮', '&&, ||, ==, !=, ?'],
  ['xyzzy == ▮', anyField],
  ['labels.map(x, ▮)', 'x, rid, title, status, level'],
  ['labels.exists(x, ▮)', 'x, rid, title, status, level'],
  ['labels.all(x, labels.all(x, ▮))', 'x, rid, title, status, level'],
  ['labels.exists(x, x == ▮)', 'x, rid, title, status, type'],
  ['level > [1].map(x, ▮)[0]', 'x, rid, title, status, level'],
  ['abs(▮)', numbersFirst],
  ['min(level, ▮', numbersFirst],
  ['isIp(title, ▮)', numbersFirst],
  ['daysBetween(start, ▮)', 'start, end, rid, title, status'],
  ['title.startsWith(▮)', textsFirst],
  ['size(▮)', anyField],
  ['frobnicate(▮)', anyField],
  ['▮.trim()', anyField],
  ['has(▮)', anyField],
  ['needs[0].▮', anyField],
  ['referrers(▮)', 'TASK'],
  ['referrers("TASK", ▮)', 'parent, needs'],
  ['referrers("PERSON", "▮")', ''],
  ['referrers("XYZZY", "▮")', ''],
  ['referrers(level, ▮)', ''],
  ['referrers("TASK", "parent").exists(t, t.▮)', anyField],
  ['xyzzy.▮', 'startsWith, endsWith, contains, matches, lowerAscii'],
  ['acyclic(▮)', 'parent, needs'],
  ['parent.acyclic(▮)', anyField],
  ['level > // a\n ▮', numbersFirst],
  ['level > // a ▮', ''],
  ['// ▮', ''],
  ['level // a\n // b ▮', ''],
  ['r▮"a"', ''],
  ["status == '▮''o'''", ''],
  ['status == r"▮"', 'open, done, dropped'],
  ["status == '''o▮'''", 'open, done, dropped'],
  ['2▮', ''],
  ['2.5▮', ''],
  ['1▮23 > level', ''],
])('the first suggestions in %s', (marked, labels) => {
  expect(labelsAt(marked).slice(0, 5)).toEqual(labels === '' ? [] : labels.split(', '))
})

const order = '==, !=, in, <, <=, >, >='

test.each([
  ['urgent ▮', '&&, ||, ==, !=, ?'],
  ['!urgent ▮', '&&, ||, ==, !=, ?'],
  ['has(title) ▮', '&&, ||, ==, !=, ?'],
  ['level > 2 ▮', '&&, ||, ==, !=, ?'],
  ['status == ""▮', '&&, ||, ==, !=, ?'],
  ['status in ["open"] ▮', '&&, ||, ==, !=, ?'],
  ['urgent || level == 2 ▮', '&&, ||, ==, !=, ?'],
  ['title ▮', '==, !=, in, +'],
  ['"a"▮', '==, !=, in, +'],
  ['parent ▮', '==, !=, in'],
  ['level ▮', `${order}, +, -, *, /, %`],
  ['level ▮ // a', `${order}, +, -, *, /, %`],
  ['title == "//" ▮', '&&, ||, ==, !=, ?'],
  ['level // a\n▮', `${order}, +, -, *, /, %`],
  ['urgent && -level + 1 ▮', `${order}, +, -, *, /, %`],
  ['cost ▮', `${order}, +, -, *, /`],
  ['start ▮', `${order}, +, -`],
  ['duration("1d") ▮', `${order}, +, -`],
  ['labels ▮', '==, !=, +'],
  ['min(level ▮, 2)', `${order}, +, -, *, /, %`],
  ['this ▮', ''],
  ['xyzzy ▮', ''],
  ['level ) ▮', ''],
])('the operators behind %s', (marked, labels) => {
  const items = itemsAt(marked)
  expect(items.map(({ label }) => label).join(', ')).toBe(labels)
  const offset = marked.indexOf('▮')
  for (const { kind, label, replaced, text, cursor, filter } of items)
    expect([kind, replaced, text, cursor, filter]).toEqual([
      'operator',
      { start: offset, end: offset },
      label,
      label.length,
      label,
    ])
})

test('functions and words come behind the fields, where any value fits', () => {
  const all = labelsAt('▮')
  expect(all.slice(-5)).toEqual(['cvssScore', 'now', 'this', 'true', 'false'])
  expect(all).toContain('has')
  expect(all).not.toContain('trim')
  const likely = labelsAt('level > ▮')
  expect([...likely].sort()).toEqual([...all].sort())
  expect(labelsAt('labels.exists(x, has(▮))').filter(label => ['x', 'rid', 'now', 'abs'].includes(label))).toEqual([
    'x',
    'rid',
  ])
  expect(labelsAt('status == "▮"')).toEqual(['open', 'done', 'dropped'])
  expect(labelsAt('referrers(▮)')).toEqual(['TASK'])
  expect(labelsAt('acyclic(▮)')).toEqual(['parent', 'needs'])
})

test('behind a dot are the fields of a record, and the functions of its type', () => {
  expect(labelsAt('referrers("TASK", "parent")[0].▮')).toEqual([...taskTag.fields.keys()])
  expect(labelsAt('owner_ref.▮').join(', ')).toBe(
    'rid, name, boss, startsWith, endsWith, contains, matches, lowerAscii, upperAscii, trim, split, size',
  )
  expect(labelsAt('labels.▮')).toEqual(['size', 'exists', 'all', 'exists_one', 'filter', 'map'])
  expect(labelsAt('start.▮')).not.toContain('size')
})

test.each([
  ['▮', 'level', 'field, a whole number, level'],
  ['▮', 'x-y', 'field, a whole number, x-y'],
  ['parent.▮', 'x-y', 'field, a whole number, .x-y'],
  ['parent.▮', 'needs', 'field, a list of references, needs'],
  ['risk == ▮', 'high', 'value, Tell the boss., high'],
  ['risk == "▮"', 'high', 'value, Tell the boss., "high"'],
  ["risk == '▮", 'low', "value, undefined, 'low'"],
  ['parent["▮"]', 'level', 'value, undefined, "level"'],
  ['referrers("TASK", "▮")', 'needs', 'value, undefined, "needs"'],
  ['referrers("▮")', 'TASK', 'tag, acme.work, "TASK"'],
  ['labels.all(x, ▮)', 'x', 'variable, a text, x'],
  ['▮', 'now', 'word, the time of the check, now'],
  ['▮', 'this', 'word, the record itself, this'],
  ['▮', 'true', 'word, undefined, true'],
  ['▮', 'has', 'function, has(field: any): bool, has'],
  ['title.▮', 'startsWith', 'function, text.startsWith(prefix: string): bool, startsWith'],
])('in %s, %s is shown with its kind and its type', (marked, label, shown) => {
  const { kind, detail, filter } = itemsAt(marked).find(item => item.label === label)!
  expect(`${kind}, ${detail}, ${filter}`).toBe(shown)
})

test('an item knows what its documentation is about', () => {
  const fieldOf = (marked: string, label: string): string | undefined =>
    itemsAt(marked).find(item => item.label === label)?.field?.label
  expect(fieldOf('▮', 'level')).toBe('TASK.level')
  expect(fieldOf('owner_ref.▮', 'name')).toBe('PERSON.name')
  expect(fieldOf('owner_ref["▮"]', 'name')).toBe('PERSON.name')
  expect(fieldOf('referrers("TASK", "▮")', 'needs')).toBe('TASK.needs')
  expect(fieldOf('status == ▮', 'open')).toBeUndefined()
  expect(itemsAt('▮').find(({ label }) => label === 'has')?.called?.name).toBe('has')
})

test('the name for the items of a list is one that no list around it has', () => {
  const textIn = (marked: string): string | undefined => itemsAt(marked).find(({ label }) => label === 'all')?.text
  expect(textIn('labels.▮')).toBe('all(x, )')
  expect(textIn('labels.all(x, labels.▮)')).toBe('all(y, )')
  expect(textIn('labels.all(y, labels.▮)')).toBe('all(x, )')
  expect(textIn('labels.all(x, labels.all(y, labels.▮))')).toBe('all(z, )')
  expect(textIn('labels.all(x, labels.all(y, labels.all(z, labels.▮)))')).toBe('all(item, )')
})

test('what the whole expression should be decides about its cases and items', () => {
  const word: Type = { kind: 'string', values: ['low', 'high'] }
  expect(labelsAt('urgent ? "▮" : ""', word)).toEqual(['low', 'high'])
  expect(labelsAt('["▮"]', { kind: 'list', item: word })).toEqual(['low', 'high'])
  expect(labelsAt('["▮"]', word)).toEqual([])
  expect(labelsAt('title == "▮"', word)).toEqual([])
  expect(labelsAt('▮', { kind: 'int' }).slice(0, 4)).toEqual(['level', 'cost', 'x-y', 'rid'])
  expect(labelsAt('-▮', { kind: 'int' }).slice(0, 4)).toEqual(['level', 'cost', 'x-y', 'rid'])
  expect(labelsAt('!▮', { kind: 'int' }).slice(0, 2)).toEqual(['rid', 'title'])
})

test('a tag of another domain is suggested with its path, if its name alone means another one', () => {
  const note = (ref: string) => ({ tag: 'NOTE', fields: [{ name: 'about', type: 'string', ref } as const] })
  const item = { tag: 'ITEM', fields: [{ name: 'text', type: 'string' } as const] }
  const domain = (name: string) => ({ domain: `acme.${name}`, version: '1', description: '' })
  const registry = createRegistry([
    { ...domain('a'), records: [item, note('ITEM')] },
    { ...domain('b'), records: [note('acme.a.ITEM')] },
    { ...domain('c'), records: [{ ...note('acme.a.ITEM'), tag: 'MEMO' }, item] },
  ])
  const tag = registry.domainNamed('acme.a')!.tags.get('ITEM')!
  const items = completeExpression('referrers("")', 11, { tag, registry })
  expect(items.map(({ label, detail }) => `${label} of ${detail}`)).toEqual([
    'NOTE of acme.a',
    'acme.b.NOTE of acme.b',
    'MEMO of acme.c',
  ])
  expect(completeExpression('', 0, { tag, registry })[1]?.label).toBe('rid')
})
