import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../test/expressions.ts'
import { runs } from '../../test/property-values.ts'
import { checkFile, ownProblems } from '../check/check.ts'
import type { Severities } from '../check/problem.ts'
import { createRegistry, fieldOf } from '../domains/registry.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import { valueAsText } from '../expression/run/values.ts'
import { withScan } from '../scan/record-scan.ts'
import { fieldSpan, type RecordNode } from '../syntax/nodes.ts'
import { parse, textOf } from '../syntax/tree.ts'
import { type EditResult, editRecords } from './edit-records.ts'
import { readEdit, type WrittenEdit } from './record-edit.ts'

const now = Date.parse('2026-06-30T12:00:00Z')

/** Edits the tasks of some files. */
function run(
  texts: Readonly<Record<string, string>>,
  edit: Partial<WrittenEdit>,
  severity: Severities = {},
): EditResult {
  const read = readEdit({ tag: 'TASK', set: [], unset: [], delete: false, ...edit }, taskRegistry)
  if ('mistake' in read) throw new Error(read.mistake.message)
  const files = Object.entries(texts).map(([uri, text]) => ({
    uri,
    file: checkFile(parse(text), { registry: taskRegistry, fileName: uri, settingDomains: [] }),
    severity,
  }))
  return editRecords(files, read, now)
}

/** Edits the tasks of one file. */
function edit(text: string, written: Partial<WrittenEdit>): EditResult & { readonly text: string } {
  const result = run({ 'a.rec': text }, written)
  return { ...result, text: result.files[0] ? textOf(result.files[0].after.tree) : text }
}

test('only the values of the records that the condition finds change', () => {
  const text = `# all tasks
@TASK rid=T-1 | status="open"   | level:int=3  # urgent
  | title='as it is'
@PERSON rid=P-1 | name="x"
@TASK rid=T-2 | status=done | level:int=1
`
  const result = edit(text, { where: 'level > 2', set: ['status="done", level=level + 1'] })
  expect(result.text).toBe(text.replace('"open"', '"done"').replace('=3', '=4'))
  expect([result.found, result.edited, result.skipped]).toEqual([1, 1, 0])
})

test('a new field is written as its type wants, and a removed one leaves the others', () => {
  const { text } = edit('@TASK rid=T-1 | title="a" | level:int=3\n  | urgent:bool=true\n', {
    set: ['end=timestamp("2026-01-31")', 'labels=["a", "b"]', 'x-y=2'],
    unset: ['title, urgent'],
  })
  expect(text).toBe('@TASK rid=T-1 | level:int=3 | end:ts=2026-01-31 | labels="a, b" | x-y:int=2\n')
})

test('all expressions read the records before the edit', () => {
  const set = ['title=type', 'type=title']
  expect(edit('@TASK rid=T-1 | title="a" | type="b"\n', { set }).text).toBe('@TASK rid=T-1 | title="b" | type="a"\n')
})

test('expressions know the time', () => {
  const text = '@TASK rid=T-1 | start:ts=2026-06-30T11:59:59Z\n@TASK rid=T-2 | start:ts=2026-06-30T12:00:01Z\n'
  const after = '@TASK rid=T-1 | start:ts=2026-06-30T12:00:00Z\n@TASK rid=T-2 | start:ts=2026-06-30T12:00:01Z\n'
  expect(edit(text, { where: 'start < now', set: ['start=now'] }).text).toBe(after)
})

test('a record is skipped if a new value reads an absent value', () => {
  const result = edit('@TASK rid=T-1\n@TASK rid=T-2 | level:int=1\n', { set: ['level=level + 1', 'title="x"'] })
  expect(result.text).toBe('@TASK rid=T-1\n@TASK rid=T-2 | level:int=2 | title="x"\n')
  expect([result.found, result.edited, result.skipped]).toEqual([2, 1, 1])
})

test('a calculated number is written without the error of binary fractions', () => {
  const text = (cost: string): string => `@TASK rid=T-1 | cost:float=${cost}\n`
  const calculated = (cost: string, expression: string): string =>
    edit(text(cost), { set: [`cost=${expression}`] }).text
  expect(calculated('10147.13', 'cost * 100')).toBe(text('1014713'))
  expect(calculated('0.1', 'cost + 0.2')).toBe(text('0.3'))
  // These digits are not an error.
  expect(calculated('10', 'cost / 3.0')).toBe(text('3.3333333333333335'))
  expect(calculated('1.0000000000000002', 'cost > 1 ? cost : 0')).toBe(text('1.0000000000000002'))
})

