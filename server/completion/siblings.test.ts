import { expect, test } from 'vitest'
import { completions, expectAccepted } from '../../test/editor.ts'

const labels = (text: string): string[] => completions(text).map(({ label }) => label)
const owners = (...names: string[]): string => names.map(name => `@CONTROL rid=C-1 | owner="${name}"\n`).join('')

test('values of at least two records are offered, the most frequent first', () => {
  expect(labels(`${owners('Ann', 'Bo', 'Cy', 'Bo', 'Ann', 'Bo')}@CONTROL owner="$0"`)).toEqual(['Bo', 'Ann'])
  expect(labels(`@CONTROL owner="$0"\n${owners('Ann', 'Ann', '', '')}`)).toEqual(['Ann'])
  expectAccepted(`${owners('José', 'José')}@CONTROL owner=$0`, 'José', `${owners('José', 'José')}@CONTROL owner="José"`)
})

test('values of other tags and fields and long texts are not offered', () => {
  const others = '@RISK_ASSESSMENT owner="Ann"\n@CONTROL title="Bo"\n'
  expect(labels(`${others}${others}${owners('x'.repeat(90), 'x'.repeat(90))}@CONTROL owner="$0"`)).toEqual([])
})

test('values of other records are not offered for ids and allowed values', () => {
  expect(labels(`${owners('Ann', 'Ann')}@CONTROL rid=$0`)).not.toContain('C-1')
  expect(labels('@CONTROL status="draft"\n@CONTROL status="draft"\n@CONTROL status="$0"')).not.toContain('draft')
})

test('other values are offered if the field already has one of them', () => {
  expectAccepted(
    `${owners('Ann', 'Ann', 'Bo', 'Bo')}@CONTROL owner="$0Ann"`,
    'Bo',
    `${owners('Ann', 'Ann', 'Bo', 'Bo')}@CONTROL owner="Bo"`,
  )
})

test('while the author types a text, no other text is offered, so that Tab and Enter leave it as it is', () => {
  const above = owners('Audit team', 'Audit team')
  expect(labels(`${above}@CONTROL owner="$0"`)).toEqual(['Audit team'])
  expect(labels(`${above}@CONTROL owner="Aud$0"`)).toEqual([])
  expect(completions(`${above}@CONTROL owner="$0"`, '"')).toEqual([])
})

test('at most twenty values are offered, and only of records nearby', () => {
  const many = Array.from({ length: 30 }, (_, number) => [`N${number}`, `N${number}`]).flat()
  expect(labels(`${owners(...many)}@CONTROL owner="$0"`)).toHaveLength(20)
  expect(labels(`${owners('Far', 'Far')}${'@CONTROL\n'.repeat(3000)}@CONTROL owner="$0"`)).toEqual([])
})

test('fields that usually come next are offered first, then those in use, then the others', () => {
  const names = (text: string): string[] => labels(text)
  const others =
    '@CONTROL rid=C-1 | owner="x" | status="tested"\n@CONTROL rid=C-2 | owner="y" | title="z" | status="tested"\n'
  expect(names(`${others}@CONTROL rid=C-3 | $0`)).toEqual(['owner', 'status', 'title', 'framework', 'maturity'])
  expect(names(`${others}@CONTROL rid=C-3 | title="a" | $0`)).toEqual(['status', 'owner', 'framework', 'maturity'])
})

test('a new record with the fields of the last one, without its values, is the second item', () => {
  const above = '@CONTROL rid=C-7 | status="tested" | maturity:int=3\n'
  expect(labels(`${above}@CON$0`).slice(0, 2)).toEqual(['@CONTROL', '@CONTROL …'])
  expectAccepted(`${above}@CON$0`, '@CONTROL …', `${above}@CONTROL rid=C-8 | status="$0" | maturity:int=`)
  expect(labels('@CONTROL rid=C-7\n@CON$0')).not.toContain('@CONTROL …')
})
