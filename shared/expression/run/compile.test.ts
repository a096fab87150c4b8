import { expect, test } from 'vitest'
import { evaluate, reachable, taskRegistry, taskTag } from '../../../test/expressions.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { parse } from '../../syntax/tree.ts'
import { compiled, readExpression } from '../expression.ts'
import { Frame, mostSteps } from './frame.ts'
import { ParsedRecord } from './parsed-record.ts'
import type { RecordLinks } from './values.ts'
import { valueAsText } from './values.ts'

const task =
  '@TASK rid=T-1 | title="Write" | level:int=2 | cost:float=2.5 | urgent:bool=false | labels="a, b" | parent="T-2" | owner_ref="P-1" | needs="T-2,T-3" | start:ts=2026-06-01'
const others = `
@TASK rid=T-2 | title="Plan" | level:int=9 | parent="T-3" | needs="T-4"
@TASK rid=T-3 | title="Ask" | parent="T-4"
@TASK rid=T-4 | needs="T-3"
@PERSON rid=P-1 | name="Ada" | boss="P-2"
`

test.each([
  ['urgent && month == "jan"', 'false'],
  ['month == "jan" && urgent', 'false'],
  ['month == "jan" && !urgent', 'absent'],
  ['!urgent && month == "jan"', 'absent'],
  ['!urgent && level == 2', 'true'],
  ['!urgent && level == 3', 'false'],
  ['!urgent || month == "jan"', 'true'],
  ['month == "jan" || !urgent', 'true'],
  ['month == "jan" || urgent', 'absent'],
  ['urgent || month == "jan"', 'absent'],
  ['urgent || level == 2', 'true'],
  ['urgent || level == 3', 'false'],
  ['!(month == "jan")', 'absent'],
  ['-this["x-y"]', 'absent'],
  ['-level', '-2'],
  ['!urgent', 'true'],
  ['month == "jan" ? 1 : 2', 'absent'],
  ['urgent ? 1 : 2', '2'],
  ['urgent ? month : title', 'Write'],
  ['!urgent ? month : title', 'absent'],
  ['[level, this["x-y"]]', 'absent'],
  ['[level, cost]', '2, 2.5'],
  ['level + this["x-y"]', 'absent'],
  ['this["x-y"] + level', 'absent'],
  ['labels[0]', 'a'],
  ['labels[2]', 'absent'],
  ['labels[-1]', 'absent'],
  ['labels[this["x-y"]]', 'absent'],
  ['days[0]', 'absent'],
  ['month.size()', 'absent'],
  ['month.startsWith("j")', 'absent'],
  ['title.startsWith(month)', 'absent'],
  ['month.matches("j")', 'absent'],
  ['matches(title, "^W")', 'true'],
  ['matches(title, "^x")', 'false'],
  ['month.trim()', 'absent'],
  ['abs(this["x-y"])', 'absent'],
  ['string(month)', 'absent'],
  ['string(level) + string(start)', '22026-06-01'],
  ['string(start - start)', '0s'],
  ['int(title)', 'absent'],
  ['days.exists(d, true)', 'absent'],
  ['month in ["jan"]', 'absent'],
  ['"mon" in days', 'absent'],
  ['[1, 2].map(x, [10, 20].map(y, x + y)[0])', '11, 12'],
  ['[1].exists(x, [2].exists(x, x == 2) && x == 1)', 'true'],
  ['[1, 2].map(x, [3].map(y, [4].map(z, x * y * z)[0])[0])', '12, 24'],
  ['needs.map(n, n.parent)', 'T-3, T-4'],
  ['needs.filter(n, n.title != "Ask")', 'T-2'],
  ['needs.exists(n, n.level == 9)', 'false'],
  ['needs.exists_one(n, n.title == "Ask")', 'true'],
  ['needs.all(n, n.title == "Ask")', 'false'],
  ['[1, 2, 3].exists(x, 1 / (x - 2) > 0)', 'true'],
  ['[1, 2, 3].all(x, 1 / (x - 2) != 0)', 'true'],
  ['[1, 2, 3].filter(x, 1 / (x - 2) != 0)', '1, 3'],
  ['[1, 2, 3].exists_one(x, 1 / (x - 2) > 0)', 'true'],
])('of values that can be absent, %s is %s', (source, value) => {
  expect(evaluate(source, task + others)).toBe(value)
})

test.each([
  ['parent.title', 'Plan'],
  ['this.parent.title', 'Plan'],
  ['this["parent"].title', 'Plan'],
  ['parent["title"]', 'Plan'],
  ['parent.parent.title', 'Ask'],
  ['parent.parent.parent.title', 'absent'],
  ['parent.parent.parent.rid', 'T-4'],
  ['parent.parent.parent.parent.rid', 'absent'],
  ['needs[1].title', 'Ask'],
  ['parent.needs[0].rid', 'T-4'],
  ['(urgent ? needs[0] : parent).title', 'Plan'],
  ['needs.map(n, n.parent.rid)', 'T-3, T-4'],
  ['[this].map(t, t.parent.title)', 'Plan'],
  ['owner_ref.name + owner_ref["boss"]', 'AdaP-2'],
  ['owner_ref.boss.name', 'absent'],
])('the path %s leads to %s', (source, value) => {
  expect(evaluate(source, task + others)).toBe(value)
})

