import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../test/damaged.ts'
import { check, problemsWithFixes } from '../../test/records.ts'
import { edit, parse, textOf } from '../syntax/tree.ts'
import { TreeReader } from '../syntax/tree-reader.ts'
import { type CheckedFile, checkFile, checkFirst, problemsOf } from './check.ts'
import { firstProblems } from './first-problems.ts'
import type { Problem } from './problem.ts'

const { context } = check('')

/** The check of the first entries of a text: as many as stand before `§`. */
const checkAbove = (text: string): CheckedFile =>
  checkFirst(new TreeReader(text.replace('§', '')).readOn(text.indexOf('§')), context)

const codesAbove = (text: string): string[] => firstProblems(checkAbove(text)).map(({ code }) => code)

/** A problem without what cannot be compared. */
const shown = ({ code, severity, message, entry, start, end }: Problem): string =>
  JSON.stringify([entry, start, end, code, severity, message])

const suppressions = fc.constantFrom(
  '# recline-disable\n',
  '# recline-disable unused-suppression\n',
  '# recline-disable missing-field, notation\n',
  '# recline-disable-next-line syntax\n',
  '# recline-disable-next-line\n',
  '# recline-enable\n',
)
const texts = fc
  .array(fc.oneof({ weight: 3, arbitrary: damagedFiles() }, suppressions), { minLength: 1, maxLength: 5 })
  .map(parts => parts.join(''))
const lengths = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 8 })

test('the problems of the first entries are problems of the whole file', () =>
  expect(codesAbove('@CONTROL title="x"\n@BEGIN\n§@CONTROL\n@END\n@CONTROL title="y"\n')).toEqual(['missing-field']))

test('a problem that the rest of the file can decide otherwise is left out', () => {
  expect(codesAbove('# recline-disable missing-field\n@CONTROL rid=C-1\n§@CONTROL\n')).toEqual([])
  expect(codesAbove('<<<<<<< ours\n@CONTROL rid=C-1\n§=======\n>>>>>>> theirs\n')).toEqual([])
  expect(codesAbove('@POLICY rid=P-1 | premium="x" | color=1\n§')).not.toEqual([])
  expect(codesAbove('@POLICY rid=P-1 | status=xyz\n§@CLAIM rid=C-1\n')).toEqual([])
})

test('a text that is read in parts gives the same tree, and only problems that it has as a whole', () =>
  fc.assert(
    fc.property(texts, lengths, (text, lengths) => {
      const whole = problemsOf(check(text)).map(shown)
      const reader = new TreeReader(text)
      let file: CheckedFile | undefined
      for (const length of lengths) {
        file = checkFirst(reader.readOn(length), context, file)
        for (const problem of firstProblems(file)) expect(whole).toContain(shown(problem))
      }
      const tree = reader.readOn(Infinity)
      expect(tree.entries).toEqual(parse(text).entries)
      expect(problemsWithFixes(checkFile(tree, context, file))).toEqual(problemsWithFixes(check(text)))
    }),
    { numRuns: 60 },
  ))

test('edits before all is checked give the problems of the new text', () =>
  fc.assert(
    fc.property(texts, lengths, fc.nat(), fc.nat(20), texts, (text, lengths, at, length, insert) => {
      const reader = new TreeReader(text)
      let file: CheckedFile | undefined
      for (const length of lengths) file = checkFirst(reader.readOn(length), context, file)
      const start = at % (text.length + 1)
      const tree = edit(reader.readOn(Infinity), start, Math.min(start + length, text.length), insert)
      expect(problemsWithFixes(checkFile(tree, context, file))).toEqual(problemsWithFixes(check(textOf(tree))))
    }),
    { numRuns: 60 },
  ))