const micros = '2026-05-12T14:31:07.123456+02:00'

test.each<[set: string, after: string | undefined]>([
  ['start=start + duration("1d")', undefined],
  ['start=start - duration("1us")', undefined],
  ['start=timestamp("2026-05-12T14:31:07.1234Z")', undefined],
  ['start=parent.start', undefined],
  ['start=now + duration("1us")', undefined],
  ['title=string(start)', undefined],
  ['cost=cost / 3', undefined],
  ['level=round(cost / 3)', undefined],
  ['title="about " + string(cost)', ' | title="about 9007199254740993"'],
  ['end=start', ` | end:ts=${micros}`],
  ['start=start', ''],
  ['level=start < now ? 2 : 1', ' | level:int=2'],
  ['title="x"', ' | title="x"'],
])('a new value never loses digits: %s', (set, after) => {
  const text = `@TASK rid=T-1 | start:ts=${micros} | cost:float=9007199254740993 | parent="T-1"\n`
  const result = edit(text, { set: [set] })
  expect(result.text).toBe(text.replace('\n', `${after ?? ''}\n`))
  expect(result.inexact).toEqual(after === undefined ? [{ uri: 'a.rec', line: 0 }] : [])
})

test('sums of whole numbers in fields that can have a fraction are exact at any size', () => {
  const result = edit('@TASK rid=T-1 | cost:float=9007199254740993\n', { set: ['cost=cost + 2'] })
  expect(result.text).toBe('@TASK rid=T-1 | cost:float=9007199254740995\n')
})

test.each<[title: string, after: string | undefined]>([
  ['a b', ' | labels="a b, x"'],
  ['a, b', undefined],
  ["it's [b]", undefined],
  ['say \\"b\\"', undefined],
  [' a ', undefined],
  ['', undefined],
])('each item of a new list stays one item: %s', (title, after) => {
  const text = `@TASK rid=T-1 | title="${title}"\n`
  const result = edit(text, { set: ['labels=[title, "x"]'] })
  expect(result.text).toBe(text.replace('\n', `${after ?? ''}\n`))
  expect(result.splitItems).toEqual(after === undefined ? [{ uri: 'a.rec', line: 0 }] : [])
})

test('a value that no two records may share is told where an edit gives it to another record', () => {
  const registry = createRegistry([
    {
      domain: 'acme.people',
      version: '1.0',
      description: '',
      records: [
        {
          tag: 'PERSON',
          unique: [['email']],
          fields: [
            { name: 'rid', type: 'string' },
            { name: 'email', type: 'string' },
          ],
        },
      ],
    },
  ])
  const text = '@PERSON rid=P-1 | email="a@b.org"\n@PERSON rid=P-2 | email="c@d.org"\n'
  const file = checkFile(parse(text), { registry, fileName: 'a.rec', settingDomains: [] })
  const read = readEdit(
    { tag: 'PERSON', where: 'rid == "P-2"', set: ['email="a@b.org"'], unset: [], delete: false },
    registry,
  )
  if ('mistake' in read) throw new Error(read.mistake.message)
  const { problems } = editRecords([{ uri: 'a.rec', file, severity: {} }], read, now)
  expect(problems.map(({ line, problem: { code } }) => [line, code])).toContainEqual([1, 'duplicate-key'])
})

test('expressions follow references and referrers, also into other files', () => {
  const result = run(
    {
      'a.rec': '# x\n@XYZZY a=1\n@TASK rid=T-1 | owner_ref="P-1"\n',
      'b.rec': '@PERSON rid=P-1 | name="Zoë"\n@TASK rid=T-2 | parent="T-1"\n',
    },
    { where: 'referrers("TASK", "parent").size() == 1', set: ['title=owner_ref.name'] },
  )
  expect(result.files.map(({ uri, after }) => [uri, textOf(after.tree)])).toEqual([
    ['a.rec', '# x\n@XYZZY a=1\n@TASK rid=T-1 | owner_ref="P-1" | title="Zoë"\n'],
  ])
})

