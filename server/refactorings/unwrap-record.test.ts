import { expect, test } from 'vitest'
import { expectRefactored, offeredFor } from '../../test/refactorings.ts'
import { unwrapRecord } from './unwrap-record.ts'

const expectUnwrapped = (before: string, after: string): void => {
  expectRefactored(unwrapRecord, before, 'Unwrap to one line', after)
  expect(offeredFor(unwrapRecord, after)).toEqual([])
}

test('continuation lines join the first line, and fields keep their text', () => {
  expectUnwrapped(
    '# x\r\n@CONTROL rid="C-1"\r\n\t| title = José 🙂 | b=2\r\n |\r\n  |c=3\r\n\r\n',
    '# x\r\n@CONTROL rid="C-1" | title = José 🙂 | b=2 | c=3\r\n\r\n',
  )
  expectUnwrapped('\ufeff@DOC\n  | domain=hr\n  |', '\ufeff@DOC domain=hr')
  expectUnwrapped('@A\n  |\n', '@A\n')
})

test('nothing is offered for a single line or a broken record', () => {
  for (const text of [
    '@A a=1 | b=2\n',
    '@A',
    '@A a=1 # note\n  | b=2',
    '@A a="x\n  | b=2',
    '@A a=\n  | b=2',
    '@A a=1\n| b=2',
  ])
    expect(offeredFor(unwrapRecord, text)).toEqual([])
})
