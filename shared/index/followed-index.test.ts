import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { runs } from '../../test/property-values.ts'
import {
  checkRuled,
  isOfRule,
  naiveRuleProblems,
  ruledFiles,
  ruledLine,
  ruledRegistry,
  ruleSettings,
} from '../../test/ruled-files.ts'
import { type CheckedFile, checkFile, problemsOf } from '../check/check.ts'
import { FollowedRecords } from '../check/declared/followed-records.ts'
import type { Problem } from '../check/problem.ts'
import { edit, textOf } from '../syntax/tree.ts'
import { checkIntegrity, type Integrity } from './integrity.ts'
import { packFile } from './packed-file.ts'
import { findRulesInDoubt, problemsOfRules } from './rules-in-doubt.ts'
import { WorkspaceIndex } from './workspace-index.ts'

/** What happens to a file: a line of it becomes others, it is opened or closed, or it is deleted. */
interface Step {
  readonly file: number
  readonly action: 'edit' | 'open' | 'close' | 'delete'
  readonly line: number
  readonly removed: number
  readonly added: string
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    file: fc.nat(2),
    action: fc.constantFrom('edit', 'edit', 'edit', 'edit', 'open', 'close', 'delete'),
    line: fc.nat(12),
    removed: fc.nat(2),
    added: fc.array(ruledLine, { maxLength: 2 }).map(lines => lines.join('')),
  }),
  { maxLength: 12 },
)

const rules = { registry: ruledRegistry, ruleSettings }
const shown = (problems: readonly Problem[]): string[] =>
  problems
    .filter(isOfRule)
    .map(({ entry, code, severity, start, end, message }) => [entry, code, severity, start, end, message].join(' '))

/** Files as the editor has them. */
class Files {
  readonly checked = new Map<string, CheckedFile>()
  private readonly open = new Map<string, Integrity | undefined>()
  private readonly index = new WorkspaceIndex()

  /** @returns the files that are affected */
  take(uri: string, file: CheckedFile | undefined, isOpen: boolean): Set<string> {
    if (file) this.checked.set(uri, file)
    else this.checked.delete(uri)
    if (!isOpen || !file) this.open.delete(uri)
    else if (!this.open.has(uri)) this.open.set(uri, undefined)
    return this.index.update(uri, isOpen || !file ? file : structuredClone(packFile(file)), rules)
  }

  /** Adds files as when all of those are read that are not open. */
  addAll(added: ReadonlyMap<string, CheckedFile>): void {
    for (const [uri, file] of added) {
      this.checked.set(uri, file)
      const parts = this.index.addInParts(uri, structuredClone(packFile(file)), rules, 2)
      while (!parts.next().done);
    }
    this.index.complete()
  }

  isOpen(uri: string): boolean {
    return this.open.has(uri)
  }

  problemsOf(uri: string): string[] {
    const file = this.checked.get(uri)!
    if (this.open.has(uri)) {
      const integrity = checkIntegrity(uri, file, this.index, this.open.get(uri))
      this.open.set(uri, integrity)
      return shown(problemsOf(file, integrity.problems))
    }
    const steps = findRulesInDoubt(uri, this.index, 1)
    let step = steps.next()
    while (!step.done) step = steps.next()
    const inDoubt = structuredClone(step.value)
    return shown(problemsOf(file, inDoubt ? problemsOfRules(file, inDoubt) : []))
  }
}

function edited(file: CheckedFile, { line, removed, added }: Step): CheckedFile {
  const lines = textOf(file.tree).split(/(?<=\n)/)
  const start = lines.slice(0, line).join('').length
  const end = start + lines.slice(line, line + removed).join('').length
  return checkFile(edit(file.tree, start, end, added), file.context, file)
}

