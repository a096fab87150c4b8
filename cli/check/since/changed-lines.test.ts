import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

/** The lines of `after` that changed, from 1. */
const changed = (after: string, ...before: string[]): number[] => {
  const isChanged = changedLines(after, before)
  return after
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((_, index) => index + 1)
    .filter(isChanged)
}

test('a record changed when any of its lines did; its place does not matter', () => {
  expect(changed('@A a=1\n@B b=1\n  | c=1\n@C c=2', '@C c=2\n@B b=1\n  | c=2\n@A a=1\n')).toEqual([2, 3])
})

test('line ends and white space at the end of lines make no change', () => {
  expect(changed('@A a=1\r\n@B b=1  \r  | c=1', '@A a=1\n@B b=1  \n  | c=1\n')).toEqual([])
})

test('a record that is there once more is new', () => {
  expect(changed('@A a=1\n@A a=1\n', '@A a=1\n')).toEqual([2])
})

test('what counts with a record is part of it', () => {
  const records = '@A a=1\n@B b=1\n'
  expect(changed(`@DOC domain=x\n${records}`, `@DOC domain=y\n${records}`)).toEqual([1, 2, 3])
  expect(changed(records, `# recline-disable-next-line syntax\n${records}`)).toEqual([1])
  expect(changed(`# one\n# two\n${records}`, `# one\n# 2\n${records}`)).toEqual([2, 3])
  expect(
    changed(`# recline-disable a\n\n${records}# recline-enable\n\n${records}`, `\n${records}\n${records}`),
  ).toEqual([1, 2, 3, 4, 5, 6])
})

test('the records of several texts are known', () => {
  expect(changed('@A a=1\n@B b=1\n@C c=1\n', '@A a=1\n', '@B b=1\n')).toEqual([3])
})
