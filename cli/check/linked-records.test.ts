import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { declaredRules, isBroken } from '../../shared/check/declared/declared-rules.ts'
import { followedColumns } from '../../shared/check/declared/followed-columns.ts'
import { messageOf } from '../../shared/check/declared/rule-evaluation.ts'
import { createRegistry, fieldOf, type Registry, type Tag } from '../../shared/domains/registry.ts'
import { Frame } from '../../shared/expression/run/frame.ts'
import { ParsedRecord } from '../../shared/expression/run/parsed-record.ts'
import { type FollowedRows, RowList } from '../../shared/scan/followed-rows.ts'
import { NameHasher } from '../../shared/scan/names.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { reachable, taskRegistry } from '../../test/expressions.ts'
import { runs } from '../../test/property-values.ts'
import { ruledLine, ruledRegistry, ruleSettings } from '../../test/ruled-files.ts'
import { LinkedRecords } from './linked-records.ts'

const now = { time: ruleSettings.now!, isDate: false }
const hasher = new NameHasher({ low: 1, high: 2 })

/** The records of a text, each with the first definition of its tag. */
const recordsIn = (text: string, registry: Registry): { tag: Tag; record: ParsedRecord }[] =>
  parse(text).entries.flatMap(entry => {
    if (entry.kind !== 'record') return []
    const [tag] = registry.tagsNamed(entry.text.slice(entry.tagStart, entry.tagEnd)).toReversed()
    return tag ? { tag, record: new ParsedRecord(entry) } : []
  })

/** What the rules about several records say of the records of some parts, by the order of the records in each part. */
function said(parts: readonly string[], registry: Registry): string[][] {
  const columns = followedColumns({ registry, ruleSettings })
  const rowsOfParts = parts.map(part => {
    const lists = new Map<Tag, RowList>()
    for (const [line, { tag, record }] of recordsIn(part, registry).entries()) {
      const own = columns.get(tag)
      if (!own) continue
      const list = lists.get(tag) ?? new RowList(own, hasher)
      lists.set(tag, list)
      list.add({ byte: 0, line }, record)
    }
    return Array.from(lists, ([tag, list]): FollowedRows => list.taken(tag.fullName.path))
  })
  const records = new LinkedRecords(rowsOfParts.flat(), columns, registry, hasher)
  return rowsOfParts.map(all =>
    all
      .flatMap(rows =>
        Array.from(records.breaking(rows, { registry, ruleSettings }, now), ({ row, record }) => ({
          line: rows.places[row * 2 + 1]!,
          record,
        })),
      )
      .sort((one, other) => one.line - other.line)
      .flatMap(({ line, record }) =>
        declaredRules(record.tag, { registry, ruleSettings }).across.flatMap(rule => {
          const frame = new Frame(record, now, records)
          return isBroken(rule, frame) ? `${line} ${rule.code} ${messageOf(rule, frame)}` : []
        }),
      ),
  )
}

/** The same, with all records in memory, which are looked through for each reference. */
function saidWithoutRows(parts: readonly string[], registry: Registry): string[][] {
  const all = parts.map(part => recordsIn(part, registry))
  const records = reachable(all.flat())
  return all.map(part =>
    part.flatMap(({ tag, record }, line) =>
      declaredRules(tag, { registry, ruleSettings }).across.flatMap(rule => {
        const frame = new Frame(record, now, records)
        return isBroken(rule, frame) ? `${line} ${rule.code} ${messageOf(rule, frame)}` : []
      }),
    ),
  )
}

test.each([
  ['2026-07-02', '2026-07-02T00:30:00+01:00'],
  ['2026-06-29T23:30:00-05:00', '2026-06-29'],
])('rows know the day that is written: a child of %s does not end before it on %s', (parent, child) => {
  const breaks = (end: string): boolean =>
    said([`@TASK rid=T-1 | end:ts=${parent}\n@TASK rid=T-2 | parent="T-1" | end:ts=${end}\n`], ruledRegistry)
      .join()
      .includes('ends-after-parent')
  expect([breaks(child), breaks('2026-06-28')]).toEqual([false, true])
})

