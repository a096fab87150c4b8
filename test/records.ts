import { expect } from 'vitest'
import { builtinDescriptors } from '../shared/builtin.ts'
import { checkFile, problemsOf, type CheckedFile } from '../shared/check.ts'
import type { Descriptor } from '../shared/descriptor.ts'
import { applyChanges, changesOf, fixAll } from '../shared/fixes.ts'
import { createRegistry } from '../shared/registry.ts'
import { parse, positionIn, textOf } from '../shared/tree.ts'

/**
 * Records as test data. The text is a `.rec` file in which a comment line under a line says what is wrong above its
 * carets: `#   ^^^ code: message`, or `#<- code: message` for a problem that starts at the start of the line. Without
 * the message only the code counts.
 */
export interface Settings {
  readonly fileName?: string
  readonly settingDomains?: readonly string[]
  readonly descriptors?: readonly Descriptor[]
}

/** Checks records and compares all problems found with those the carets say. */
export function expectProblems(marked: string, settings?: Settings): void {
  const text = withoutFirstBreak(marked)
  const file = check(unmark(text), settings)
  expect(mark(file, annotationsOf(text))).toBe(text)
}

/** Checks records in which nothing is wrong. */
export const expectNoProblems = (text: string, settings?: Settings): void => {
  const file = check(withoutFirstBreak(text), settings)
  expect(mark(file, [])).toBe(textOf(file.tree))
}

/**
 * Applies one fix and compares the text. The fix is the first with this title; the problem it belongs to must be gone
 * with it.
 */
export function expectFix(before: string, title: string, after: string, settings?: Settings): void {
  const file = check(withoutFirstBreak(before), settings)
  const offered = problemsOf(file).flatMap(problem => (problem.fixes?.() ?? []).map(fix => ({ problem, fix })))
  const chosen = offered.find(({ fix }) => fix.title === title)
  if (!chosen) throw new Error(`No fix is called "${title}"; there are: ${offered.map(({ fix }) => fix.title).join(' / ') || 'none'}`)
  const { code } = chosen.problem
  const fixed = applyChanges(file, changesOf(file, chosen.problem, chosen.fix))
  expect(fixed).toBe(withoutFirstBreak(after))
  expect(codesIn(check(fixed, settings)).filter(other => other === code).length).toBeLessThan(codesIn(file).filter(other => other === code).length)
}

/** The codes of a file's problems, in order. */
export const codesIn = (file: CheckedFile): string[] => problemsOf(file).map(({ code }) => code)

/** Everything about a file's problems, their fixes worked out, to compare with `toEqual`. */
export const problemsWithFixes = (file: CheckedFile): object[] => problemsOf(file).map(({ fixes, ...problem }) => ({ ...problem, fixes: fixes?.() }))

/** The titles of all fixes that a text's problems offer, in order. */
export const fixTitles = (text: string, settings?: Settings): string[] =>
  problemsOf(check(withoutFirstBreak(text), settings)).flatMap(problem => (problem.fixes?.() ?? []).map(({ title }) => title))

/** Applies all safe fixes and compares the text. */
export const expectFixAll = (before: string, after: string, settings?: Settings): void =>
  expect(textOf(fixAll(check(withoutFirstBreak(before), settings)).tree)).toBe(withoutFirstBreak(after))

/** Checks a text; by default with the built-in domains, all in force. */
export const check = (text: string, { fileName = 'test.rec', settingDomains = [], descriptors }: Settings = {}): CheckedFile =>
  checkFile(parse(text), { registry: descriptors ? createRegistry(descriptors) : builtinRegistry, fileName, settingDomains })

export const builtinRegistry = createRegistry(builtinDescriptors)

const annotation = /^#(?: *\^+|<-) ([a-z-]+)(?:: .*)?$/

const withoutFirstBreak = (text: string): string => text.replace(/^\n/, '')

const unmark = (text: string): string => text.split(/(?<=\n)/).filter(line => !annotation.test(line.replace(/\n$/, ''))).join('')

const annotationsOf = (text: string): string[] => text.split('\n').filter(line => annotation.test(line))

/** The file's text with its problems written under their lines; the nth as short as the nth expected one. */
function mark(file: CheckedFile, expected: readonly string[]): string {
  const placed = problemsOf(file).map(problem => {
    const { line, character } = positionIn(file.tree, problem.entry, problem.start)
    const carets = character === 0 ? '#<-' : `#${' '.repeat(character - 1)}${'^'.repeat(Math.max(1, problem.end - problem.start))}`
    return { line, character, carets, problem }
  })
  placed.sort((one, other) => one.line - other.line)
  const lines = textOf(file.tree).split(/(?<=\n)/)
  placed.forEach(({ line, carets, problem }, index) => {
    const isShort = / [a-z-]+$/.test(expected[index] ?? ':') && !expected[index]?.includes(': ')
    lines[line] = `${lines[line]!.replace(/\n?$/, '\n')}${carets} ${problem.code}${isShort ? '' : `: ${problem.message}`}\n`
  })
  return lines.join('')
}

export const markForScratch = (text: string, settings?: Settings): string => mark(check(unmark(text), settings), [])