test.each([
  ['has(title)', 'true'],
  ['has(month)', 'false'],
  ['has(this.title)', 'true'],
  ['has(this.month)', 'false'],
  ['has(this["x-y"])', 'false'],
  ['has(this)', 'true'],
  ['has(now)', 'true'],
  ['has(labels[1])', 'true'],
  ['has(labels[2])', 'false'],
  ['has(parent.title)', 'true'],
  ['has(parent.month)', 'false'],
  ['has(parent.level)', 'absent'],
  ['has(parent["level"])', 'absent'],
  ['has(needs[0].level)', 'absent'],
  ['has(needs[0].title)', 'true'],
  ['has(parent.parent.level)', 'false'],
  ['has(owner_ref.boss)', 'true'],
  ['has(owner_ref.boss.name)', 'false'],
  ['needs.map(n, has(n.level))', 'false'],
  ['needs.map(n, has(n))', 'true, true'],
])('%s is %s; of a value that is not allowed, it is absent', (source, value) => {
  expect(evaluate(source, task + others)).toBe(value)
})

test('a value that is written and not allowed is neither there nor missing', () => {
  expect(evaluate('has(level)', '@TASK rid=T-1 | level:int=9')).toBe('absent')
  expect(evaluate('has(this.level)', '@TASK rid=T-1 | level:int=9')).toBe('absent')
  expect(evaluate('has(this["level"])', '@TASK rid=T-1 | level:int=9')).toBe('absent')
  expect(evaluate('has(rid)', '@TASK title="x"')).toBe('false')
})

test.each([
  ['referrers("TASK", "parent").size()', '@TASK rid=T-1\n@TASK rid=T-2 | parent="T-1"', '1'],
  ['referrers("acme.work.TASK", "needs").map(t, t.rid)', '@TASK rid=T-1\n@TASK rid=T-2 | needs="T-3, T-1"', 'T-2'],
  ['referrers("TASK", "parent").size()', '@TASK rid=T-1\n@TASK rid=T-2 | parent="T-3"', '0'],
  ['referrers("TASK", "parent").size()', '@TASK title="x"\n@TASK rid=T-2 | parent="T-1"', 'absent'],
  ['acyclic(parent)', '@TASK rid=T-1', 'absent'],
  ['acyclic(parent)', '@TASK parent="T-1"\n@TASK rid=T-1 | parent="T-1"', 'absent'],
  ['acyclic(parent)', '@TASK rid=T-1 | parent="T-2"', 'true'],
  ['acyclic(parent)', '@TASK rid=T-1 | parent="T-2"\n@TASK rid=T-2', 'true'],
  ['acyclic(parent)', '@TASK rid=T-1 | parent="T-2"\n@TASK rid=T-2 | parent="T-1"', 'false'],
  ['acyclic(needs)', '@TASK rid=T-1 | needs="T-2, T-1"', 'false'],
  ['acyclic(needs)', '@TASK rid=T-1 | needs="T-2, T-3"\n@TASK rid=T-2 | needs="T-4, T-1"', 'false'],
  [
    'acyclic(needs)',
    '@TASK rid=T-1 | needs="T-2, T-3"\n@TASK rid=T-2 | needs="T-4"\n@TASK rid=T-3 | needs="T-4"\n@TASK rid=T-4',
    'true',
  ],
  [
    'acyclic(needs)',
    '@TASK rid=T-1 | needs="T-2, T-3"\n@TASK rid=T-2 | needs="T-3"\n@TASK rid=T-3 | needs="T-2, T-1"',
    'false',
  ],
])('%s of %s is %s', (source, records, value) => {
  expect(evaluate(source, records)).toBe(value)
})

const recordOf = (text: string, links?: RecordLinks): ParsedRecord =>
  new ParsedRecord(parse(`${text}\n`).entries[0] as RecordNode, links)

const resultIn = (frame: Frame, source: string): string => {
  const value = compiled(readExpression(source, taskTag, taskRegistry))!(frame)
  if (frame.isExhausted) return 'stopped'
  return value === undefined ? 'absent' : valueAsText(value)
}

const noon = { time: Date.parse('2026-06-30T12:00:00Z'), isDate: false }

test('a record that knows where its references lead is asked before the others are searched', () => {
  const links = (isInCircle: boolean | undefined): RecordLinks => ({
    target: ({ name }) => recordOf(`@TASK rid=T-5 | title="the ${name}"`, links(isInCircle)),
    referrers: (_, field) => [recordOf(`@TASK rid=T-6 | title="by ${field}"`)],
    isInCircle: () => isInCircle,
  })
  const result = (source: string, isInCircle?: boolean): string =>
    resultIn(new Frame(recordOf('@TASK rid=T-1 | parent="T-2"', links(isInCircle)), noon), source)
  expect(result('parent.title')).toBe('the parent')
  expect(result('this.parent.title')).toBe('the parent')
  expect(result('parent.parent.title')).toBe('the parent')
  expect(result('referrers("TASK", "needs").map(t, t.title)')).toBe('by needs')
  expect(result('acyclic(parent)', false)).toBe('true')
  expect(result('acyclic(parent)', true)).toBe('false')
  expect(result('acyclic(parent)')).toBe('absent')
})

