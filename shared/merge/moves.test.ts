import { expect, test } from 'vitest'
import { merged } from '../../test/merges.ts'
import { builtinRegistry } from '../../test/records.ts'
import { type Unit, unitsOf } from '../diff/units.ts'
import { parse } from '../syntax/tree.ts'
import { movesAmong } from './moves.ts'

/** The texts of a file in the base, in ours and in theirs. */
type Texts = readonly [base: string, ours: string, theirs: string]

/** Merges the files of a folder. */
function mergedFiles(files: Readonly<Record<string, Texts>>): Record<string, string> {
  const unitsIn = (text: string): Unit[] => unitsOf(parse(text), builtinRegistry, '\n')
  const versions = Object.entries(files).map(
    ([name, [base, ours, theirs]]) =>
      [name, { base: unitsIn(base), ours: unitsIn(ours), theirs: unitsIn(theirs) }] as const,
  )
  const moves = movesAmong(new Map(versions))
  return Object.fromEntries(
    Object.entries(files).map(([name, [base, ours, theirs]]) => [
      name,
      merged(base, ours, theirs, { moves: moves.get(name) }),
    ]),
  )
}

const [one, two] = ['@A rid=1 | x=1 | y=1\n', '@A rid=2\n']
const changed = one.replace('x=1', 'x=2')

test('a record that one side moved to another file gets the changes of the other side there', () => {
  expect(mergedFiles({ x: [one + two, changed + two, two], y: ['', '', one] })).toEqual({ x: two, y: changed })
  expect(mergedFiles({ x: [one + two, two, changed + two], y: ['', one, ''] })).toEqual({ x: two, y: changed })
  expect(mergedFiles({ x: [one, changed, ''], y: [two, two, two + one.replace('y=1', 'y=2')] })).toEqual({
    x: '',
    y: two + changed.replace('y=1', 'y=2'),
  })
})

test('a conflict is where the record is now', () => {
  expect(mergedFiles({ x: [one, changed, ''], y: ['', '', one.replace('x=1', 'x=3')] })).toEqual({
    x: '',
    y: `<<<<<<< ours: x\n${changed}=======\n${one.replace('x=1', 'x=3')}>>>>>>> theirs: x\n`,
  })
})

test('a record that one side moved and the other removed is removed, or in conflict if it changed', () => {
  expect(mergedFiles({ x: [one + two, two, two], y: ['', '', one] })).toEqual({ x: two, y: '' })
  expect(mergedFiles({ x: [one + two, two, two], y: ['', '', changed] }).y).toContain('<<<<<<< ours: removed')
})

test('moves of both sides, and records that are there twice, are merged in each file', () => {
  expect(mergedFiles({ x: [one, '', ''], y: ['', one, ''], z: ['', '', changed] })).toEqual({
    x: '',
    y: one,
    z: changed,
  })
  expect(mergedFiles({ x: [one + one, changed + one, one], y: ['', '', one] }).y).toBe(one)
})

test('a record that is taken for another one in its file has not moved', () => {
  const [long, other] = ['@A rid=1 | t="some long title"\n', '@A rid=9 | t="some long title"\n']
  const ours = long.replace('\n', ' | x=1\n')
  const result = mergedFiles({ x: [long, ours, other], y: ['', '', long] })
  expect(result.x).toContain('x=1')
  expect(mergedFiles({ x: [long, ours, ''], y: [other, other, long] }).x).toContain('x=1')
})
