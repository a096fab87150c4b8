import { expect, test } from 'vitest'
import { check, registryOf } from '../../test/records.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { titleIn as anyTitleIn, identityOf, titleOf } from './identity.ts'

const titleIn = (text: string): string => {
  const { tree, entries } = check(text)
  return titleOf(tree.entries[0] as RecordNode, entries[0]!.tag)
}

test('title, name, summary, description, in this order', () => {
  expect(titleIn('@CONTROL rid=C-1 | framework="ISO" | title="Access review"')).toBe('Access review')
  expect(titleIn('@PUBLICATION rid=P-1 | description="d" | summary="s" | name="n" | title="t"')).toBe('t')
  expect(titleIn('@PUBLICATION rid=P-1 | description="d" | summary="s"')).toBe('s')
  expect(titleIn('@FINDING rid=F-1 | control_ref="C-1" | severity="high" | description="No review"')).toBe('No review')
})

test('else the first text that is neither an id, a reference, encrypted nor an allowed value', () => {
  expect(
    titleIn('@APPLICANT rid=A-1 | stage="offer" | requisition_ref="R-1" | name_encrypted="x9" | resume_ref="cv.pdf"'),
  ).toBe('cv.pdf')
  expect(titleIn('@TXN id="T-1" | creditor="Bakery"')).toBe('Bakery')
  expect(titleIn('@CONTROL rid=C-1 | maturity:int=3')).toBe('')
  expect(titleIn('@CONTROL rid=C-1 | title="" | owner="Sam"')).toBe('Sam')
})

test('a record that nothing names is named by its first values', () => {
  const { tree, entries } = check(
    '@TXN amount:float=5.5 | iban_encrypted="x9" | currency="" | rid=T-1 | settled:bool=true',
  )
  expect(anyTitleIn(tree.entries[0] as RecordNode, { tag: entries[0]!.tag })).toBe('amount 5.5, T-1, true')
})

test('any text in quotes of an unknown tag', () => {
  expect(titleIn('@UNKNOWN rid="U-1" | kind=x | label="Some \\"text\\""')).toBe('Some "text"')
})

test('one line, cut where it is long and never within a character', () => {
  expect(titleIn('@CONTROL title="  one\\n\\ttwo "')).toBe('one two')
  expect(titleIn(`@CONTROL title="${'x'.repeat(100)}"`)).toBe('x'.repeat(100))
  expect(titleIn(`@CONTROL title="${'🙂'.repeat(100)}"`)).toBe('🙂'.repeat(100))
  expect(titleIn(`@CONTROL title="${'🙂'.repeat(101)}"`)).toBe(`${'🙂'.repeat(99)}…`)
})

const [thing] = registryOf('acme.things', [
  {
    tag: 'THING',
    fields: [
      { name: 'rid', type: 'string' },
      { name: 'parent', type: 'string', ref: 'THING' },
      { name: 'parents', type: 'string', ref: 'THING', list: true },
    ],
  },
]).tagsNamed('THING')

test.each([
  ['parent="A"', [['A', 'A']]],
  ['parent=" rid: A "', [['A', 'A']]],
  ['parent=[A]', [['A', 'A']]],
  ["parent='A'", [['A', 'A']]],
  ['parent="\\u0041"', [['A', '\\u0041']]],
  ['parent="\\"A\\""', [['A', 'A']]],
  ['parent="a\\"]; b"', [['a"]; b', 'a\\"]; b']]],
  ['parent=""', []],
  [
    'parents="A, rid:B,,[C]"',
    [
      ['A', 'A'],
      ['B', 'B'],
      ['C', 'C'],
    ],
  ],
  [
    'parents="A,\\u0020\\u0042\\tC"',
    [
      ['A', 'A'],
      ['B\tC', '\\u0042\\tC'],
    ],
  ],
  [
    'parents="A,\\tB, \\"C\\""',
    [
      ['A', 'A'],
      ['B', 'B'],
      ['C', 'C'],
    ],
  ],
  [
    'parents="A, B\\q"',
    [
      ['A', 'A'],
      ['B\\q', 'B\\q'],
    ],
  ],
])('the references in %s, and where they are written', (field, references) => {
  const [record] = parse(`@THING ${field}\n`).entries as [RecordNode]
  const found = identityOf(record, thing!).references
  expect(found.map(({ id, start, end }) => [id, record.text.slice(start, end)])).toEqual(references)
})
