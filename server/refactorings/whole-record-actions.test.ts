import { expect, test } from 'vitest'
import { expectRefactored, offeredFor } from '../../test/refactorings.ts'
import { deleteRecord, duplicateRecord } from './whole-record-actions.ts'

const expectDeleted = (before: string, title: string, after: string): void =>
  expectRefactored(deleteRecord, before, title, after)

test('a record is deleted with its continuation lines', () => {
  expectDeleted(
    '# x\r\n@CERT rid=1\r\n@CONTROL rid=C-1\r\n  | title="🙂"\r\n\r\n# y',
    'Delete CONTROL C-1',
    '# x\r\n@CERT rid=1\r\n\r\n# y',
  )
  expectDeleted('@CERT rid=1\n@CONTROL rid=C-1', 'Delete CONTROL C-1', '@CERT rid=1')
  expectDeleted('\ufeff@CONTROL rid=C-1\n\n', 'Delete CONTROL C-1', '\ufeff')
  expectDeleted('@TXN id="T 1"', 'Delete TXN T 1', '')
})

test('the comments directly above are deleted too, but not those for all below', () => {
  expectDeleted(
    '# x\n# recline-disable-next-line notation\n# y\n@CONTROL rid=C-1\n@CERT',
    'Delete this CERT',
    '# x\n# recline-disable-next-line notation\n# y\n@CONTROL rid=C-1',
  )
  expectDeleted(
    '# x\n\n# recline-disable-next-line notation\n# y\n# recline-disable-next-line\n@CONTROL rid=C-1\n',
    'Delete CONTROL C-1',
    '# x\n',
  )
  expectDeleted('\ufeff# recline-disable-next-line\n@CONTROL rid=C-1\n', 'Delete CONTROL C-1', '\ufeff')
  expectDeleted(
    '# x\n# recline-disable-next-line\n# recline-disable notation\n# y\n@CONTROL rid=C-1\n',
    'Delete CONTROL C-1',
    '# x\n# recline-disable notation\n',
  )
})

test('a record without an id and a broken record can be deleted', () => {
  expectDeleted('@CONTROL title="x\n', 'Delete this CONTROL', '')
  expectDeleted('@notag x\n', 'Delete this notag', '')
  expectDeleted('@\n', 'Delete this record', '')
})

test('the title says how many records refer to the record', () => {
  const others = { 'b.rec': '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref=C-2\n' }
  expect(offeredFor(deleteRecord, '@CONTROL rid=C-1', { others })).toEqual([
    'Delete CONTROL C-1, which a record refers to',
  ])
  expect(offeredFor(deleteRecord, '@FINDING control_ref=C-1\n@CONTROL rid=C-1', { others })).toEqual([
    'Delete CONTROL C-1, which 2 records refer to',
  ])
  expect(offeredFor(deleteRecord, '@SERVICE rid=b | dependencies=[a, a]\n@SERVICE rid=a | dependencies=a')).toEqual([
    'Delete SERVICE a, which a record refers to',
  ])
  expect(offeredFor(deleteRecord, '@SERVICE rid=a | dependencies=a')).toEqual(['Delete SERVICE a'])
  // The references then mean the other record.
  expect(offeredFor(deleteRecord, '@CONTROL rid=C-1\n@CONTROL rid=C-1', { others })).toEqual(['Delete CONTROL C-1'])
  expect(offeredFor(deleteRecord, '@FINDING rid=C-1', { others })).toEqual(['Delete FINDING C-1'])
})

test('a header cannot be deleted, as it sets the domains of the records below it', () => {
  expect(offeredFor(deleteRecord, '@DOC domain=hr')).toEqual([])
  expect(offeredFor(deleteRecord, '@doc')).toEqual([])
})

test('a title stays short', () =>
  expect(offeredFor(deleteRecord, `@CONTROL rid="${'x'.repeat(100)}"`)[0]!.length).toBeLessThan(60))

test('blank lines below stay, also after a lone carriage return', () => {
  expectDeleted('@CERT\r@CONTROL rid=C-1\n\n  | title="x"\n', 'Delete CONTROL C-1', '@CERT\r\n\n  | title="x"\n')
  expectDeleted('@CERT\r@CONTROL rid=C-1\r\n\n  | title="x"\n', 'Delete CONTROL C-1', '@CERT\r\n\n  | title="x"\n')
  expectDeleted('@CERT\r@CONTROL rid=C-1\r\r  | title="x"\n', 'Delete CONTROL C-1', '@CERT\r\r  | title="x"\n')
})

const expectDuplicated = (before: string, title: string, after: string, others?: Record<string, string>): void =>
  expectRefactored(duplicateRecord, before, title, after, others && { others })

test('a copy with the next free id goes below the record', () => {
  expectDuplicated(
    '@CONTROL rid=CTL-0009 | title="🙂"\r\n  | owner="x"\r\n# y\r\n',
    'Duplicate as CTL-0010',
    '@CONTROL rid=CTL-0009 | title="🙂"\r\n  | owner="x"\r\n@CONTROL rid=CTL-0010 | title="🙂"\r\n  | owner="x"\r\n# y\r\n',
  )
  expectDuplicated('@CONTROL rid=C-1\n', 'Duplicate as C-2', '@CONTROL rid=C-1\n@CONTROL rid=C-2\n', {
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
