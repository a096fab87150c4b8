import { expect, test } from 'vitest'
import { expectRefactored, offeredFor } from '../../test/refactorings.ts'
import { sortFields } from './sort-fields.ts'

const expectSorted = (before: string, after: string): void => {
  expectRefactored(sortFields, before, 'Sort the fields into descriptor order', after)
  expect(offeredFor(sortFields, after)).toEqual([])
}

test('the rid comes first, then known fields in the order of the descriptor, then unknown fields in their order', () => {
  expectSorted(
    '@CONTROL zebra="1" | status="tested" | apple="2" | title="x" | rid=C-1\n',
    '@CONTROL rid=C-1 | title="x" | status="tested" | zebra="1" | apple="2"\n',
  )
  expectSorted('@EVIDENCE type="log" | rid=E-1', '@EVIDENCE rid=E-1 | type="log"')
  expectSorted('@TXN currency="EUR" | amount:float=1 | id="T-1"', '@TXN id="T-1" | amount:float=1 | currency="EUR"')
})

test('two fields with the same name keep their order', () => {
  expectSorted('@CONTROL title="1" | rid=C-1 | title="2"', '@CONTROL rid=C-1 | title="1" | title="2"')
})

test('lines keep their number of fields, and fields their text', () => {
  expectSorted(
    '\ufeff@CONTROL status=tested|title = "🙂"\r\n\t| maturity="3"\r\n |rid="C-1" |\r\n',
    '\ufeff@CONTROL rid="C-1"|title = "🙂"\r\n\t| status=tested\r\n |maturity="3" |\r\n',
  )
  expectSorted('@CONTROL title="a" rid=C-1', '@CONTROL rid=C-1 | title="a"')
  expectSorted('@CONTROL title=x #|rid=C-1', '@CONTROL rid=C-1|title="x #"')
})

test('nothing is offered for sorted fields, an unknown tag, or a broken record', () => {
  for (const text of [
    '@CONTROL rid=C-1 | title="x" | zebra="1" | apple="2"',
    '@CONTROL',
    '@NOTAG b=1 | rid=1',
    '@DOC title="x" | domain=hr',
    '@CONTROL title="x" | rid=C-1 # note',
    '@CONTROL title | rid=C-1',
    '@CONTROL title="x | rid=C-1',
  ]) {
    expect(offeredFor(sortFields, text)).toEqual([])
  }
})
