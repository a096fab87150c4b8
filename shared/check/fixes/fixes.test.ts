import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../../test/damaged.ts'
import { taskRegistry } from '../../../test/expressions.ts'
import { runs } from '../../../test/property-values.ts'
import { check, problemsWithFixes } from '../../../test/records.ts'
import { repair } from '../../domains/value-types/index.ts'
import { type Entry, type RecordNode, tagName, tagWord, valueText } from '../../syntax/nodes.ts'
import { applyChanges, changesBetween } from '../../syntax/text-change.ts'
import { edit, lengthOf, parse, textOf } from '../../syntax/tree.ts'
import { type CheckedFile, checkFile, problemsOf } from '../check.ts'
import { directiveIn } from '../directive.ts'
import { codesWithSafeFix } from '../rules/index.ts'
import { changesOfFix, fixAll, fixRounds } from './fixes.ts'

/** How many files each property is tried on. */
const numRuns = runs(200)
const timeout = 600_000

/** A record's tag, and the names and values of its fields; of fields given twice with one value only the first. */
function meaningOf(record: RecordNode): unknown[] {
  const first = new Map<string, string | undefined>()
  const fields = record.fields.flatMap(field => {
    const name = field.name
    const value = field.value && valueText(record, field.value)
    if (value !== undefined && first.get(name) === value) return []
    if (!first.has(name)) first.set(name, value)
    return [[name, value]]
  })
  return [tagName(record) ?? tagWord(record), ...fields]
}

const meanings = (file: CheckedFile): unknown[] =>
  file.tree.entries.flatMap((entry): unknown[] => {
    if (entry.kind === 'record') return [meaningOf(entry)]
    return entry.kind === 'block' || entry.kind === 'stray' ? [entry.text.trimEnd()] : []
  })

/** The texts of all comments, misplaced ones too, but not those that suppress problems. */
const comments = (file: CheckedFile): string[] =>
  file.tree.entries
    .flatMap(entry => {
      if (entry.kind === 'comment') return [entry.text]
      return entry.kind === 'record'
        ? entry.strays.filter(({ kind }) => kind === 'comment').map(({ start, end }) => entry.text.slice(start, end))
        : []
    })
    .map(text => text.trim())
    .filter(text => text !== '#' && !text.includes('recline-'))
    .sort()

/** A text with all fixes, also those that change what the records say. */
function answered(file: CheckedFile): CheckedFile {
  for (const round of fixRounds(file, () => true, 'answers')) file = round.file
  return file
}

test.each([
  // Case, blanks, `_` and `-` in values.
  ['status="Tested"', 'status="tested"'],
  ['status="IN PROGRESS"', 'status="in-progress"'],
  ['status=not_Started', 'status="not-started"'],
  ['status="tsted"', undefined],
  // The names of fields, but for case.
  ['Owner="CTO"', 'owner="CTO"'],
  ['MATURITY="3"', 'maturity:int=3'],
  ['ownr="CTO"', undefined],
  // More than one answer, or none that keeps each field once.
  ['Owner="CTO" | owner="CISO"', undefined],
  ['Owner="CTO" | OWNER="CISO"', undefined],
  ['Owner="CTO" | Owner="CISO"', undefined],
])('the only answer to %s is %s', (fields, after = fields) => {
  const file = check(`@CONTROL rid=CTL-1 | title="x" | ${fields}\n`)
  expect(textOf(answered(file).tree)).toBe(`@CONTROL rid=CTL-1 | title="x" | ${after}\n`)
  expect(textOf(answered(answered(file)).tree)).toBe(`@CONTROL rid=CTL-1 | title="x" | ${after}\n`)
})

test('the answers of truth values and of items', () => {
  const changed = (text: string): string => textOf(answered(check(text)).tree)
  for (const [before, after] of [
    ['"Yes"', 'true'],
    ['FALSE', 'false'],
    ['1', 'true'],
    ['"maybe"', undefined],
  ])
    expect(changed(`@PATIENT rid=P-1 | active:bool=${before}\n`)).toBe(
      `@PATIENT rid=P-1 | active:bool=${after ?? before}\n`,
    )
  expect(
    textOf(answered(checkTasks('@TASK rid=T-1 | days="Mon, tue, WED"\n@TASK rid=T-2 | days=[Thu, x]\n')).tree),
  ).toBe('@TASK rid=T-1 | days="mon, tue, wed"\n@TASK rid=T-2 | days=[thu, x]\n')
})

