import { expect } from 'vitest'
import { changeFindings } from '../shared/check/change-findings.ts'
import { type CheckedFile, checkFile, problemsOf } from '../shared/check/check.ts'
import { fileFindings } from '../shared/check/file-findings.ts'
import { changesOfFix, fixAll, fixRounds } from '../shared/check/fixes/fixes.ts'
import { type FileFact, fileLinksIn } from '../shared/check/linked-files.ts'
import type { Finding, Problem } from '../shared/check/problem.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import type { Descriptor } from '../shared/domains/descriptor.ts'
import { createRegistry, type Registry } from '../shared/domains/registry.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { packFile } from '../shared/index/packed-file.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import type { RecordNode } from '../shared/syntax/nodes.ts'
import { applyChanges } from '../shared/syntax/text-change.ts'
import { parse, positionIn, textOf } from '../shared/syntax/tree.ts'

/**
 * Records as test data. The text is a `.rec` file in which comments mark the problems of the line above them: `#   ^^^
 * code: message`, or `#<- code: message` for a problem at the start of the line. The message is optional.
 */
export interface Settings {
  readonly fileName?: string
  readonly settingDomains?: readonly string[]
  readonly descriptors?: readonly Descriptor[]
  /**
   * The texts of the other files in the workspace, by name. Without them, references between records are not checked.
   */
  readonly others?: Readonly<Record<string, string>>
}

/** Expects exactly the problems that the comments mark. */
export function expectProblems(marked: string, settings?: Settings): void {
  const text = withoutFirstBreak(marked)
  const file = check(unmark(text), settings)
  expect(mark(file, problemsIn(file, settings), annotationsOf(text))).toBe(text)
}

/** Expects no problems. */
export const expectNoProblems = (text: string, settings?: Settings): void => {
  const file = check(withoutFirstBreak(text), settings)
  expect(mark(file, problemsIn(file, settings), [])).toBe(textOf(file.tree))
}

/** Applies the first fix with this title and compares the text. Expects fewer problems of the same code afterwards. */
export function expectFix(before: string, title: string, after: string, settings?: Settings): void {
  const { code, fixed, problems } = fix(before, title, settings)
  expect(fixed).toBe(withoutFirstBreak(after))
  const count = (some: readonly Problem[]): number => some.filter(problem => problem.code === code).length
  expect(count(problemsIn(check(fixed, settings), settings))).toBeLessThan(count(problems))
}

/** Applies the fix with this title, which inserts fields without values, and compares the text. */
export const expectFieldsToFillIn = (before: string, title: string, after: string, settings?: Settings): void =>
  expect(fix(before, title, settings).fixed).toBe(withoutFirstBreak(after))

function fix(
  before: string,
  title: string,
  settings?: Settings,
): { code: string; fixed: string; problems: readonly Problem[] } {
  const file = check(withoutFirstBreak(before), settings)
  const problems = problemsIn(file, settings)
  const offered = problems.flatMap(problem => (problem.fixes?.() ?? []).map(fix => ({ problem, fix })))
  const chosen = offered.find(({ fix }) => fix.title === title)
  if (!chosen)
    throw new Error(
      `No fix is called "${title}"; there are: ${offered.map(({ fix }) => fix.title).join(' / ') || 'none'}`,
    )
  const fixed = applyChanges(file.tree, changesOfFix(file, chosen.problem, chosen.fix))
  return { code: chosen.problem.code, fixed, problems }
}

/** The problems of a file with their fixes and related places as plain values, to compare with `toEqual`. */
export const problemsWithFixes = (file: CheckedFile): object[] =>
  problemsOf(file).map(({ fixes, related, ...problem }) => ({ ...problem, fixes: fixes?.(), related: related?.() }))

/** The titles of the fixes of all problems in a text, in order. */
export function fixTitles(text: string, settings?: Settings): string[] {
  const file = check(withoutFirstBreak(text), settings)
  return problemsIn(file, settings).flatMap(problem => (problem.fixes?.() ?? []).map(({ title }) => title))
}

/** For each problem in a text, in order, what its fixes insert, with the tab stops of snippets. */
export const fixTexts = (text: string, settings?: Settings): string[][] =>
  problemsIn(check(withoutFirstBreak(text), settings), settings).map(problem =>
    (problem.fixes?.() ?? []).flatMap(({ edits }) => edits.map(edit => edit.text)),
  )

/** For each problem in a text, in order, the titles of its fixes; a * marks those that are preferred. */
export const fixChoices = (text: string, settings?: Settings): string[][] =>
  problemsIn(check(withoutFirstBreak(text), settings), settings).map(problem =>
    (problem.fixes?.() ?? []).map(({ title, isPreferred }) => (isPreferred ? `* ${title}` : title)),
  )

