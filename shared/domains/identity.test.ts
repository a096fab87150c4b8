import { expect, test } from 'vitest'
import { check } from '../../test/records.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { titleIn as anyTitleIn, titleOf } from './identity.ts'

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
