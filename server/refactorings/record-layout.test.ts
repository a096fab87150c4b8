import { expect, test } from 'vitest'
import { expectRefactored, offeredFor } from '../../test/refactorings.ts'
import { convertToCanonical, sortFields, unwrapRecord, wrapRecord } from './record-layout.ts'

const expectWrapped = (before: string, after: string): void => {
  expectRefactored(wrapRecord, before, 'Wrap onto continuation lines', after)
  expect(offeredFor(wrapRecord, after)).toEqual([])
}

test('each field but the first gets a line of its own and keeps its text', () => {
  expectWrapped(
    '@CONTROL rid="C-1"|title = a b | maturity=3 |\n# x',
    '@CONTROL rid="C-1"\n  | title = a b\n  | maturity=3\n# x',
  )
  expectWrapped('\ufeff  @NOTAG a=🙂 b=2', '\ufeff  @NOTAG a=🙂\n  | b=2')
  expectWrapped('@DOC title="x" | domain=hr', '@DOC title="x"\n  | domain=hr')
  expectWrapped('@CONTROL rid=C #|title="x"', '@CONTROL rid="C #"\n  | title="x"')
})

test('a record that is wrapped differently is wrapped again', () => {
  expectWrapped('@CONTROL\n  | rid=C-1 | title="x"\n  | owner="y"', '@CONTROL rid=C-1\n  | title="x"\n  | owner="y"')
})

test('line breaks are those of the record, or else of the file', () => {
  expectWrapped('# x\r\n@A a=1 | b=2', '# x\r\n@A a=1\r\n  | b=2')
  expectWrapped('# x\n@A a=1 | b=2\r\n', '# x\n@A a=1\r\n  | b=2\r\n')
  expectWrapped('@A a=1 | b=2\r', '@A a=1\r  | b=2\r')
})

test('nothing is offered for a wrapped record, a single field, or a broken record', () => {
  for (const text of ['@A a=1\n\t|b=2', '@A a=1', '@A', '@A a=1 | b', '@A a=1 | b=2 # note', '@A a=1 | b="x'])
    expect(offeredFor(wrapRecord, text)).toEqual([])
})

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

const title = 'Convert to canonical notation'
const expectConverted = (before: string, after: string): void => {
  expectRefactored(convertToCanonical, before, title, after)
  expectNone(after)
}
const expectNone = (text: string): void => expect(offeredFor(convertToCanonical, text)).toEqual([])

test('values, separators and the tag are written in canonical notation', () => {
  expectConverted(
    '  @control rid="C-1"|title=a b  owner="x"|maturity = 3 |\n',
    '@CONTROL rid=C-1 | title="a b" | owner="x" | maturity:int=3\n',
  )
  expectConverted('@doc  domain = compliance', '@DOC domain=compliance')
  expectConverted('@Something a=b c', '@Something a="b c"')
})

test('fields stay on their lines', () => {
  expectConverted(
    '\ufeff@CONTROL | rid="C-1"\r\n\t| title=José 🙂|owner="x"\r\n |\r\n  |status=tested\r\n',
    '\ufeff@CONTROL rid=C-1\r\n  | title="José 🙂" | owner="x"\r\n  | status="tested"\r\n',
  )
  expectConverted('# x\r@CONTROL\r | rid="C-1"\r | title="x"', '# x\r@CONTROL rid=C-1\r  | title="x"')
})

test('nothing is offered for a canonical or a broken record', () => {
  expectNone('@CONTROL rid=C-1 | title="x"\n  | owner="y"\n')
  for (const record of [
    '@CONTROL maturity="3" | title="open',
    '@CONTROL maturity="3" | owner',
    '@CONTROL maturity="3" # note',
    '@CONTROL maturity="3"x',
    '@CONTROL maturity="3" | tags=[a',
    '@ CONTROL maturity="3"',
    '@',
    '@a!b c = 1',
  ]) {
    expectNone(record)
  }
})

test('a record never becomes a line of a block', () => {
  for (const text of ['@begin  a=1', '@BEGIN|a=1', '@END|', '@End|']) expectNone(text)
})

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