test('rows lead from record to record as the records themselves do', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.array(ruledLine, { maxLength: 12 }).map(lines => lines.join('')),
        { minLength: 1, maxLength: 3 },
      ),
      parts => {
        expect(said(parts, ruledRegistry)).toEqual(saidWithoutRows(parts, ruledRegistry))
      },
    ),
    { numRuns: runs(60) },
  ))

/** The records of the tag TASK that break a rule, as their ids with the message. */
function broken(expression: string, message: string, ...parts: readonly string[]): string {
  const work = taskRegistry.domainNamed('acme.work')!.descriptor
  const rule = { id: 'r', expression, message: `{rid}${message}` }
  const records = work.records.map(record => (record.tag === 'TASK' ? { ...record, rules: [rule] } : record))
  const registry = createRegistry([{ ...work, records }])
  const found = said(parts, registry).flat()
  expect(found).toEqual(saidWithoutRows(parts, registry).flat())
  return found.map(text => text.replace(/^\d+ rule\/r /, '')).join(' ')
}

const tasks = (...all: readonly string[]): string => all.map(fields => `@TASK rid=${fields}\n`).join('')

describe('a reference', () => {
  test('leads to the only record with an id, in whatever part it is', () => {
    const parts = [
      tasks('T-1 | parent="T-2"', 'T-2 | title="b"'),
      tasks('T-3 | parent="T-1"', 'T-4 | parent="T-9"', 'T-1 | title="a"', 'T-5 | parent="T-2"', 'T-6'),
    ]
    expect(broken('!has(parent.title)', '={parent.title}', ...parts)).toBe('T-1=b T-5=b')
  })

  test('to a record of another tag is none', () => {
    const text = `${tasks('T-1 | owner_ref="P-1"', 'T-2 | parent="P-1"', 'P-1')}@PERSON rid=P-1 | name="Ada"\n`
    expect(broken('!has(owner_ref.name)', '={owner_ref.name}', text)).toBe('T-1=Ada')
    expect(broken('!has(parent.rid)', '={parent.rid}', text)).toBe('T-2=P-1')
  })

  test('in a list leads to each record once', () => {
    const text = tasks('T-1 | needs="T-2, T-3, T-2, T-9"', 'T-2 | level:int=1', 'T-3 | level:int=2')
    expect(broken('referrers("TASK", "needs").size() == 0', '={referrers("TASK", "needs").map(t, t.rid)}', text)).toBe(
      'T-2=T-1 T-3=T-1',
    )
  })

  test('that has several ids refers to each record, and leads to none', () => {
    const parts = [tasks('T-1 | parent="T-2, T-3, T-2"', 'T-2 | title="b"'), tasks('T-3', 'T-4 | parent="T-3,T-9"')]
    expect(
      broken('referrers("TASK", "parent").size() == 0', '={referrers("TASK", "parent").map(t, t.rid)}', ...parts),
    ).toBe('T-2=T-1 T-3=T-1, T-4')
    expect(broken('!has(parent.rid)', '={parent.rid}', ...parts)).toBe('')
  })

  test('reads values of all types', () => {
    const text = tasks(
      'T-1 | parent="T-2"',
      'T-2 | cost:float=2.5 | urgent:bool=true | end:ts=2026-01-05 | start:ts=2026-01-05T10:00:00Z | status="done" | x-y:int=7',
    )
    for (const [field, value] of [
      ['cost', '2.5'],
      ['urgent', 'true'],
      ['end', '2026-01-05'],
      ['start', '2026-01-05T10:00:00Z'],
      ['status', 'done'],
    ])
      expect(broken(`!has(parent.${field})`, `={parent.${field}}`, text)).toBe(`T-1=${value}`)
  })
})