test('after any edits, open and closed files have the problems that a look at all records finds', () =>
  fc.assert(
    fc.property(ruledFiles, steps, (texts, steps) => {
      const files = new Files()
      const naive = (): Map<string, string[]> => {
        const problems = naiveRuleProblems([...files.checked.values()])
        return new Map([...files.checked.keys()].map((uri, index) => [uri, shown(problems[index]!)]))
      }
      for (const [index, text] of texts.entries()) files.take(`file:///${index}.rec`, checkRuled(text, ''), index === 0)
      let known = naive()
      for (const step of steps) {
        const uri = `file:///${step.file}.rec`
        const before = files.checked.get(uri) ?? checkRuled('', '')
        const isOpen = step.action === 'open' || (step.action === 'edit' && files.isOpen(uri))
        const after = step.action === 'edit' ? edited(before, step) : before
        const affected = files.take(uri, step.action === 'delete' ? undefined : after, isOpen)
        const now = naive()
        for (const [other, problems] of now)
          if (other !== uri && problems.join() !== known.get(other)?.join()) expect(affected).toContain(other)
        for (const [other, problems] of now) expect(files.problemsOf(other)).toEqual(problems)
        known = now
      }
    }),
    { numRuns: runs(150) },
  ))

test('after files are added, an open file has the problems that a look at all records finds', () =>
  fc.assert(
    fc.property(ruledFiles, ruledFiles, (first, more) => {
      const files = new Files()
      const texts = first.concat(more)
      const uris = texts.map((_, index) => `file:///${index}.rec`)
      const checked = texts.map(text => checkRuled(text, ''))
      files.take(uris[0]!, checked[0]!, true)
      for (const end of [first.length, texts.length]) {
        files.addAll(new Map(uris.slice(1, end).map((uri, index) => [uri, checked[index + 1]!])))
        const problems = naiveRuleProblems(checked.slice(0, end))
        uris.slice(0, end).forEach((uri, index) => {
          expect(files.problemsOf(uri)).toEqual(shown(problems[index]!))
        })
      }
    }),
    { numRuns: runs(150) },
  ))

/** The problems of each file, told by a look at all records. */
const naiveIn = (files: Files): string[][] =>
  naiveRuleProblems([...files.checked.values()]).map(problems => shown(problems))

/** A change of a file: a text that stands once in it becomes another one, which can be asked about at once. */
type Change = readonly [file: string, find: string, text: string, asks?: 'asks']

const header = '@DOC domain=acme.work\n'
const family: Readonly<Record<string, string>> = {
  open: `${header}@TASK rid=T-1 | level:int=3 | parent="T-2"\n# one\n@TASK rid=T-3 | level:int=4 | parent="T-2"\n@PERSON rid=P-1\n@TASK rid=T-4 | level:int=2 | parent="T-5" | owner_ref="P-1"\n`,
  other: `${header}@TASK rid=T-2 | level:int=2 | title="b"\n@TASK rid=T-5 | level:int=1 | title="b"\n@TASK rid=T-6 | owner_ref="P-1"\n`,
}