test('records that references lead to and that are missing are counted once each', () => {
  const texts = {
    'a.rec': '# x\n@TASK rid=T-1\n@TASK rid=T-2 | parent="T-9" | owner_ref="P-2"\n@TASK rid=T-3 | parent="T-9"\n',
    'b.rec': '@TASK rid=T-4 | parent="T-1"\n@TASK rid=T-5 | parent="T-7"\n@TASK rid=T-6 | parent="T-2"\n',
    'c.rec': '@PERSON rid=P-2\n@PERSON rid=P-2\n',
  }
  const missing = (edit: Partial<WrittenEdit>): Partial<EditResult['missing']> => {
    const { absent, repeated } = run(texts, edit).missing
    return { absent, repeated }
  }
  const none = { count: 0, first: undefined }
  expect(missing({ where: 'parent.level > 2', set: ['title="x"'] })).toEqual({
    absent: { count: 2, first: { id: 'T-9', place: { uri: 'a.rec', line: 2 } } },
    repeated: none,
  })
  expect(missing({ where: 'rid == "T-5"', set: ['title=parent.title'] })).toEqual({
    absent: { count: 1, first: { id: 'T-7', place: { uri: 'b.rec', line: 1 } } },
    repeated: none,
  })
  expect(missing({ where: 'rid == "T-6"', set: ['title=parent.parent.title'] }).absent?.first?.place).toEqual({
    uri: 'b.rec',
    line: 2,
  })
  // No text says which of two records with this id is meant.
  expect(missing({ where: 'owner_ref.name == "x"', set: ['title="x"'] })).toEqual({
    absent: none,
    repeated: { count: 1, first: { id: 'P-2', place: { uri: 'a.rec', line: 2 } } },
  })
  expect(missing({ where: 'parent == "T-9"', set: ['title=parent'] })).toEqual({ absent: none, repeated: none })
})

test('a record is deleted with its comments and the blank line that separates it', () => {
  const text = '# why\n# recline-disable-next-line xyz -- reason\n@TASK rid=T-1\n  | title="a"\n\n@TASK rid=T-2\n'
  expect(edit(text, { where: 'rid == "T-1"', delete: true }).text).toBe('@TASK rid=T-2\n')
  expect(edit(text, { delete: true }).text).toBe('')
  expect(edit('\ufeff@TASK rid=T-1\r\n@PERSON rid=P-1\r\n', { delete: true }).text).toBe('\ufeff@PERSON rid=P-1\r\n')
  const several = '@PERSON rid=P-1\n\n@TASK rid=T-1\n@TASK rid=T-2\n\n@TASK rid=T-3\n\n# Others\n\n@PERSON rid=P-2\n'
  expect(edit(several, { delete: true }).text).toBe('@PERSON rid=P-1\n\n# Others\n\n@PERSON rid=P-2\n')
})

test('the problems that an edit adds, in other files too', () => {
  const texts = {
    'a.rec': '# x\n@TASK rid=T-1\n@TASK rid=T-2 | level:int=9\n',
    'b.rec': '\n@TASK rid=T-3 | parent="T-1" | level:int=5\n',
  }
  const problems = (edit: Partial<WrittenEdit>): string[] =>
    run(texts, edit).problems.map(({ uri, line, problem: { code } }) => `${uri}:${line} ${code}`)
  expect(problems({ where: 'rid == "T-1"', delete: true })).toEqual(['b.rec:1 dangling-reference'])
  expect(problems({ where: 'parent == "T-1"', set: ['level=level + 1', 'parent="T-1"'] })).toEqual([
    'b.rec:1 out-of-range',
  ])
  // It has this problem before, so it is not a new one.
  expect(problems({ where: 'rid == "T-2"', set: ['level=10'] })).toEqual([])
  expect(problems({ where: 'rid == "T-3"', set: ['rid="T-2"'] })).toEqual([
    'b.rec:1 duplicate-rid',
    'a.rec:2 duplicate-rid',
  ])
  expect(problems({ where: 'level == 5', unset: ['rid'] })).toEqual(['b.rec:1 missing-field'])
})