describe('the records that refer to one', () => {
  const shown = '={referrers("TASK", "parent").map(t, t.title)}'
  const some = 'referrers("TASK", "parent").size() == 0'

  test('are in the order of their ids, in whatever order they come', () => {
    const parts = ['T-3 | parent="T-1" | title="c"', 'T-1', 'T-2 | parent="T-1" | title="b"', 'T-4 | parent="T-1"']
    for (const order of [parts, parts.toReversed()])
      expect(broken(some, '={referrers("TASK", "parent").map(t, t.rid)}', ...order.map(part => tasks(part)))).toBe(
        'T-1=T-2, T-3, T-4',
      )
  })

  test('are those of all records with its id', () => {
    const text = tasks('T-1', 'T-1', 'T-2 | parent="T-1" | title="b"', '"" | parent="T-1"')
    expect(broken(some, shown, text)).toBe('T-1=b T-1=b')
  })

  test('are none for a record without an id', () => {
    const text = '@TASK title="x"\n@TASK parent=""\n@TASK rid="" | parent=""\n'
    expect(broken(some, shown, text)).toBe('')
    expect(broken('referrers("TASK", "parent").size() > 0', '', `${text}@TASK rid=T-1\n`)).toBe('T-1')
  })
})

describe('a way along references', () => {
  const circle = (...all: readonly string[]): string => broken('acyclic(parent)', '', tasks(...all))
  const way = (...ids: readonly string[]): string[] => ids.slice(1).map((id, index) => `${ids[index]} | parent="${id}"`)

  test('that ends is no circle, however many share its end', () => {
    expect(circle('T-9', ...way('T-1', 'T-2', 'T-3', 'T-9'), ...way('T-4', 'T-2'), ...way('T-5', 'T-4'))).toBe('')
    expect(circle(...way('T-1', 'T-2', 'T-3'))).toBe('')
  })

  test('that comes back to its start is one; one that leads into it is none', () => {
    expect(circle(...way('T-1', 'T-2', 'T-3', 'T-1'), ...way('T-4', 'T-2'), ...way('T-5', 'T-4'))).toBe('T-1 T-2 T-3')
    expect(circle(...way('T-1', 'T-1'), ...way('T-2', 'T-1'))).toBe('T-1')
  })

  test('through an id that two records have ends there', () => {
    expect(circle(...way('T-1', 'T-2', 'T-3', 'T-1'), 'T-2')).toBe('')
    expect(circle(...way('T-1', 'T-2'), ...way('T-1', 'T-1'), ...way('T-2', 'T-1'))).toBe('')
  })

  test('of records without ids is none', () => {
    expect(
      broken(
        'acyclic(parent)',
        '',
        '@TASK parent="T-1"\n@TASK parent="T-9"\n@TASK rid="" | parent="T-1"\n@TASK rid=T-1\n',
      ),
    ).toBe('')
  })
})