test.each<[what: string, ...changes: Change[]]>([
  ['a record above', ['open', '# one', '@TASK rid=T-9 | level:int=4 | parent="T-2"\n# one']],
  ['a record less above', ['open', '@TASK rid=T-1 | level:int=3 | parent="T-2"\n', '']],
  ['another parent', ['open', 'level:int=2 | parent="T-5"', 'level:int=2 | parent="T-2"']],
  ['a level of a parent elsewhere', ['other', 'level:int=2', 'level:int=9']],
  ['the same, and lines above', ['other', 'level:int=2', 'level:int=9'], ['open', '# one\n', '']],
  [
    'the same, and lines below',
    ['other', 'level:int=2', 'level:int=9'],
    ['open', '@PERSON rid=P-1\n', '# two\n\n# three\n'],
  ],
  [
    'the same, and the record itself',
    ['other', 'level:int=2', 'level:int=9'],
    ['open', 'rid=T-3 | level:int=4', 'rid=T-3 | level:int=5'],
  ],
  [
    'the same, and lines of several records',
    ['other', 'level:int=2', 'level:int=9'],
    ['open', 'level:int=3 | parent="T-2"\n# one\n@TASK rid=T-3', 'level:int=1\n@TASK rid=T-7'],
  ],
  ['one level and another one', ['other', 'level:int=2', 'level:int=9'], ['other', 'level:int=1', 'level:int=3']],
  ['a level and back', ['other', 'level:int=2', 'level:int=9', 'asks'], ['other', 'level:int=9', 'level:int=2']],
  ['an id', ['other', 'rid=T-2', 'rid=T-8']],
  ['an id and back', ['other', 'rid=T-2', 'rid=T-8', 'asks'], ['other', 'rid=T-8', 'rid=T-2']],
  ['a second record of an id', ['other', '@TASK rid=T-5', '@TASK rid=T-2\n@TASK rid=T-5']],
  ['another tag', ['other', '@TASK rid=T-2 | level:int=2', '@PERSON rid=T-2 | name="b"']],
  ['a field that only is told', ['other', 'level:int=2 | title="b"', 'level:int=2 | title="c"']],
  ['a value that is not allowed', ['other', 'level:int=2', 'level:int=x', 'asks'], ['open', '# one', '# two']],
  [
    'a header, so that nothing is known',
    ['other', header, '@DOC domain=core.legal\n'],
    ['other', '@DOC domain=core.legal\n', header],
  ],
  [
    'a header of the open file',
    ['open', header, '@DOC domain=core.legal\n', 'asks'],
    ['open', '@DOC domain=core.legal\n', header],
  ],
  [
    'who refers to a record',
    ['other', 'owner_ref="P-1"', 'owner_ref="P-2"', 'asks'],
    ['other', 'owner_ref="P-2"', 'owner_ref="P-1"'],
  ],
  [
    'many records',
    ['open', '# one\n', '@TASK rid=T-9 | level:int=4 | parent="T-2"\n'.repeat(20)],
    ['other', 'level:int=2', 'level:int=3'],
  ],
])('after a change of %s, the problems are those that a look at all records finds', (_, ...changes) => {
  for (const isOtherOpen of [true, false]) {
    const files = new Files()
    const uriOf = (name: string): string => `file:///${name}.rec`
    const take = (name: string, file: CheckedFile): Set<string> =>
      files.take(uriOf(name), file, name === 'open' || isOtherOpen)
    const all = (): string[][] => [...files.checked.keys()].map(uri => files.problemsOf(uri))
    for (const [name, text] of Object.entries(family)) take(name, checkRuled(text, ''))
    expect(all()).toEqual(naiveIn(files))
    for (const [name, find, text, asks] of changes) {
      const before = files.checked.get(uriOf(name))!
      const start = textOf(before.tree).indexOf(find)
      expect(start, find).toBeGreaterThanOrEqual(0)
      const known = naiveIn(files)
      const tree = edit(before.tree, start, start + find.length, text)
      const affected = take(name, checkFile(tree, before.context, before))
      naiveIn(files).forEach((problems, index) => {
        const uri = [...files.checked.keys()][index]!
        if (uri !== uriOf(name) && problems.join() !== known[index]!.join()) expect([...affected]).toContain(uri)
      })
      if (asks) expect(all()).toEqual(naiveIn(files))
    }
    expect(all()).toEqual(naiveIn(files))
    expect(all()).toEqual(naiveIn(files))
  }
})

test('of more changed records than are followed, all problems are told anew', () => {
  const files = new Files()
  const tasks = (level: number): string =>
    Array.from({ length: 1100 }, (_, index) => `@TASK rid=S-${index} | level:int=${level}\n`).join('')
  files.take('file:///open.rec', checkRuled(`${header}@TASK rid=T-1 | level:int=3 | parent="S-1099"\n`, ''), true)
  files.take('file:///many.rec', checkRuled(`${header}${tasks(2)}`, ''), false)
  expect(files.problemsOf('file:///open.rec')).toHaveLength(2)
  const affected = files.take('file:///many.rec', checkRuled(`${header}${tasks(5)}`, ''), false)
  expect([...affected]).toContain('file:///open.rec')
  expect(files.problemsOf('file:///open.rec')).toHaveLength(1)
})