test('without other records, references lead nowhere', () => {
  const frame = new Frame(recordOf('@TASK rid=T-1 | parent="T-2"'), noon)
  expect(resultIn(frame, 'parent.title')).toBe('absent')
  expect(resultIn(frame, 'referrers("TASK", "parent").size()')).toBe('0')
})

const x = 'x'.repeat(160)
const items = 'x,'.repeat(32)

test.each([
  ['title.trim() == ""', `@TASK title="${x}"`, 11],
  ['title.contains("y")', `@TASK title="${x}"`, 11],
  ['title.matches("^y")', `@TASK title="${x}"`, 11],
  ['size(title) == 1', `@TASK title="${x}"`, 11],
  ['title + "y" == ""', `@TASK title="${x}"`, 11],
  ['labels.size() == 1', `@TASK labels="${items}"`, 3],
  ['"y" in labels', `@TASK labels="${items}"`, 32],
  ['labels + labels == []', `@TASK labels="${items}"`, 64],
  ['labels.all(l, true)', `@TASK labels="${items}"`, 32],
  ['labels.all(l, false)', `@TASK labels="${items}"`, 1],
  ['labels.exists(l, true)', `@TASK labels="${items}"`, 1],
  ['labels.exists(l, l.size() > 1)', `@TASK labels="${items}"`, 64],
  ['labels.filter(l, true) == []', `@TASK labels="${items}"`, 32],
  ['[1, 2].map(a, [1, 2, 3].map(b, a * b)) == []', '@TASK', 8],
  ['abs(level) > 1', '@TASK level:int=1', 1],
  ['min(level, 2) > 1', '@TASK level:int=1', 1],
])('%s takes steps by the length of what it reads, and is stopped without them', (source, records, steps) => {
  const nodes = parse(`${records}\n`).entries as RecordNode[]
  const all = nodes.map(node => ({ tag: taskTag, record: new ParsedRecord(node) }))
  const resultWith = (left: number): string => {
    const frame = new Frame(all[0]!.record, noon, reachable(all))
    frame.take(mostSteps - left)
    return resultIn(frame, source)
  }
  expect(resultWith(steps)).toMatch(/^(true|false)$/)
  expect(resultWith(steps - 1)).toBe('stopped')
})

test('an evaluation that is stopped has no result', () => {
  for (const macro of ['exists', 'all', 'exists_one', 'filter', 'map']) {
    const frame = new Frame(recordOf(`@TASK title="${x}"`), noon)
    frame.take(mostSteps - 5)
    const read = readExpression(`[1].${macro}(i, title.contains("y"))`, taskTag, taskRegistry)
    expect(compiled(read)!(frame)).toBeUndefined()
    expect(frame.isExhausted).toBe(true)
  }
})

test('a frame can be used again, with as many steps as before', () => {
  const frame = new Frame(recordOf('@TASK rid=T-1'), noon)
  const hundred = `[${'0,'.repeat(100)}]`
  const source = `${hundred}.all(a, ${hundred}.all(b, ${hundred}.all(c, true)))`
  expect(resultIn(frame, source)).toBe('stopped')
  expect(resultIn(frame, '[1].exists(x, true)')).toBe('stopped')
  frame.restart()
  expect(resultIn(frame, '[1].exists(x, true)')).toBe('true')
})

test('a sum of texts has at most a million characters, and one of lists 100,000 items', () => {
  const sum = (length: number): string => evaluate('(title + title).size()', `@TASK title="${'x'.repeat(length)}"`)
  expect(sum(500_000)).toBe('1000000')
  expect(sum(500_001)).toBe('absent')
  const items = (count: number): string => evaluate('(labels + labels).size()', `@TASK labels="${'x,'.repeat(count)}"`)
  expect(items(50_000)).toBe('100000')
  expect(items(50_001)).toBe('absent')
})

test('a referrer is a record whose fields can be read, and followed', () => {
  const nodes = parse('@TASK rid=T-1\n@TASK rid=T-2 | parent="T-1" | needs="T-1"\n').entries as RecordNode[]
  const all = nodes.map(node => ({ tag: taskTag, record: new ParsedRecord(node) }))
  const frame = new Frame(all[0]!.record, noon, reachable(all))
  expect(resultIn(frame, 'referrers("TASK", "parent").map(t, t.parent.rid)')).toBe('T-1')
  expect(resultIn(frame, 'referrers("TASK", "parent").map(t, t.needs[0].rid)')).toBe('T-1')
  expect(resultIn(frame, 'referrers("TASK", "parent")[0].rid')).toBe('T-2')
})