describe('an id', () => {
  const text = (name: string) => ({ name, type: 'string' }) as const
  const registry = createRegistry([
    {
      domain: 'acme.work',
      version: '1.0',
      description: '',
      records: [
        {
          tag: 'TASK',
          fields: [text('rid'), text('title'), { ...text('group'), ref: 'GROUP' }, { ...text('room'), ref: 'ROOM' }],
          rules: [
            { id: 'group', expression: '!has(group.name)', message: '{rid}={group.name}' },
            { id: 'room', expression: '!has(room.name)', message: '{rid}={room.name}' },
            {
              id: 'details',
              expression: 'referrers("DETAIL", "rid").size() == 0',
              message: '{rid}:{referrers("DETAIL", "rid").map(d, d.note)}',
            },
          ],
        },
        {
          tag: 'DETAIL',
          fields: [{ ...text('rid'), ref: 'TASK' }, text('note'), { ...text('next'), ref: 'DETAIL' }],
          rules: [
            { id: 'task', expression: '!has(rid.title)', message: '{note}={rid.title}' },
            { id: 'next', expression: '!has(next.note)', message: '{note}>{next.note}' },
            { id: 'circle', expression: 'acyclic(next)', message: '{note}' },
            { id: 'last', expression: 'referrers("DETAIL", "next").size() == 0', message: '{note}' },
          ],
        },
        {
          tag: 'GROUP',
          fields: [{ ...text('rid'), list: true }, text('name')],
          rules: [{ id: 'used', expression: 'referrers("TASK", "group").size() > 0', message: '{name}' }],
        },
        { tag: 'ROOM', fields: [{ name: 'rid', type: 'int' }, text('name')] },
      ],
    },
  ])
  const found = (records: string): string[] => {
    const all = said([records], registry).flat()
    expect(all).toEqual(saidWithoutRows([records], registry).flat())
    return all.map(one => one.replace(/^\d+ rule\//, ''))
  }

  test('can refer as well, to a record that it adds to', () => {
    expect(
      found(`@TASK rid=T-1 | title="a"
@DETAIL rid=T-1 | note="x" | next="T-2"
@DETAIL rid=T-2 | note="y" | next="T-1"
@DETAIL rid=T-3 | note="z" | next="T-9"
@DETAIL note="o" | next="T-3"
`),
    ).toEqual([
      'details T-1:x',
      ...['task x=a', 'next x>y', 'circle x', 'last x'],
      ...['next y>x', 'circle y', 'last y'],
      ...['last z', 'next o>z'],
    ])
  })

  test('can be one of several that a record has', () => {
    expect(
      found(`@TASK rid=T-1 | group="G-1"
@TASK rid=T-2 | group="G-2"
@TASK rid=T-3 | group="G-3"
@TASK rid=T-4 | group="G-4"
@GROUP rid="G-1, G-2, G-1" | name="g"
@GROUP rid="G-3" | name="h"
@GROUP rid="G-3, G-5" | name="i"
`),
    ).toEqual(['group T-1=g', 'group T-2=g'])
  })

  test('that is a number leads nowhere', () => {
    expect(found('@TASK rid=T-1 | room="1"\n@ROOM rid:int=1 | name="r"\n')).toEqual([])
  })
})

test('whole numbers that a number does not hold are exact, in the rows of each part', () => {
  const parts = [
    '@TASK rid=T-1 | x-y:int=9007199254740993 | parent="T-2"\n@TASK rid=T-2 | x-y:int=9007199254740992\n',
    '@TASK rid=T-3 | x-y:int=9007199254740993 | parent="T-1"\n@TASK rid=T-4 | x-y:int=7 | parent="T-1"\n',
  ]
  expect(said(parts, ruledRegistry).map(all => all.filter(text => text.includes('xy-of-parent')))).toEqual([
    ['0 rule/xy-of-parent 9007199254740993 is above 9007199254740992.'],
    [],
  ])
})

test('records are found by their ids, of the tag that is asked for', () => {
  const registry = ruledRegistry
  const columns = followedColumns({ registry, ruleSettings })
  const work = registry.domainNamed('acme.work')!.tags
  const [task, person, note] = [work.get('TASK')!, work.get('PERSON')!, work.get('NOTE')!]
  const list = new RowList(columns.get(task)!, hasher)
  for (const { record } of recordsIn(tasks('T-1 | title="a"', 'T-2 | parent="T-1"', 'T-2'), taskRegistry))
    list.add({ byte: 0, line: 0 }, record)
  const records = new LinkedRecords([list.taken(task.fullName.path)], columns, registry, hasher)
  const title = fieldOf(task, 'title')!
  expect(records.find(task, 'T-1')?.get(title)).toBe('a')
  expect(records.find(task, 'T-2')).toBeUndefined()
  expect(records.find(task, 'T-3')).toBeUndefined()
  expect(records.find(person, 'T-1')).toBeUndefined()
  expect(records.referrers(task, 'parent', 'T-1')).toHaveLength(1)
  expect(records.referrers(task, 'parent', 'T-2')).toEqual([])
  expect(records.referrers(task, 'title', 'T-1')).toEqual([])
  expect(records.referrers(task, 'nothing', 'T-1')).toEqual([])
  expect(records.referrers(note, 'about', 'T-1')).toEqual([])
})
