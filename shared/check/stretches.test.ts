import { expect, test } from 'vitest'
import { check, expectProblems } from '../../test/records.ts'
import { parseEntries } from '../syntax/parse.ts'
import { problemsOf } from './check.ts'
import { checkSome } from './check-some.ts'

/** The lines, from 0, on which the problems of stray lines start. */
const strayLines = (text: string): number[] => {
  const file = check(text)
  return problemsOf(file)
    .filter(({ code }) => code === 'syntax')
    .map(({ entry }) => file.tree.lineOf(entry))
}

test.each([
  ['a record whose last value is open', '@CONTROL rid=CTL-1 | owner=[a,\n\n  b]\n', []],
  ['a record that is not the first', '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-2 | owner=[a,\n\n  b]\n', []],
  ['the stray lines that go on with it', '@CONTROL rid=CTL-1 | owner={\n  "a": [\n\n  1\n\n  ]\n\n  }\n\n2\n', [9]],
  ['stray lines with nothing above them', '[\n\n1\n\n2\n\n]\n\n3\n', [0, 8]],
])('a stretch goes on below blank lines and %s', (_, text, lines) => expect(strayLines(text)).toEqual(lines))

test.each([
  ['a comment', '@CONTROL rid=CTL-1 | owner=[a,\n# note\n  b]\n', [2]],
  ['a comment and blank lines', '[\n# note\n\n1\n', [0, 3]],
  ['blank lines and a comment', '[\n\n# note\n1\n', [0, 3]],
  ['a record whose last value is closed', '@CONTROL rid=CTL-1 | title=[a | owner="x"\n\n1\n', [2]],
  ['brackets that are closed again', '@CONTROL rid=CTL-1 | title=[a | owner=[b,\n\n1]\n\n2\n', [4]],
])('a stretch ends at %s', (_, text, lines) => expect(strayLines(text)).toEqual(lines))

test('brackets in quotes do not count, but a quote ends with its line', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    expect(strayLines(['{', '"[', '}', '', '1'].join(end))).toEqual([0, 4])
    expect(strayLines(['{', '"\\"}"', '', '1'].join(end))).toEqual([0])
  }
})

test('a bracket that closes nothing does not take away one that opens', () =>
  expect(strayLines('] } [\n\n1\n\n]\n\n2\n')).toEqual([0, 6]))

test('lines stand in brackets if they start as JSON, have no field, or close all brackets', () =>
  expectProblems(`
{
#<- syntax

"a=b": 1,

  "a|b": 2,

-1 | 2

text

a=b }

text
#<- syntax

[
#<- syntax

a=b
#<- syntax
`))

test('of some entries of a file, only those directly below each other are one stretch', () => {
  const { context } = check('')
  const entries = parseEntries('@CONTROL rid=CTL-1 | owner=[a,\n\n  b]\n')
  const codes = (...lines: number[]): string[] =>
    problemsOf(checkSome([], entries, lines, context)).map(({ code }) => code)
  expect(codes(0, 1, 2)).toEqual(['unclosed-list'])
  expect(codes(0, 4, 5)).toEqual(['unclosed-list', 'syntax'])
  expect(codes(0, 1, 5)).toEqual(['unclosed-list', 'syntax'])
  const [record, , stray] = entries
  const apart = problemsOf(checkSome([], [record!, stray!], [0, 5], context))
  expect(apart.map(({ code }) => code)).toEqual(['unclosed-list', 'syntax'])
})

test('a line that starts as the end of a block is no rest of a record', () => {
  expect(strayLines('@CONTROL rid=CTL-1 | owner=[a,\n  @END of it\n')).toEqual([1])
  expect(strayLines('@CONTROL rid=CTL-1 | owner=[a,\n  b @END\n')).toEqual([])
})
