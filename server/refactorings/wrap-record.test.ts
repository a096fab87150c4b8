import { expect, test } from 'vitest'
import { expectRefactored, offeredFor } from '../../test/refactorings.ts'
import { wrapRecord } from './wrap-record.ts'

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