test('a comment that suppresses nothing any more is no problem of the edit', () => {
  const result = run(
    { 'a.rec': '# recline-disable out-of-range\n@TASK rid=T-1 | level:int=9\n@TASK rid=T-2 | level:int=1\n' },
    { where: 'rid == "T-1"', set: ['level=3', 'owner_ref="P-9"'] },
  )
  expect(result.unusedSuppressions).toEqual([{ uri: 'a.rec', line: 0 }])
  expect(result.problems.map(({ problem: { code } }) => code)).toEqual(['dangling-reference'])
})

test('several problems of a field count one by one, also in files that change each other', () => {
  const problems = (texts: Readonly<Record<string, string>>, edit: Partial<WrittenEdit>): string[] =>
    run(texts, edit).problems.map(({ uri, line, problem: { message } }) => `${uri}:${line} ${message}`)
  const dangling = (id: string): string =>
    `a.rec:1 TASK.needs is "${id}", but no TASK has that id; write an existing id, or add the record.`
  const two = { 'a.rec': '# x\n@TASK rid=T-1 | needs=[T-8, T-9]\n' }
  expect(problems(two, { set: ['needs=["T-8", "T-7", "T-6"]'] })).toEqual([dangling('T-6')])
  expect(problems(two, { set: ['needs=["T-7", "T-6"]'] })).toEqual([])
  expect(problems({ 'a.rec': '\n@TASK rid=T-1\n' }, { set: ['needs=["T-8", "T-9"]'] })).toEqual(
    ['T-8', 'T-9'].map(dangling),
  )
  const many = { 'a.rec': '@TASK rid=T-1\n# x\n@TASK rid=T-2\n# y\n@TASK rid=T-3\n' }
  expect(problems(many, { set: [`title="${'long '.repeat(9)}", level=6`] }).map(text => text.slice(0, 18))).toEqual(
    [0, 2, 4].map(line => `a.rec:${line} TASK.level`),
  )
  const both = { 'a.rec': '@TASK rid=T-1 | level:int=5\n', 'b.rec': '@TASK rid=T-2 | parent="T-1" | level:int=5\n' }
  expect(problems(both, { set: ['rid=rid + "0", level=6'] })).toEqual([
    'a.rec:0 TASK.level is 6; it must be from 0 to 5.',
    'b.rec:0 TASK.parent is "T-1", but no TASK has that id; write an existing id, or add the record.',
    'b.rec:0 TASK.level is 6; it must be from 0 to 5.',
  ])
})

test('a state that may not follow the one before is a new problem, unless it is suppressed or off', () => {
  const problems = (text: string, set: string, severity: Severities = {}): string[] =>
    run({ 'a.rec': text }, { set: [set] }, severity).problems.map(
      ({ line, problem: { code, message } }) => `${line} ${code}: ${message}`,
    )
  const dropped = '@PERSON rid=P-1\n@TASK rid=T-1 | status="open"\n@TASK rid=T-2\n  | status="dropped"\n'
  expect(problems(dropped, 'status="done"')).toEqual([
    '2 lifecycle: TASK.status changed from "dropped" to "done"; after "dropped", it can become open.',
  ])
  expect(problems(dropped, 'status="open"')).toEqual([])
  expect(problems(dropped, 'status="done"', { lifecycle: 'off' })).toEqual([])
  expect(problems(`# recline-disable lifecycle -- reopened\n${dropped}`, 'status="done"')).toEqual([])
})

test('a problem of a record below a deleted one is not new', () => {
  const text = '\ufeff@TASK rid=T-1\n@TASK rid=T-2\n@TASK rid=T-3 | level:int=9 | parent="T-9"\n'
  expect(edit(text, { where: 'rid != "T-3"', delete: true }).problems).toEqual([])
  expect(edit(text, { where: 'rid == "T-2"', delete: true }).problems).toEqual([])
})

