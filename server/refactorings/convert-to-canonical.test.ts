import { expect, test } from 'vitest'
import { expectRefactored, offeredFor } from '../../test/refactorings.ts'
import { convertToCanonical } from './convert-to-canonical.ts'

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
