import { expect, test } from 'vitest'
import { expectRefactored, offeredFor } from '../../test/refactorings.ts'
import { duplicateRecord } from './duplicate-record.ts'

const expectDuplicated = (before: string, title: string, after: string, others?: Record<string, string>): void =>
  expectRefactored(duplicateRecord, before, title, after, others && { others })

test('a copy with the next free id goes below the record', () => {
  expectDuplicated(
    '@CONTROL rid=CTL-0009 | title="🙂"\r\n  | owner="x"\r\n# y\r\n',
    'Duplicate as CTL-0010',
    '@CONTROL rid=CTL-0009 | title="🙂"\r\n  | owner="x"\r\n@CONTROL rid=CTL-0010 | title="🙂"\r\n  | owner="x"\r\n# y\r\n',
  )
  expectDuplicated('@CONTROL rid=C-1\n', 'Duplicate as C-41', '@CONTROL rid=C-1\n@CONTROL rid=C-41\n', {
    'b.rec': '@CONTROL rid=C-40\n@FINDING rid=C-99',
  })
  expectDuplicated('@TXN id="T-1" | amount=x', 'Duplicate as T-2', '@TXN id="T-1" | amount=x\n@TXN id="T-2" | amount=x')
})

test('a file without a last line break, and one with a byte order mark', () => {
  expectDuplicated('# x\r\n@CONTROL rid=C-1', 'Duplicate as C-2', '# x\r\n@CONTROL rid=C-1\r\n# x\r\n@CONTROL rid=C-2')
  expectDuplicated('\ufeff@CONTROL rid="C-1"\n', 'Duplicate as C-2', '\ufeff@CONTROL rid="C-1"\n@CONTROL rid=C-2\n')
})

test('an id without a number gets one, and an id keeps its quotes if it needs them', () => {
  expectDuplicated('@CONTROL rid="a b"\n', 'Duplicate as a b-2', '@CONTROL rid="a b"\n@CONTROL rid="a b-2"\n')
  expectDuplicated('@CONTROL rid="a b 1"\n', 'Duplicate as a b 2', '@CONTROL rid="a b 1"\n@CONTROL rid="a b 2"\n')
})

test('a record without an id is copied unchanged', () => {
  expectDuplicated('@CONTROL title="x\n', 'Duplicate this CONTROL', '@CONTROL title="x\n@CONTROL title="x\n')
  expectDuplicated('@', 'Duplicate this record', '@\n@')
})

test('nothing is offered for a header, or if a new id could change the meaning of the record', () => {
  for (const text of ['@DOC domain=hr', '@CONTROL title="open | rid="C-1" | owner="x"'])
    expect(offeredFor(duplicateRecord, text)).toEqual([])
})
