import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ruleSettingsOf } from '../../shared/check/declared/rule-settings.ts'
import { readEdit, type WrittenEdit } from '../../shared/edit/record-edit.ts'
import { taskRegistry } from '../../test/expressions.ts'
import { ownFolder } from '../../test/own-folder.ts'
import { runs } from '../../test/property-values.ts'
import type { Plan } from '../plan/plan.ts'
import { editInParts } from './edit-in-parts.ts'
import { editWholeFiles } from './edit-whole-files.ts'

const { at } = ownFolder()

const now = Date.parse('2026-06-30T12:00:00Z')

/** What an edit of the tasks of a file does. Undefined if it cannot be done part by part. */
async function done(edit: typeof editInParts, text: string, written: Partial<WrittenEdit>): Promise<unknown> {
  const path = at('a.rec')
  writeFileSync(path, text)
  const files = [
    {
      source: { file: 'a.rec', path },
      settings: { severity: {}, settingDomains: [], format: {}, ruleSettings: ruleSettingsOf([], {}, now) },
    },
  ]
  const plan: Plan = { files, registry: taskRegistry, failures: [], warnings: [], origins: [], isComplete: true }
  const wanted = readEdit({ tag: 'TASK', set: [], unset: [], delete: false, ...written }, taskRegistry)
  if ('mistake' in wanted) throw new Error(wanted.mistake.message)
  const result = await edit(plan, wanted, now)
  if (!result || 'failure' in result) return result
  const { done, files: changed, problems } = result
  const { found, edited, skipped, inexact, splitItems, uncertain, taken, wrong, conflicts } = done
  const diff = changed.map(file => [...file.diff()].join('')).join('')
  const failures = await Promise.all(changed.map(file => file.write()))
  return {
    counts: { found, edited, skipped, inexact, splitItems, uncertain, taken, wrong, conflicts },
    diff,
    failures,
    text: readFileSync(path, 'utf8'),
    count: problems.count,
    problems: problems.first.map(({ line, problem: { code, field, message } }) => [line, code, field, message]),
  }
}

const inParts = (text: string, written: Partial<WrittenEdit>): Promise<unknown> => done(editInParts, text, written)

const asWhole = (text: string, written: Partial<WrittenEdit>): Promise<unknown> => done(editWholeFiles, text, written)

const record = fc
  .tuple(
    fc.constantFrom('TASK', 'TASK', 'PERSON', 'NOTE'),
    fc.integer({ min: 1, max: 4 }),
    fc.subarray([
      'level:int=9',
      'level:int=2',
      'level="x"',
      'status="Open"',
      'status="open"',
      'end:ts=2026-05-01',
      'urgent:bool=true',
      'parent="T-2"',
      'title="é 😀"',
      'title="not closed',
      'labels="a, b"',
    ]),
    fc.constantFrom(' | ', '\n  | ', '  |'),
  )
  .map(([tag, id, fields, between]) => [`@${tag} rid=T-${id}`, ...fields].join(between))

const texts = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: record },
        { weight: 2, arbitrary: fc.constantFrom('# note', '', '@DOC', '@BEGIN x\n@TASK\n@END x', '  | stray') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('# recline-disable-next-line out-of-range', '<<<<<<< x', '@DOC domain=acme.other'),
        },
      ),
      { maxLength: 12 },
    ),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(
    ([hasMark, lines, end, hasLast]) =>
      `${hasMark ? '\ufeff' : ''}${lines.join('\n').replaceAll('\n', end)}${hasLast ? end : ''}`,
  )

const edits = fc
  .record(
    {
      where: fc.constantFrom(
        'level > 1',
        'status == "open"',
        'end < now',
        'has(title)',
        'written(status) == "Open"',
        'true',
      ),
      set: fc.constantFrom(
        ['level=9'],
        ['level=1', 'status="done"'],
        ['title=title + "é"'],
        ['parent="T-9"'],
        ['rid="T-1"'],
        ['end=now'],
        ['labels=[title]'],
        [],
      ),
      unset: fc.constantFrom(['urgent'], []),
      mapValue: fc.constantFrom(['labels:a=c'], []),
      renameField: fc.constantFrom(['start=month'], []),
    },
    { requiredKeys: ['set', 'unset'] },
  )
  .filter(({ set, unset, mapValue = [], renameField = [] }) => {
    const all = [set, unset, mapValue, renameField].flat()
    return all.length > 0 && !(set[0] === 'labels=[title]' && mapValue.length > 0)
  })

test('an edit part by part does the same as that of the whole file, or leaves it to that', async () => {
  let parts = 0
  const all = runs(1000)
  await fc.assert(
    fc.asyncProperty(texts, edits, async (text, written) => {
      const some = await inParts(text, written)
      if (some === undefined) return
      parts++
      expect(some).toEqual(await asWhole(text, written))
    }),
    { numRuns: all },
  )
  // Most edits need no whole file.
  expect(parts).toBeGreaterThan(all / 4)
})

test('a large file is edited in several parts, under the header and at the lines that count', async () => {
  const lines = Array.from(
    { length: 9_000 },
    (_, index) => `@TASK rid=T-${index} | title="${'é'.repeat(100)} ${index}" | level:int=${index % 5}`,
  )
  lines.splice(5_000, 0, '# é', '@DOC domain=acme.work', '')
  const text = `@DOC domain=acme.work\n${lines.join('\n')}\n`
  for (const written of [{ where: 'level == 4', set: ['level=9'] }, { set: ['title="é"'] }]) {
    const some = await inParts(text, written)
    expect(some).toBeDefined()
    expect(some).toEqual(await asWhole(text, written))
  }
})

test.each([
  ['other records are read', { set: ['title=parent.title'] }],
  ['records are removed', { delete: true }],
  ['a name of a record changes', { set: ['rid="T-9"'] }],
  ['a reference changes', { set: ['parent="T-9"'] }],
])('whole files are edited where %s', async (_, written) => {
  const text = '@TASK rid=T-1 | title="a"\n@TASK rid=T-2 | parent="T-1"\n'
  expect(await inParts(text, { where: 'rid == "T-2"', ...written })).toBeUndefined()
})
