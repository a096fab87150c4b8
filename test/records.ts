import { expect } from 'vitest'
import { type CheckedFile, checkFile, problemsOf } from '../shared/check/check.ts'
import { changesOf, fixAll } from '../shared/check/fixes.ts'
import type { Problem } from '../shared/check/problem.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import type { Descriptor } from '../shared/domains/descriptor.ts'
import { createRegistry } from '../shared/domains/registry.ts'
import { factsOf } from '../shared/index/file-facts.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { applyChanges } from '../shared/syntax/text-change.ts'
import { parse, positionIn, textOf } from '../shared/syntax/tree.ts'

/**
 * Records as test data. The text is a `.rec` file in which a comment line under a line says what is wrong above its
 * carets: `#   ^^^ code: message`, or `#<- code: message` for a problem that starts at the start of the line. Without
 * the message only the code counts.
 */
export interface Settings {
  readonly fileName?: string
  readonly settingDomains?: readonly string[]
  readonly descriptors?: readonly Descriptor[]
  /** The other files of the workspace by name; without it nothing is said of other records. */
  readonly others?: Readonly<Record<string, string>>
}

/** Checks records and compares all problems found with those the carets say. */
export function expectProblems(marked: string, settings?: Settings): void {
  const text = withoutFirstBreak(marked)
  const file = check(unmark(text), settings)
  expect(mark(file, problemsIn(file, settings), annotationsOf(text))).toBe(text)
}

/** Checks records in which nothing is wrong. */
export const expectNoProblems = (text: string, settings?: Settings): void => {
  const file = check(withoutFirstBreak(text), settings)
  expect(mark(file, problemsIn(file, settings), [])).toBe(textOf(file.tree))
}

/**
 * Applies one fix and compares the text. The fix is the first with this title; the problem it belongs to must be gone
 * with it.
 */
export function expectFix(before: string, title: string, after: string, settings?: Settings): void {
  const { code, fixed, problems } = fix(before, title, settings)
  expect(fixed).toBe(withoutFirstBreak(after))
  const count = (some: readonly Problem[]): number => some.filter(problem => problem.code === code).length
  expect(count(problemsIn(check(fixed, settings), settings))).toBeLessThan(count(problems))
}

/** Applies the fix with this title, which leaves fields for the author to fill in, and compares the text. */
export const expectFieldsToFillIn = (before: string, title: string, after: string, settings?: Settings): void =>
  expect(fix(before, title, settings).fixed).toBe(withoutFirstBreak(after))

function fix(before: string, title: string, settings?: Settings): { code: string; fixed: string; problems: Problem[] } {
  const file = check(withoutFirstBreak(before), settings)
  const problems = problemsIn(file, settings)
  const offered = problems.flatMap(problem => (problem.fixes?.() ?? []).map(fix => ({ problem, fix })))
  const chosen = offered.find(({ fix }) => fix.title === title)
  if (!chosen)
    throw new Error(
      `No fix is called "${title}"; there are: ${offered.map(({ fix }) => fix.title).join(' / ') || 'none'}`,
    )
  const fixed = applyChanges(file.tree, changesOf(file, chosen.problem, chosen.fix))
  return { code: chosen.problem.code, fixed, problems }
}

/** Everything about a file's problems, their fixes worked out, to compare with `toEqual`. */
export const problemsWithFixes = (file: CheckedFile): object[] =>
  problemsOf(file).map(({ fixes, related, ...problem }) => ({ ...problem, fixes: fixes?.(), related: related?.() }))

/** The titles of all fixes that a text's problems offer, in order. */
export function fixTitles(text: string, settings?: Settings): string[] {
  const file = check(withoutFirstBreak(text), settings)
  return problemsIn(file, settings).flatMap(problem => (problem.fixes?.() ?? []).map(({ title }) => title))
}

/** Applies all safe fixes and compares the text. */
export const expectFixAll = (before: string, after: string, settings?: Settings): void =>
  expect(textOf(fixAll(check(withoutFirstBreak(before), settings)).tree)).toBe(withoutFirstBreak(after))

/** Checks a text; by default with the built-in domains, all in force. */
export const check = (
  text: string,
  { fileName = 'test.rec', settingDomains = [], descriptors }: Settings = {},
): CheckedFile =>
  checkFile(parse(text), {
    registry: descriptors ? createRegistry(descriptors) : builtinRegistry,
    fileName,
    settingDomains,
  })

/** The problems of a checked file; those among records too, where the other files are given. */
function problemsIn(file: CheckedFile, { others }: Settings = {}): Problem[] {
  if (!others) return problemsOf(file)
  const index = new WorkspaceIndex()
  index.update('file:///test.rec', file)
  for (const [name, text] of Object.entries(others)) index.update(`file:///${name}`, factsOf(check(text)))
  return problemsOf(file, checkIntegrity('file:///test.rec', file, index).problems)
}

export const builtinRegistry = createRegistry(builtinDescriptors)

const annotation = /^#(?: *\^+|<-) ([a-z-]+)(?:: .*)?$/

const withoutFirstBreak = (text: string): string => text.replace(/^\n/, '')

const unmark = (text: string): string =>
  text
    .split(/(?<=\n)/)
    .filter(line => !annotation.test(line.replace(/\n$/, '')))
    .join('')

const annotationsOf = (text: string): string[] => text.split('\n').filter(line => annotation.test(line))

/** The file's text with its problems written under their lines; the nth as short as the nth expected one. */
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
    const isShort = / [a-z-]+$/.test(expected[index] ?? ':') && !expected[index]?.includes(': ')
    lines[line] =
      `${lines[line]!.replace(/\n?$/, '\n')}${carets} ${problem.code}${isShort ? '' : `: ${problem.message}`}\n`
  })
  return lines.join('')
}