test('files in conflict and records with a field twice stay as they are', () => {
  const conflict = '<<<<<<< a\n@TASK rid=T-1\n=======\n@TASK rid=T-2\n>>>>>>> b\n'
  const inConflict = edit(conflict, { set: ['title="x"'] })
  expect([inConflict.files, inConflict.conflicts]).toEqual([[], [{ uri: 'a.rec', line: 0 }]])
  const twice = edit('\n@TASK rid=T-1 | level:int=1 | level:int=2\n', { set: ['level=3'] })
  expect([twice.edited, twice.uncertain]).toEqual([0, [{ uri: 'a.rec', line: 1 }]])
})

test('the numbers of records are those of files that change', () => {
  const count = ({ found, edited, files }: EditResult): unknown => [found, edited, files.map(({ records }) => records)]
  expect(count(edit('@TASK rid=T-1\n', { unset: ['title'] }))).toEqual([1, 0, []])
  const some = '@TASK rid=T-1\n@TASK rid=T-2 | title="x"\n@TASK rid=T-3 | title= | title="y"\n'
  expect(count(edit(some, { unset: ['title'] }))).toEqual([3, 2, [2]])
  expect(edit(some, { unset: ['title'] }).text).toBe('@TASK rid=T-1\n@TASK rid=T-2\n@TASK rid=T-3\n')
  expect(count(edit(some, { delete: true, where: 'has(title)' }))).toEqual([2, 2, [2]])
  expect(count(edit(some, { delete: true, where: 'level > 1' }))).toEqual([0, 0, []])
  const texts = { 'a.rec': '@TASK rid=T-1\n', 'b.rec': '@TASK rid=T-2\n@TASK rid=T-3\n' }
  expect(count(run(texts, { set: ['level=1'] }))).toEqual([3, 3, [1, 2]])
})

test('a field without a value is removed like others', () => {
  expect(edit('@TASK rid=T-1 | title=\n', { unset: ['title'] }).text).toBe('@TASK rid=T-1\n')
})

test('texts are replaced by what is written, and the edit says how many were not allowed', () => {
  const text = `@TASK rid=T-1 | status="Open" | urgent:int=1
@TASK rid=T-2 | status="open" | urgent="no"
@TASK rid=T-3 | status=DONE | urgent:bool=true | days="mon, Tuesday"
@TASK rid=T-4 | vendor="Acme" | urgent="Yes" | level="many"
`
  const after = edit(text, {
    mapValue: ['status:Open=open,DONE=done', 'urgent:1=true, no=false', 'days:Tuesday=tue', 'vendor:Acme="Acme, Inc"'],
  })
  expect(after.text).toBe(`@TASK rid=T-1 | status="open" | urgent:bool=true
@TASK rid=T-2 | status="open" | urgent:bool=false
@TASK rid=T-3 | status="done" | urgent:bool=true | days="mon, tue"
@TASK rid=T-4 | vendor="Acme, Inc" | urgent="Yes" | level="many"
`)
  expect([after.edited, after.wrong]).toEqual([4, { count: 5, first: { uri: 'a.rec', line: 0 } }])
  const some = edit(text, { where: 'written(status) == "Open"', set: ['status="open"'] })
  expect([some.edited, some.wrong.count, some.unseen]).toEqual([1, 1, []])
  // What is written is not replaced by mistake.
  expect(edit(text, { where: '!has(status)', set: ['status="open"'] }).edited).toBe(1)
  expect(edit(text, { where: 'has(level) && !valid(level)', unset: ['level'] }).text).not.toContain('many')
})

test('any field can be removed, and a name that no record has is told', () => {
  const text = '@TASK rid=T-1 | vendor="a" | Title="b"\n@TASK rid=T-2 | vendor= | vendor="c"\n'
  expect(edit(text, { unset: ['vendor,Title'] }).text).toBe('@TASK rid=T-1\n@TASK rid=T-2\n')
  expect(edit(text, { unset: ['vendr, levl'] }).unseen).toEqual([
    'No TASK record has a field vendr.',
    'No TASK record has a field levl; level may be meant.',
  ])
  expect(edit(text, { where: 'this["Titel"] == "b"', delete: true }).unseen).toEqual([
    'No TASK record has a field Titel; title may be meant.',
  ])
})