/** Applies all safe fixes and compares the text. */
export const expectFixAll = (before: string, after: string, settings?: Settings): void =>
  expect(textOf(fixAll(check(withoutFirstBreak(before), settings)).tree)).toBe(withoutFirstBreak(after))

/** Applies the fixes that are safe or the only answer, and compares the text. */
export function expectAnswers(before: string, after: string, settings?: Settings): void {
  let file = check(withoutFirstBreak(before), settings)
  for (const round of fixRounds(file, () => true, 'answers')) file = round.file
  expect(textOf(file.tree)).toBe(withoutFirstBreak(after))
}

/** Checks a text. By default, all built-in domains are in force. */
export const check = (
  text: string,
  { fileName = 'test.rec', settingDomains = [], descriptors }: Settings = {},
): CheckedFile =>
  checkFile(parse(text), {
    registry: descriptors ? createRegistry(descriptors) : builtinRegistry,
    fileName,
    settingDomains,
    ruleSettings: { rules: [], severity: {}, now: timeOfTests },
  })

/** What `now` means in tests, so that they do not depend on the day. */
const timeOfTests = Date.UTC(2026, 5, 30)

/** The problems of a checked file. Includes problems across records if the other files are given. */
function problemsIn(file: CheckedFile, { others, ...settings }: Settings = {}): readonly Problem[] {
  if (!others) return problemsOf(file)
  const index = new WorkspaceIndex()
  index.update('file:///test.rec', file)
  for (const [name, text] of Object.entries(others)) {
    const other = check(text, { ...settings, fileName: name })
    index.update(`file:///${name}`, packFile(other), other.context)
  }
  return problemsOf(file, checkIntegrity('file:///test.rec', file, index).problems)
}

export const builtinRegistry = createRegistry(builtinDescriptors)

/** A registry with one domain, which has these records. */
export const registryOf = (domain: string, records: Descriptor['records']): Registry =>
  createRegistry([{ domain, version: '1.0', description: '', records }])

const annotation = /^#(?: *\^+|<-) ([a-z-]+(?:\/[a-z0-9-]+)?)(?:: .*)?$/

const withoutFirstBreak = (text: string): string => text.replace(/^\n/, '')

const unmark = (text: string): string =>
  text
    .split(/(?<=\n)/)
    .filter(line => !annotation.test(line.replace(/\n$/, '')))
    .join('')

const annotationsOf = (text: string): string[] => text.split('\n').filter(line => annotation.test(line))

/**
 * The text of a file with its problems in comments. The nth comment has no message if the nth expected comment has
 * none.
 */
function mark(file: CheckedFile, problems: readonly Problem[], expected: readonly string[]): string {
  const placed = problems.map(problem => {
    const { line, character } = positionIn(file.tree, problem.entry, problem.start)
    const carets =
      character === 0 ? '#<-' : `#${' '.repeat(character - 1)}${'^'.repeat(Math.max(1, problem.end - problem.start))}`
    return { line, character, carets, problem }
  })
  placed.sort((one, other) => one.line - other.line)
  const lines = textOf(file.tree).split(/(?<=\n)/)
  placed.forEach(({ line, carets, problem }, index) => {
    const isShort = / [a-z-]+(\/[a-z0-9-]+)?$/.test(expected[index] ?? ':') && !expected[index]?.includes(': ')
    lines[line] =
      `${lines[line]!.replace(/\n?$/, '\n')}${carets} ${problem.code}${isShort ? '' : `: ${problem.message}`}\n`
  })
  return lines.join('')
}

/**
 * What the rules about files find in a text.
 *
 * @param files the files that are there, by their paths, with their hashes as 64 digits or without
 */
export function findingsOfFiles(
  text: string,
  files: ReadonlyMap<string, string | undefined>,
  settings?: Settings,
): readonly Finding[] {
  const file = check(text, settings)
  const names = [...files.keys()].map(path => path.slice(path.lastIndexOf('/') + 1))
  return file.tree.entries.flatMap((record, entry) => {
    const { tag } = file.entries[entry]!
    if (record.kind !== 'record' || !tag) return []
    return fileLinksIn(record, tag).flatMap(link => {
      const fact: FileFact = files.has(link.path)
        ? { kind: 'file', hash: files.get(link.path) }
        : { kind: 'missing', others: names }
      return fileFindings(record, tag, link, fact)
    })
  })
}

/** What the rules about changes find in the last record of a text, compared with the record before. */
export function findingsOfChange(before: string, after: string, settings?: Settings): readonly Finding[] {
  const file = check(after, settings)
  const index = file.tree.entries.findLastIndex(({ kind }) => kind === 'record')
  const [old, now] = [parse(before).entries[0], file.tree.entries[index]] as [RecordNode, RecordNode]
  const { tag } = file.entries[index]!
  return tag ? changeFindings(old, now, tag) : []
}