test('of a file that is read again, only records with other values affect others', () => {
  const files = new Files()
  const take = (name: string, text: string, isOpen = false): string[] =>
    [...files.take(`file:///${name}.rec`, checkRuled(header + text, ''), isOpen)].map(uri =>
      uri.slice('file:///'.length, -'.rec'.length),
    )
  const numbers = [1, 2, 3, 4]
  const tasks = (changed?: number): string =>
    numbers.map(number => `@TASK rid=T-${number} | level:int=${number === changed ? 5 : 1}\n`).join('')
  take('all', tasks())
  for (const number of numbers) take(`child${number}`, `@TASK rid=C-${number} | parent="T-${number}"\n`)
  for (const isOpen of [false, true]) {
    expect(take('all', `# moved\n\n${tasks()}`, isOpen)).toEqual([])
    for (const number of numbers) {
      expect(take('all', tasks(number), isOpen)).toEqual([`child${number}`])
      expect(take('all', tasks(), isOpen)).toEqual([`child${number}`])
    }
  }
})

test('the records of a file that rules follow', () => {
  const index = new WorkspaceIndex()
  index.update('file:///a.rec', checkRuled(`${header}# x\n@TASK rid=T-1\n@NOTHING a=1\n@PERSON rid=P-1\n`, ''))
  const ids = index.followedIn('file:///a.rec')?.records.map(({ tag, values }) => [tag.name, values[0]])
  expect(ids).toEqual([
    ['TASK', 'T-1'],
    ['PERSON', 'P-1'],
  ])
  expect(index.followedIn('file:///b.rec')).toBeUndefined()
})

test('a change affects only the files whose rules read the changed field of the record', () => {
  const files = new Files()
  const take = (name: string, text: string): string[] =>
    [...files.take(`file:///${name}.rec`, checkRuled(`@DOC domain=acme.work\n${text}`, ''), name === 'a')].map(uri =>
      uri.slice('file:///'.length, -'.rec'.length),
    )
  const records = (level: number, title: string, needs = 'T-9'): string =>
    `@TASK rid=T-1 | level:int=${level} | title="${title}" | needs="${needs}" | start:ts=2026-01-0${level}\n@TASK rid=T-2\n`
  take('a', records(1, 'b'))
  take('child', '@TASK rid=T-3 | parent="T-1"\n')
  take('grandchild', '@TASK rid=T-4 | parent="T-3"\n')
  take('needed', '@TASK rid=T-9\n')
  take('other', '@TASK rid=T-5 | parent="T-2"\n@PERSON rid=P-1\n')
  expect(take('a', records(2, 'b'))).toEqual(['child'])
  expect(take('a', records(2, 'c'))).toEqual(['child'])
  expect(take('a', records(2, 'c', 'T-8'))).toEqual(['needed'])
  expect(take('a', records(2, 'c', 'T-8').replace('2026-01-02', '2026-01-03'))).toEqual([])
})

test('while files are read, the tables of rules are made before the first record, and records come in parts', () => {
  const steps: string[] = []
  const spies = (['prepare', 'add'] as const).map(name => {
    const own = FollowedRecords.prototype[name] as (...args: unknown[]) => void
    return vi.spyOn(FollowedRecords.prototype, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      if (steps.at(-1) !== name) steps.push(name)
      own.apply(this, args)
    })
  })
  const file = packFile(checkRuled('@TASK rid=T-1\n@TASK rid=T-2\n@TASK rid=T-3\n', 'a.work.rec'))
  const parts = new WorkspaceIndex().addInParts('file:///a.work.rec', file, rules, 2)
  while (!parts.next().done) steps.push('pause')
  for (const spy of spies) spy.mockRestore()
  expect(steps).toEqual(['prepare', 'add', 'pause', 'add', 'pause'])
})