test('a renamed field keeps its value and its place, and gets the notation of its new name', () => {
  const renamed = (fields: string, names: string): string =>
    edit(`@TASK rid=T-1 | ${fields} | level:int=1\n`, { renameField: [names] }).text.slice(16, -15)
  expect(renamed('last="2026-01-31"  # note', 'last=end')).toBe('end:ts=2026-01-31  # note')
  expect(renamed('last="soon"', 'last=end')).toBe('end="soon"')
  expect(renamed('last:ts = 2026-01-31', 'last=title')).toBe('title="2026-01-31"')
  expect(renamed('title=a b', 'title=vendor')).toBe('vendor=a b')
  expect(renamed('tags=[a, "b"]', 'tags=labels')).toBe('labels=[a, "b"]')
  expect(renamed('a=1 | b', 'a=vendor,b=c')).toBe('vendor=1 | c')
  const both = edit('@TASK rid=T-1 | last="2026-01-31" | end:ts=2026-01-01\n', { renameField: ['last=end'] })
  expect([both.edited, both.taken]).toEqual([0, [{ uri: 'a.rec', line: 0 }]])
  const twice = edit('@TASK rid=T-1 | last="a" | last="b"\n', { renameField: ['last=title'] })
  expect([twice.edited, twice.uncertain]).toEqual([0, [{ uri: 'a.rec', line: 0 }]])
})

const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map(one => one.replace(/[\0\r\n\v\f\u0085\u2028\u2029]/g, ''))
/** The expression of a literal, and the value as text. */
const literals = {
  title: text.map(value => JSON.stringify(value)),
  status: fc.constantFrom('"open"', '"done"'),
  level: fc.integer({ min: 0, max: 5 }).map(String),
  cost: fc.integer({ min: -1000, max: 1000 }).map(number => (number / 8).toFixed(3)),
  start: fc.constantFrom('timestamp("2026-01-31")', 'timestamp("2026-01-31T10:00:00Z")', 'now'),
  urgent: fc.constantFrom('true', 'false'),
  owner_ref: fc.constantFrom('"P-1"', '"P-2"'),
  needs: fc.constantFrom('["T-1", "T-2"]', '["T-1"]'),
}
const assignments = fc.record(literals, { requiredKeys: [] }).map(chosen => Object.entries(chosen))

const layouts = fc.array(
  fc.oneof(
    fc.constantFrom(
      '# comment\n',
      '\n',
      '@PERSON rid=P-1 | name="x"\n',
      'stray\n',
      '@TASK\n',
      '@TASK rid=T-0 | title="\n',
    ),
    fc
      .subarray(
        [
          'title="a \\"b\\""',
          "title='a'",
          'title=a b',
          'status=open',
          'status:string="done"',
          'level=3',
          'level:int=3',
          'level:float="3"',
          'cost:float=1.50',
          'start:ts=2026-01-31T10:00:00+02:00',
          'urgent:bool = true',
          'owner_ref=PERSON:P-1',
          'needs=[T-1, T-2]',
          'needs="T-1,T-2"',
          'other={x',
          'title',
          '# comment',
        ],
        { maxLength: 6 },
      )
      .chain(fields =>
        fc
          .array(fc.constantFrom(' | ', '\n  | ', '  |', ', ', '\r\n | '), {
            minLength: fields.length,
            maxLength: fields.length,
          })
          .map(separators => `@TASK rid=T-1${fields.map((field, index) => separators[index] + field).join('')}\n`),
      ),
  ),
  { maxLength: 6 },
)

test('a value that was set is read again, and all else stays as it was', () => {
  fc.assert(
    fc.property(layouts, assignments, (lines, chosen) => {
      fc.pre(chosen.length > 0)
      const before = lines.join('')
      const result = edit(before, { set: chosen.map(([name, source]) => `${name}=${source}`) })
      const after = parse(result.text)
      const names = new Set(chosen.map(([name]) => name))
      const uncertain = new Set(result.uncertain.map(({ line }) => line))
      const old = parse(before)
      expect(after.entries.length).toBe(old.entries.length)
      for (const [index, entry] of old.entries.entries()) {
        const now = after.entries[index]!
        if (entry.kind !== 'record' || !entry.text.startsWith('@TASK') || uncertain.has(old.lines[index]!)) {
          expect(now.text).toBe(entry.text)
          continue
        }
        const others = (record: RecordNode): string[] =>
          record.fields
            .filter(({ name }) => !names.has(name))
            .map(field => {
              const { start, end } = fieldSpan(field)
              return record.text.slice(start, end)
            })
        expect(others(now as RecordNode)).toEqual(others(entry))
        for (const [name, source] of chosen) {
          const field = fieldOf(taskTag, name)!
          const read = new ParsedRecord(now as RecordNode).get(field)
          const wanted = edit('@TASK rid=T-1\n', { set: [`${name}=${source}`] })
          const value = new ParsedRecord(wanted.files[0]!.after.tree.entries[0] as RecordNode).get(field)
          expect(read === undefined ? undefined : valueAsText(read)).toBe(
            value === undefined ? undefined : valueAsText(value),
          )
        }
      }
    }),
  )
})

