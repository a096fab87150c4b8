import { expect, test } from 'vitest'
import { evaluate, taskRegistry, taskTag } from '../../test/expressions.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { compiled, followsReferences, ownStart, readExpression, readsOf } from './expression.ts'
import { Frame } from './run/frame.ts'
import { ParsedRecord } from './run/parsed-record.ts'

/** What an expression reads, as text without what it does not read. */
function readsIn(source: string): Record<string, string> {
  const read = readExpression(source, taskTag, taskRegistry)
  expect(read.problems).toEqual([])
  const { own, values, others, links, ordered, hops, isAcrossRecords, readsNow } = readsOf(read)
  const names = (fields: Iterable<{ readonly name: string }>): string => [...fields].map(({ name }) => name).join(', ')
  const all = {
    own: names(own),
    values: [...values].map(({ label }) => label).join(', '),
    others: [...others].map(([path, fields]) => `${path}: ${names(fields)}`).join('; '),
    links: links.map(({ tag, field, isReverse }) => `${tag.name}.${field.name}${isReverse ? ' back' : ''}`).join(', '),
    ordered: names(ordered),
    hops: hops === 0 ? '' : String(hops),
    across: isAcrossRecords ? 'yes' : '',
    now: readsNow ? 'yes' : '',
  }
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))
}

test.each([
  ['1 + 1 == 2', {}],
  ['level > 1 && status == "open" || level < 3', { own: 'level, status', values: 'TASK.level, TASK.status' }],
  ['this.level > this["x-y"]', { own: 'level, x-y', values: 'TASK.level, TASK.x-y' }],
  ['has(this)', {}],
  ['now > start', { own: 'start', values: 'TASK.start', now: 'yes' }],
  [
    'urgent ? -level > 1 : title.startsWith(type)',
    {
      own: 'urgent, level, title, type',
      values: 'TASK.urgent, TASK.level, TASK.title, TASK.type',
    },
  ],
  ['labels[level] in [title]', { own: 'labels, level, title', values: 'TASK.labels, TASK.level, TASK.title' }],
  ['labels.all(title, title == type)', { own: 'labels, type', values: 'TASK.labels, TASK.type' }],
  ['labels.map(type, type) == [type]', { own: 'labels, type', values: 'TASK.labels, TASK.type' }],
  ['size(labels) > 1', { own: 'labels', values: 'TASK.labels' }],
])('%s reads only its own record', (source, reads) => {
  expect(readsIn(source)).toEqual(reads)
})

test.each([
  ['parent == "T-1"', { own: 'parent', values: 'TASK.parent', links: 'TASK.parent' }],
  [
    'owner_ref.name == "Ada"',
    {
      own: 'owner_ref',
      values: 'PERSON.name',
      others: 'acme.work.PERSON: name',
      links: 'TASK.owner_ref',
      hops: '1',
      across: 'yes',
    },
  ],
  [
    'owner_ref.boss.name == "Ada" || owner_ref.boss.rid == "P-1"',
    {
      own: 'owner_ref',
      values: 'PERSON.name, PERSON.rid',
      others: 'acme.work.PERSON: name, boss, rid',
      links: 'PERSON.boss, TASK.owner_ref, PERSON.boss, TASK.owner_ref',
      hops: '4',
      across: 'yes',
    },
  ],
  [
    'this.parent.title == ""',
    {
      own: 'parent',
      values: 'TASK.title',
      others: 'acme.work.TASK: title',
      links: 'TASK.parent',
      hops: '1',
      across: 'yes',
    },
  ],
  [
    'this["parent"].title == ""',
    {
      own: 'parent',
      values: 'TASK.title, TASK.parent',
      others: 'acme.work.TASK: title',
      links: 'TASK.parent',
      hops: '1',
      across: 'yes',
    },
  ],
  [
    'parent["title"] == owner_ref.name',
    {
      own: 'parent, owner_ref',
      values: 'TASK.title, TASK.parent, PERSON.name',
      others: 'acme.work.TASK: title; acme.work.PERSON: name',
      links: 'TASK.parent, TASK.owner_ref',
      hops: '2',
      across: 'yes',
    },
  ],
  [
    'needs.exists(n, n.parent.title == "")',
    {
      own: 'needs',
      values: 'TASK.needs, TASK.title',
      others: 'acme.work.TASK: title, parent',
      links: 'TASK.needs, TASK.parent',
      hops: '2',
      across: 'yes',
    },
  ],
  [
    'acyclic(parent)',
    {
      own: 'parent, rid',
      others: 'acme.work.TASK: parent',
      links: 'TASK.parent',
      hops: 'Infinity',
      across: 'yes',
    },
  ],
  [
    'acyclic(needs)',
    {
      own: 'needs, rid',
      values: 'TASK.needs',
      others: 'acme.work.TASK: needs',
      links: 'TASK.needs',
      hops: 'Infinity',
      across: 'yes',
    },
  ],
  [
    'has(parent.parent)',
    {
      own: 'parent',
      values: 'TASK.parent',
      others: 'acme.work.TASK: parent',
      links: 'TASK.parent, TASK.parent',
      hops: '1',
      across: 'yes',
    },
  ],
])('%s follows references', (source, reads) => {
  expect(readsIn(source)).toEqual(reads)
})