const checkTasks = (text: string): CheckedFile =>
  checkFile(parse(text), { registry: taskRegistry, fileName: 'a.rec', settingDomains: [] })

const loosely = (text: unknown): unknown =>
  typeof text === 'string' ? (repair(text, 'bool') ?? text.toLowerCase().replace(/[\s_-]+/g, '')) : text

test(
  'answers change no more than case, blanks, _ and - in what the records say, and are complete',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const file = check(text)
        const fixed = answered(file)
        const all = (one: CheckedFile): unknown => JSON.stringify(meanings(one).flat(3).map(loosely))
        expect(all(fixed)).toEqual(all(file))
        expect(comments(fixed)).toEqual(comments(file))
      }),
      { numRuns },
    ),
  timeout,
)

test(
  'all safe fixes keep what the records say',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const file = check(text)
        const fixed = fixAll(file)
        expect(meanings(fixed)).toEqual(meanings(file))
        expect(comments(fixed)).toEqual(comments(file))
      }),
      { numRuns },
    ),
  timeout,
)

test(
  'all safe fixes leave none to apply',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const fixed = fixAll(check(text))
        expect(problemsWithFixes(fixed)).toEqual(problemsWithFixes(check(textOf(fixed.tree))))
        const refused = [...fixRounds(fixed)].flatMap(round => [...round.changes, ...round.refused])
        const left = problemsOf(fixed, 'unknown').filter(problem => problem.fixes?.().some(({ isSafe }) => isSafe))
        expect(refused.length).toBe(left.length)
      }),
      { numRuns },
    ),
  timeout,
)

test(
  'every safe fix of every rule keeps what the records say, also alone',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const file = check(text)
        for (const problem of problemsOf(file, 'unknown')) {
          const [round] = fixRounds(file, other => other.entry === problem.entry && other.message === problem.message)
          if (!round) continue
          expect(meanings(round.file), problem.message).toEqual(meanings(file))
          expect(comments(round.file), problem.message).toEqual(comments(file))
          expect(directives(round.file).length).toBeLessThanOrEqual(directives(file).length)
        }
      }),
      { numRuns },
    ),
  timeout,
)

test(
  'no safe fix is refused but next to the lines of a block, a suppression or a conflict marker',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        fc.pre(!/@\s*(BEGIN|END)\b|recline-|[<|=>]{7}|\r(?!\n)/i.test(text))
        const refused = [...fixRounds(check(text))].flatMap(round => round.refused)
        expect(refused.map(({ message }) => message)).toEqual([])
      }),
      { numRuns },
    ),
  timeout,
)

/** The comments that suppress problems. */
const directives = ({ tree }: CheckedFile): unknown[] =>
  tree.entries.filter(entry => entry.kind === 'comment' && directiveIn(entry))

test.each([
  ['the line of a block would take the records below in', '@BEGIN| # c\n@CONTROL rid=CTL-1\n'],
  ['the comment would suppress problems', '@CONTROL rid=CTL-1 # recline-disable\n@CONTROL\n'],
])('a fix is refused where %s', (_, text) => {
  const rounds = [...fixRounds(check(text), ({ code }) => code === 'syntax')]
  expect(rounds.map(({ changes, refused }) => [changes.length, refused.map(({ code }) => code)])).toEqual([
    [0, ['syntax']],
  ])
})

test.each(['@ END\n', '@ BEGIN\n', '@end x\n', '@begin x\n', '@END|\n', '@begin|\n'])(
  'no fix is tried that would make %j the line of a block',
  text => {
    expect([...fixRounds(check(text))]).toEqual([])
  },
)