test('an edit to the values that records have changes nothing', () => {
  fc.assert(
    fc.property(layouts, fc.subarray(Object.keys(literals), { minLength: 1 }), (lines, names) => {
      for (const name of names) expect(edit(lines.join(''), { set: [`${name}=${name}`] }).files).toEqual([])
    }),
  )
})

test('an edit that finds no record changes nothing', () => {
  fc.assert(
    fc.property(layouts, lines => {
      expect(edit(lines.join(''), { where: 'rid == "T-77"', delete: true }).files).toEqual([])
    }),
  )
})

const written = fc.array(
  fc.oneof(
    fc
      .tuple(
        fc.integer({ min: 1, max: 4 }),
        fc.subarray([
          'level:int=9',
          'level:int=2',
          'level="x"',
          'vendor="a"',
          'status="Open"',
          'status="open"',
          'urgent:bool=true',
          'parent="T-2"',
          'title="a"',
        ]),
      )
      .map(([id, fields]) => [`@TASK rid=T-${id}`, ...fields].join(' | ')),
    fc.constantFrom('# note', '', '@PERSON rid=P-1', '# recline-disable-next-line out-of-range', '<<<<<<< x', '@DOC'),
  ),
  { maxLength: 8 },
)

test('an edit finds the same when the names of its records are all that is known of them', () =>
  fc.assert(
    fc.property(
      written,
      fc.constantFrom('level > 1', 'status == "open"', 'has(this["vendor"])', 'urgent', undefined),
      fc.constantFrom('level=9', 'level=1', 'status="done"', 'parent="T-9"', 'rid="T-1"', 'title="b"'),
      (lines, where, set) => {
        const text = `${lines.join('\n')}\n`
        const read = readEdit({ tag: 'TASK', set: [set], unset: [], delete: false, where }, taskRegistry)
        if ('mistake' in read) throw new Error(read.mistake.message)
        const { tag, where: evaluate, whereReads: reads } = read
        const context = { registry: taskRegistry, fileName: 'a.rec', settingDomains: [] }
        const wanted = evaluate && reads && { tag, evaluate, reads }
        const [whole, named] = [context, withScan({ ...context, onlyNames: true }, wanted)].map(context => {
          const file = checkFile(parse(text), context)
          const { files, problems, ...counts } = editRecords([{ uri: 'a.rec', file, severity: {} }], read, now)
          return {
            ...counts,
            missing: undefined,
            text: files[0] && textOf(files[0].after.tree),
            problems: problems.map(({ line, problem: { code, field, message, start } }) => [
              line,
              code,
              field,
              message,
              start,
            ]),
          }
        })
        expect(named).toEqual(whole)
        // The problems that the check finds after the edit and did not find before it, as many of each kind.
        const kinds = (text: string): string[] =>
          ownProblems(checkFile(parse(text), context)).map(({ entry, code, field }) => `${entry} ${code} ${field}`)
        const after = whole!.text === undefined ? [] : kinds(whole!.text)
        for (const kind of kinds(text)) if (after.includes(kind)) after.splice(after.indexOf(kind), 1)
        const isOfOne = /recline-|<<<|=======/.test(text) ? undefined : after.length
        const own = whole!.problems.filter(
          ([, code]) => !['duplicate-rid', 'dangling-reference'].includes(String(code)),
        )
        if (isOfOne !== undefined) expect(own.length).toBe(isOfOne)
      },
    ),
    { numRuns: runs(400) },
  ))
