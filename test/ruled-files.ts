import fc from 'fast-check'
import { type CheckedFile, checkFile, problemsOf } from '../shared/check/check.ts'
import { acrossRuleFindings } from '../shared/check/declared/rule-evaluation.ts'
import { type Problem, problemAt } from '../shared/check/problem.ts'
import type { RecordDescriptor, RuleDescriptor, RuleSettings } from '../shared/domains/descriptor.ts'
import { createRegistry, type Registry } from '../shared/domains/registry.ts'
import { ParsedRecord } from '../shared/expression/run/parsed-record.ts'
import type { RecordNode } from '../shared/syntax/nodes.ts'
import { parse } from '../shared/syntax/tree.ts'
import { reachable, taskRegistry } from './expressions.ts'

/** Files whose rules follow references in all ways, and a check of them that looks at all records each time. */

const rule = (id: string, expression: string, message: string, more?: Partial<RuleDescriptor>): RuleDescriptor => ({
  id,
  expression,
  message,
  ...more,
})

const rulesOf: Readonly<Record<string, readonly RuleDescriptor[]>> = {
  TASK: [
    rule('level-of-parent', 'level <= parent.level', 'Level {level} is above {parent.level} of {parent.title}.'),
    rule(
      'done-with-children',
      '!(status == "done" && referrers("TASK", "parent").exists(t, t.status == "open"))',
      'Open.',
      {
        field: 'status',
        severity: 'warning',
      },
    ),
    rule('few-children', 'referrers("TASK", "parent").size() < 2', '{referrers("TASK", "parent").map(t, t.rid)}'),
    rule('no-circle', 'acyclic(parent)', 'The parents of {rid} lead back to it.'),
    rule('boss-of-owner', 'owner_ref.boss.name != "Ada"', 'The boss of {owner_ref.name} is {owner_ref.boss.name}.'),
    rule('needs-are-alive', 'needs.all(n, n.status != "dropped")', 'It needs something that was dropped.'),
    rule('parent-has-title', 'has(parent.title)', 'The parent {parent} has no title.'),
    rule('not-late', 'end >= now || referrers("TASK", "needs").size() == 0', 'Others wait for it since {end}.'),
    rule('level-below-five', 'level < 5', 'Its parent {parent.title} has {parent.level}.'),
    rule('xy-of-parent', 'this["x-y"] <= parent["x-y"]', '{this["x-y"]} is above {parent["x-y"]}.'),
    rule('own-xy', 'this["x-y"] != 9007199254740993', 'It is {this["x-y"]}.'),
    rule('ends-after-parent', 'end >= parent.end', 'It ends on {end}, before its parent on {parent.end}.'),
    rule('own-level', 'level < 5', 'The level is {level}.'),
    rule('kept', 'status != "dropped" || !has(parent.cost)', 'It is below {parent.cost}.', { severity: 'off' }),
  ],
  PERSON: [rule('little-work', 'referrers("TASK", "owner_ref").size() < 2', '{name} has too much work.')],
}

const uniqueOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  TASK: [['title', 'level'], ['end'], ['parent', 'status']],
  PERSON: [['name']],
}

const work = taskRegistry.domainNamed('acme.work')!.descriptor

/** A tag whose records no rule reads from others. */
const note: RecordDescriptor = {
  tag: 'NOTE',
  fields: [
    { name: 'rid', type: 'string' },
    { name: 'about', type: 'string', ref: 'TASK' },
    { name: 'kind', type: 'string', enum: ['old', 'new'] },
    { name: 'pages', type: 'int', range: [1, 9] },
  ],
  unique: [['about', 'kind'], ['pages']],
  rules: [
    rule('note-is-of-open', 'kind == "old" || about.status != "dropped"', 'It is about {about}, which was dropped.'),
    rule('short-note', 'pages < 3 || kind != "new"', 'It has {pages} pages.'),
    rule('no-paper', 'this["paper"] != "a4"', 'It is on {this["paper"]}.'),
    rule(
      'paper-of-task',
      'kind == "old" || about["origin"] != this["paper"]',
      'Task {about} is on {about["origin"]} too.',
    ),
    rule('few-pages', 'pages < 8', 'It is about {about.title}.'),
  ],
}

/** Two domains with a tag TASK, so that some records are only decided by the whole file. */
export const ruledRegistry: Registry = createRegistry([
  {
    ...work,
    records: [
      ...work.records.map(record => ({ ...record, rules: rulesOf[record.tag]!, unique: uniqueOf[record.tag]! })),
      note,
    ],
  },
  {
    domain: 'acme.play',
    version: '1.0',
    description: '',
    records: [
      {
        tag: 'TASK',
        fields: [
          { name: 'rid', type: 'string' },
          { name: 'level', type: 'int' },
        ],
      },
      { tag: 'GAME', fields: [{ name: 'rid', type: 'string' }] },
    ],
  },
])