test.each([
  '@CONTROL rid=CTL-1 | title="a" | title="b"\n',
  '@CONTROL rid=CTL-1 | title #|\n',
  '@|title\n',
  '@CONTROL rid=CTL-1 | title="x" // note\n',
  '@FINDING rid=F-1 | control_ref="rid:CTL-1"\n',
])('no fix of %s is made unseen', text => {
  expect([...fixRounds(check(text))]).toEqual([])
})

test('a fix that is refused leaves the others', () => {
  const rounds = [...fixRounds(check('@BEGIN| # c\n@CONTROL rid="CTL-1" # c\n'))]
  expect(textOf(rounds.at(-1)!.file.tree)).toBe('@BEGIN| # c\n# c\n@CONTROL rid=CTL-1\n')
  expect(rounds.map(({ refused }) => refused.length)).toEqual([1, 1])
})

test.each([
  '@begin x\n@CONTROL rid=CTL-1\n',
  '@ END\n',
  '@CONTROL rid=CTL-2, status="tested"\n',
  '@CONTROL rid=CTL-1 | title=see {a | owner=b} c\n',
  "@CONTROL rid=CTL-1 | title='it's | owner=x' y\n",
  '@CONTROL rid=CTL-1 | title=a"b | maturity=3\n',
])('what is unclear stays as it is: %s', text => {
  expect(textOf(fixAll(check(text)).tree)).toBe(text)
})

const hasOpenValue = (entry: Entry): boolean =>
  entry.kind === 'record' && entry.fields.some(({ value }) => value?.closed === false)

test(
  'every fix fixes its problem',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const file = check(text)
        for (const problem of problemsOf(file)) {
          for (const fix of problem.fixes?.() ?? []) {
            // Where no record stands above, such a line is still wrong, and behind a block that is closed the next one
            // may not be.
            if (fix.title === 'Write blanks before |' || problem.code === 'unclosed-block') continue
            // What is read behind an open string hangs on all that stands there, until the string is closed.
            if (!problem.code.startsWith('unclosed-') && hasOpenValue(file.tree.entries[problem.entry]!)) continue
            const changes = changesOfFix(file, problem, fix).map(change => ({
              ...change,
              text: change.text.replace(/\$\d/g, 'x'),
            }))
            const fixed = check(applyChanges(file.tree, changes))
            const count = (one: CheckedFile): number =>
              problemsOf(one).filter(({ code, message }) => code === problem.code && message === problem.message).length
            const info = JSON.stringify([problem.code, fix.title, problem.message, textOf(fixed.tree)])
            expect(count(fixed), info).toBeLessThan(count(file))
          }
        }
      }),
      { numRuns },
    ),
  timeout,
)

test(
  'changes between two trees make one text of the other',
  () =>
    fc.assert(
      fc.property(damagedFiles(), damagedFiles(), (before, after) => {
        const file = check(before)
        expect(applyChanges(file.tree, changesBetween(file.tree, parse(after)))).toBe(after)
        const fixed = fixAll(file)
        expect(applyChanges(file.tree, changesBetween(file.tree, fixed.tree))).toBe(textOf(fixed.tree))
      }),
      { numRuns },
    ),
  timeout,
)

const edits = fc.array(
  fc.tuple(fc.nat(), fc.nat(20), fc.oneof(damagedFiles(), fc.constantFrom('', '"', ' | ', '\n', '@', 'x'))),
  { minLength: 1, maxLength: 4 },
)

test(
  'a check after an edit finds what a fresh check finds',
  () =>
    fc.assert(
      fc.property(damagedFiles(), edits, (text, changes) => {
        let file = check(text)
        for (const [place, length, inserted] of changes) {
          const start = place % (lengthOf(file.tree) + 1)
          const tree = edit(file.tree, start, Math.min(lengthOf(file.tree), start + length), inserted)
          file = checkFile(tree, file.context, file)
          expect(problemsWithFixes(file)).toEqual(problemsWithFixes(check(textOf(tree))))
        }
      }),
      { numRuns },
    ),
  timeout,
)

test(
  'every safe fix is of a code that is known to have some',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        for (const { code, fixes } of problemsOf(check(text))) {
          if (fixes?.().some(({ isSafe }) => isSafe)) expect([...codesWithSafeFix]).toContain(code)
        }
      }),
      { numRuns },
    ),
  timeout,
)
