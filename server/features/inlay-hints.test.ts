import { expect, test } from 'vitest'
import { offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { type Editor, snapshotOf } from '../../test/editor.ts'
import type { InlayHintSettings } from '../snapshot/settings.ts'
import { inlayHints } from './inlay-hints.ts'

const all: InlayHintSettings = { units: true, titles: true, domains: true }
const everywhere = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }

/** The text with its hints in ⟨⟩. */
function hinted(text: string, settings: Partial<InlayHintSettings> = {}, editor?: Editor, range = everywhere): string {
  const { file, ...rest } = snapshotOf(text, editor)
  const hints = inlayHints({ file, ...rest }, range, { ...all, ...settings })
    .map(({ position, label }) => ({ offset: offsetAt(file.tree, position), label: label as string }))
    .sort((one, other) => other.offset - one.offset)
  return hints.reduce(
    (result, { offset, label }) => `${result.slice(0, offset)}⟨${label}⟩${result.slice(offset)}`,
    textOf(file.tree),
  )
}

test('a number is followed by its unit', () => {
  expect(hinted('@VITALS hr:int=70 | bp="120/80" | temp_c="36.5"')).toBe(
    '@VITALS hr:int=70⟨bpm⟩ | bp="120/80" | temp_c="36.5"⟨degrees Celsius⟩',
  )
  expect(hinted('@VITALS hr:int=fast | hr= | unknown=5\r\n  | hr:int=7🙂')).not.toContain('⟨')
  expect(hinted('@VITALS hr:int=70', { units: false })).toBe('@VITALS hr:int=70')
})

test('a reference is followed by the title of its record', () => {
  const control = '@CONTROL rid=CTL-1 | framework="ISO 27001" | title="Access review"\n'
  expect(hinted(`@FINDING control_ref="CTL-1"\n${control}`)).toBe(
    `@FINDING control_ref="CTL-1"⟨Access review⟩\n${control}`,
  )
  expect(hinted(`@FINDING control_ref=CTL-1 | rid=F-1\n${control}`)).toBe(
    `@FINDING control_ref=CTL-1⟨Access review⟩ | rid=F-1\n${control}`,
  )
  expect(hinted(`@FINDING control_ref="CTL-1"\n${control}`, { titles: false })).not.toContain('⟨')
  expect(hinted('@FINDING control_ref="CTL-2"\n@CONTROL rid=CTL-1\n')).not.toContain('⟨')
  expect(hinted('@FINDING control_ref="CTL-1"', {}, { others: { 'b.rec': control } })).toBe(
    '@FINDING control_ref="CTL-1"⟨Access review⟩',
  )
})

test('each item of a list has its title; a record without a title shows its first text', () => {
  const services = '@SERVICE rid=S-1 | name="api"\n@SERVICE rid=S-2 | version="1.2" | name="db"\n'
  expect(hinted(`@SERVICE rid=S-3 | dependencies="S-1,S-2"\n${services}`)).toBe(
    `@SERVICE rid=S-3 | dependencies="S-1⟨api⟩,S-2"⟨db⟩\n${services}`,
  )
  const clause = '@CLAUSE rid=C-1 | risk_level="high" | section="9.2 Liability"\n'
  expect(hinted(`@RECOMMENDATION clause_ref="C-1"\n${clause}`)).toBe(
    `@RECOMMENDATION clause_ref="C-1"⟨9.2 Liability⟩\n${clause}`,
  )
})

test('a long title is shortened', () => {
  expect(hinted(`@FINDING control_ref="C"\n@CONTROL rid=C | title="${'long '.repeat(20)}"`)).toMatch(/⟨.{39}…⟩/)
})

test('a tag of several domains in force is followed by its domain', () => {
  expect(hinted('@POLICY rid=P-1 | peril="x" | version="2"\n@CONTROL rid=C-1')).toBe(
    '@POLICY⟨core.compliance⟩ rid=P-1 | peril="x" | version="2"\n@CONTROL rid=C-1',
  )
  expect(hinted('@POLICY rid=P-1', {}, { domains: ['insurance'] })).toBe('@POLICY rid=P-1')
  expect(hinted('@POLICY rid=P-1 | premium:float=5', {}, { domains: ['insurance', 'compliance'] })).toBe(
    '@POLICY⟨core.insurance⟩ rid=P-1 | premium:float=5⟨USD⟩',
  )
  expect(hinted('@POLICY rid=P-1', { domains: false })).toBe('@POLICY rid=P-1')
})

test('only entries in the range have hints', () => {
  const text = '@VITALS hr:int=70\n@VITALS hr:int=71\n@VITALS hr:int=72\n'
  const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } }
  expect(hinted(text, {}, {}, range)).toBe('@VITALS hr:int=70\n@VITALS hr:int=71⟨bpm⟩\n@VITALS hr:int=72\n')
  expect(hinted('')).toBe('')
})
