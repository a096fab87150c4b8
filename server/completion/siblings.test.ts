import { expect, test } from 'vitest'
import { completions, expectAccepted } from '../../test/editor.ts'

const labels = (text: string): string[] => completions(text).map(({ label }) => label)
const example = 'Head of Identity and Access Management'
const owners = (...names: string[]): string => names.map(name => `@CONTROL rid=C-1 | owner="${name}"\n`).join('')

test('values that at least two records of the tag have, most used first, below the example', () => {
  expect(labels(`${owners('Ann', 'Bo', 'Cy', 'Bo', 'Ann', 'Bo')}@CONTROL owner="$0"`)).toEqual([example, 'Bo', 'Ann'])
  expect(labels(`@CONTROL owner="$0"\n${owners('Ann', 'Ann', '', '')}`)).toEqual([example, 'Ann'])
  expectAccepted(`${owners('José', 'José')}@CONTROL owner=$0`, 'José', `${owners('José', 'José')}@CONTROL owner="José"`)
})

test('not those of another tag or field, nor the example again, nor a long text', () => {
  const others = '@RISK_ASSESSMENT owner="Ann"\n@CONTROL title="Bo"\n'
  expect(
    labels(`${others}${others}${owners(example, example, 'x'.repeat(90), 'x'.repeat(90))}@CONTROL owner="$0"`),
  ).toEqual([example])
})

test('not for ids and allowed values', () => {
  expect(labels(`${owners('Ann', 'Ann')}@CONTROL rid=$0`)).not.toContain('C-1')
  expect(labels('@CONTROL status="draft"\n@CONTROL status="draft"\n@CONTROL status="$0"')).not.toContain('draft')
})

test('where one stands already, the others are there to choose', () => {
  expectAccepted(
    `${owners('Ann', 'Ann', 'Bo', 'Bo')}@CONTROL owner="Ann$0"`,
    'Bo',
    `${owners('Ann', 'Ann', 'Bo', 'Bo')}@CONTROL owner="Bo"`,
  )
})

test('at most twenty, and only from the records around', () => {
  const many = Array.from({ length: 30 }, (_, number) => [`N${number}`, `N${number}`]).flat()
  expect(labels(`${owners(...many)}@CONTROL owner="$0"`)).toHaveLength(21)
  expect(labels(`${owners('Far', 'Far')}${'@CONTROL\n'.repeat(3000)}@CONTROL owner="$0"`)).toEqual([example])
})
