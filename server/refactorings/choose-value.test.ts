import { expect, test } from 'vitest'
import type { ValueToChoose } from '../../shared/protocol/typing.ts'
import { actions, actionTitles, type Editor, open } from '../../test/editor.ts'
import { choosableValues } from '../requests/choosable-values.ts'

/** The values that *Choose a value…* offers at `$0`. */
function choices(text: string, editor?: Editor): string[] | undefined {
  const action = actions(text, undefined, editor).find(({ title }) => title.startsWith('Choose a value'))
  const toChoose: ValueToChoose | undefined = action?.command?.arguments?.[0]
  if (!toChoose) return undefined
  return choosableValues(open(text, editor).snapshot, { position: toChoose.range.start })?.choices.map(
    ({ text }) => text,
  )
}

test('the allowed values come with the nearest first', () => {
  expect(choices('@CONTROL rid=C-1 | status="implemetned$0"')?.slice(0, 2)).toEqual(['"implemented"', '"not-started"'])
  expect(choices('@CONTROL rid=C-1 | status="xyz$0"')?.length).toBeGreaterThan(3)
})

test('the ends of a range come with the nearer one first, then the example', () => {
  expect(choices('@CONTROL rid=C-1 | maturity:int=9$0')).toEqual(['5', '1', '3'])
  expect(choices('@CONTROL rid=C-1 | maturity:int=-2$0')?.[0]).toBe('1')
})

test('a day that does not exist has two neighbors', () => {
  expect(choices('@EVIDENCE collected:ts=2026-02-30$0')?.slice(0, 2)).toEqual(['2026-02-28', '2026-03-01'])
  expect(choices('@EVIDENCE collected:ts=2026-13-05$0')?.[0]).toBe('2026-12-05')
})

test('a reference has the records that exist, the nearest first', () => {
  const others = { 'b.rec': '@CONTROL rid=CTL-1\n@CONTROL rid=CTL-77\n@FINDING rid=F-9\n' }
  expect(choices('@FINDING rid=F-1 | control_ref="CTL-79$0"', { others })).toEqual(['"CTL-77"', '"CTL-1"'])
  expect(choices('@FINDING rid=F-1 | control_ref="F-$09"', { others })?.toSorted()).toEqual(['"CTL-1"', '"CTL-77"'])
})

test('of many records the nearest are offered, and how many are left out is said', () => {
  const others = { 'b.rec': Array.from({ length: 620 }, (_, index) => `@CONTROL rid=CTL-${index}\n`).join('') }
  const { snapshot, position } = open('@FINDING rid=F-1 | control_ref="CTL-6$019"', { others })
  const found = choosableValues(snapshot, { position })!
  expect(found.choices).toHaveLength(500)
  expect(found.leftOut).toBe(119)
})

test('only for a value with a problem, and only where the client can ask', () => {
  expect(choices('@CONTROL rid=C-1 | maturity:int=3$0')).toBeUndefined()
  expect(choices('@CONTROL rid=C-1 | titel="x$0"')).toBeUndefined()
  const client = { chooseValueCommand: undefined }
  expect(choices('@CONTROL rid=C-1 | maturity:int=9$0', { client })).toBeUndefined()
})

test('curly quotes of a file have one fix for all', () => {
  const text = '@CONTROL rid=C-1 | title=“a b$0” | owner=“c”\n@CONTROL rid=C-2 | title=„d | e“\n'
  expect(actionTitles(text)).toContain('Write straight quotes around all 3 values of this file')
  expect(actionTitles('@CONTROL rid=C-1 | title=“a b$0”')).not.toContain(
    'Write straight quotes around all 1 values of this file',
  )
})