export const ruleSettings: RuleSettings = { rules: [], severity: {}, now: Date.parse('2026-06-30T12:00:00Z') }
export const ruledDomains: readonly string[] = ['acme.work', 'acme.play']

const tasks = fc.constantFrom('T-1', 'T-2', 'T-3', 'T-4')
const people = fc.constantFrom('P-1', 'P-2', 'P-3')
const fields = fc.oneof(
  { weight: 3, arbitrary: tasks.map(id => `parent="${id}"`) },
  { weight: 2, arbitrary: people.map(id => `owner_ref="${id}"`) },
  fc.constantFrom('parent=" T-1 "', 'parent=[T-2]', 'parent="\\u0054-3"', 'parent="\\"T-4\\""', 'parent="rid: T-1"'),
  fc.constantFrom('parent="T-1, T-3"', 'parent="T-2,T-2,T-4"', 'owner_ref="P-1, P-2"'),
  fc.array(tasks, { minLength: 1, maxLength: 3 }).map(some => `needs="${some.join(', ')}"`),
  fc.constantFrom('needs="T-1,\\u0020T-2"', 'needs="\\"T-1\\", T-3"', 'needs=[T-2, "T-4"]'),
  fc.constantFrom('status="open"', 'status="done"', 'status="dropped"', 'status="opened"', 'status=done'),
  fc.constantFrom('level:int=1', 'level:int=2', 'level:int=5', 'level:int=9', 'level=3'),
  fc.constantFrom('x-y:int=9007199254740993', 'x-y:int=9007199254740992', 'x-y:int=-18446744073709551617', 'x-y:int=7'),
  fc.constantFrom(
    'title="é 🙂"',
    'title="b"',
    'origin="a4"',
    'end:ts=2026-06-29',
    'end:ts=2026-06-29T00:00Z',
    'end:ts=2026-07-02',
    'end:ts=2026-02-31',
    'end:ts=2026-07-02T00:30:00+01:00',
    'end:ts=2026-06-29T23:30:00-05:00',
  ),
)

const notes = fc.tuple(
  fc.constantFrom('about="T-1"', 'about="T-2"', 'about="T-1, T-3"'),
  fc.constantFrom('kind="old"', 'kind="new"', 'kind="young"', 'kind="\\u006fld"', 'kind=new', 'kind=""'),
  fc.constantFrom('pages:int=2', 'pages:int=8', 'pages:int=12', 'pages:int=10000000000000000', 'pages=3', 'paper="a4"'),
)

const written = (tag: string, id: string, more: readonly string[], glue: string): string =>
  `@${tag} ${[`rid=${id}`, ...more].join(glue)}\n`

/** A line, or a record of several lines. */
export const ruledLine: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(tasks, fc.array(fields, { maxLength: 5 }), fc.constantFrom(' | ', '\n  | '))
      .map(([id, more, glue]) => written('TASK', id, more, glue)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(people, fc.constantFrom(['name="Ada"'], ['name="Bo"'], []), fc.option(people))
      .map(([id, name, boss]) => written('PERSON', id, [...name, ...(boss ? [`boss="${boss}"`] : [])], ' | ')),
  },
  { weight: 2, arbitrary: notes.map(fields => written('NOTE', 'N-1', fields, ' | ')) },
  fc.constantFrom(
    '@GAME rid=G-1\n',
    '@TASK level:int=4\n',
    '@DOC domain=acme.work\n',
    '@DOC domain=acme.play\n',
    '# a comment\n',
    '# recline-disable-next-line rule/few-children\n',
  ),
)

export const ruledFiles: fc.Arbitrary<string[]> = fc.array(
  fc.array(ruledLine, { maxLength: 12 }).map(lines => lines.join('')),
  { minLength: 1, maxLength: 3 },
)

/** Checks a file with these rules. */
export const checkRuled = (text: string, fileName: string): CheckedFile =>
  checkFile(parse(text), {
    registry: ruledRegistry,
    fileName,
    settingDomains: ruledDomains,
    ruleSettings,
    isIndexed: true,
  })

/** The problems of rules in checked files, in their order, with all records of all files in memory. */
export function naiveRuleProblems(files: readonly CheckedFile[]): Problem[][] {
  const recordsOf = ({ tree, entries }: CheckedFile) =>
    entries.flatMap(({ tag }, entry) => {
      const node = tree.entries[entry]!
      return node.kind === 'record' && tag ? { tag, entry, node, record: new ParsedRecord(node) } : []
    })
  const all = reachable(files.flatMap(recordsOf))
  return files.map(file => {
    const across = recordsOf(file).flatMap(({ tag, entry, node }) =>
      acrossRuleFindings(node satisfies RecordNode, tag, file.context, all).map(finding => problemAt(entry, finding)),
    )
    return problemsOf(file, across).filter(isOfRule)
  })
}

export const isOfRule = ({ code }: { readonly code: string }): boolean => code.startsWith('rule/')