const referrers = { own: 'rid', others: 'acme.work.TASK: parent', links: 'TASK.parent back', hops: '1', across: 'yes' }

test.each([
  ['referrers("TASK", "parent").size() > 1', referrers],
  ['size(referrers("TASK", "parent")) > 1', referrers],
  ['referrers("TASK", "parent").exists(t, true)', referrers],
  ['referrers("TASK", "parent").exists_one(t, true)', referrers],
  ['referrers("TASK", "parent").all(t, true)', referrers],
  [
    'referrers("TASK", "parent").all(t, t.level > 1)',
    {
      ...referrers,
      values: 'TASK.level',
      others: 'acme.work.TASK: parent, level',
    },
  ],
])('%s finds records, whose order makes no difference', (source, reads) => {
  expect(readsIn(source)).toEqual(reads)
})

test.each([
  ['referrers("TASK", "parent")', referrers],
  ['referrers("TASK", "parent").map(t, 1) == [1]', referrers],
  ['referrers("TASK", "parent").filter(t, true).size() > 1', referrers],
  ['[referrers("TASK", "parent")].size() > 1', referrers],
  [
    'referrers("TASK", "parent")[0].level > 1',
    {
      ...referrers,
      values: 'TASK.level',
      others: 'acme.work.TASK: level, parent',
    },
  ],
])('%s finds records, whose order can make a difference', (source, reads) => {
  expect(readsIn(source)).toEqual({ ...reads, ordered: 'TASK' })
})

test.each([
  ['level > 1', false],
  ['title == "a.b" || title.trim() == "[acyclic(parent)]"', false],
  ['[1].all(x, x > 1)', false],
  ['labels.exists(l, l == "") ? !urgent : -level > 0', false],
  ['parent.level > 1', true],
  ['parent["level"] > 1', true],
  ['acyclic(parent)', true],
  ['referrers("TASK", "parent") == []', true],
  ['urgent && !(1 in [level, parent.level])', true],
  ['labels.exists(l, parent.level > 1)', true],
])('whether %s can follow references: %s', (source, follows) => {
  expect(followsReferences(source)).toBe(follows)
})

const records: Readonly<Record<string, string>> = {
  yes: '@TASK level:int=2 | urgent:bool=true',
  no: '@TASK level:int=0 | urgent:bool=false',
}

test.each([
  ['level > 1', 'true', 'false'],
  ['level > 1 || parent.level > 1', 'true', 'false'],
  ['level > 4 || urgent || parent.level > 1', 'true', 'false'],
  ['urgent || parent.level > 1 || level < 5', 'true', 'false'],
  ['urgent || acyclic(parent)', 'true', 'false'],
  ['!urgent || referrers("TASK", "parent").size() > 1', 'false', 'true'],
  ['urgent && parent.level > 1', 'none', 'none'],
  ['parent.level > 1', 'none', 'none'],
  ['acyclic(parent)', 'none', 'none'],
  ['parent.level > 1 || urgent', 'none', 'none'],
  ['urgent || urgent && parent.level > 1', 'true', 'false'],
  ['(urgent && parent.level > 1) || urgent', 'none', 'none'],
])('the start of %s that reads only the record is %s, or %s', (source, yes, no) => {
  const start = ownStart(readExpression(source, taskTag, taskRegistry))
  const resultOf = (record: string): string => {
    const node = parse(`${records[record]}\n`).entries[0] as RecordNode
    return start ? String(start.evaluate(new Frame(new ParsedRecord(node), { time: 0, isDate: false }))) : 'none'
  }
  expect([resultOf('yes'), resultOf('no')]).toEqual([yes, no])
})

test('the start of an expression tells which fields it reads, without those behind it', () => {
  const reads = (source: string): string[] | undefined =>
    ownStart(readExpression(source, taskTag, taskRegistry))?.reads.map(({ name }) => name)
  expect(reads('level > 4 || urgent || parent.level > 1')).toEqual(['level', 'urgent'])
  expect(reads('urgent || acyclic(parent)')).toEqual(['urgent'])
  expect(reads('acyclic(parent)')).toBeUndefined()
})

test('an expression with problems is not evaluated', () => {
  expect(compiled(readExpression('levle > 1', taskTag, taskRegistry))).toBeUndefined()
  expect(compiled(readExpression('level >', taskTag, taskRegistry))).toBeUndefined()
  expect(() => evaluate('level > ')).toThrow('Nothing stands behind >')
  expect(compiled(readExpression('level > 1', taskTag, taskRegistry))).toBeDefined()
})
