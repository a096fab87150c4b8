import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { parse } from '../syntax/tree.ts'
import { match } from './match.ts'
import { type Unit, unitsOf } from './units.ts'

const unitsIn = (text: string): Unit[] => unitsOf(parse(text), builtinRegistry, '\n')

/** For each unit before, the body of the same unit after; empty if it was removed. */
function matched(before: string, after: string): string[] {
  const units = unitsIn(after)
  const { after: indices } = match(unitsIn(before), units)
  return Array.from(indices.slice(0, -1), index => units[index]?.body.trim() ?? '')
}

test('records with an id are matched by tag and id', () => {
  expect(matched('@A rid=1 | x=1\n@B rid=1\n@C id=1\n', '@B rid=1\n@A x=2 | rid=1\n')).toEqual([
    '@A x=2 | rid=1',
    '@B rid=1',
    '',
  ])
  expect(matched('@TXN id=1 | x=1\n', '@TXN id=2 | x=1\n@TXN id=1 | x=2\n')).toEqual(['@TXN id=1 | x=2'])
})

test('what has no id is matched by its text and its neighbors', () => {
  expect(matched('# -\n\n@A rid=1\n# -\n\n@A rid=2\n', '@A rid=1\n# -\n\n@A rid=2\n')).toEqual([
    '',
    '@A rid=1',
    '# -',
    '@A rid=2',
  ])
  expect(matched('@A x=1\n@B\n@A x=1\n@C\n', '@B\n@A x=1\n@C\n')).toEqual(['', '@B', '@A x=1', '@C'])
})

test('a changed record without an id is matched by its other fields or its place', () => {
  expect(matched('@A t="some title" | x=1\n@B\n', '@B\n@A t="some title" | x=2\n')).toEqual([
    '@A t="some title" | x=2',
    '@B',
  ])
  expect(matched('@B\n@A x=1\n@C\n', '@B\n@A x=2\n@C\n')).toEqual(['@B', '@A x=2', '@C'])
})

test('of several similar records the most similar one is matched', () => {
  const one = '@A t="some title" | x=1 | y=1 | z=1\n'
  const [near, far] = ['@A t="some title" | x=1 | y=1 | z=2', '@A t="some title" | x=2 | y=2 | z=1']
  expect(matched(one, `${far}\n@B rid=1\n${near}\n`)).toEqual([near])
  expect(matched(one, `${near}\n@B rid=1\n${far}\n`)).toEqual([near])
})

test('a renamed id is found by the other fields and by the references that changed with it', () => {
  expect(matched('@A rid=1 | t="some title"\n', '@A rid=2 | t="some title"\n')).toEqual(['@A rid=2 | t="some title"'])
  expect(matched('@A rid=1 | t="some title"\n', '@A rid=2 | t="another one"\n')).toEqual([''])
  const before = '@CONTROL rid=1 | t=a | u="old text"\n@FINDING rid=1 | control_ref="1"\n'
  expect(matched(before, '@CONTROL rid=2 | t=a | u="text"\n@FINDING rid=1 | control_ref="2"\n')[0]).toContain('rid=2')
  expect(matched(before, '@CONTROL rid=2 | t=a | u="text"\n@FINDING rid=1 | control_ref="1"\n')[0]).toBe('')
})

test('the end of a removed file is not the end of another one', () => {
  const inFile = (text: string, file: string): Unit[] => unitsOf(parse(text), builtinRegistry, '\n', file)
  const before = [...inFile('@A rid=1\n', 'a.rec'), ...inFile('@A rid=8 | x=1\n', 'b.rec')]
  expect([...match(before, inFile('@A rid=8 | x=2\n', 'b.rec')).after]).toEqual([-1, -1, 0, 1])
})

/** For each unit before, the index of the same unit after; -1 if it was removed. */
const places = (before: string, after: string): number[] =>
  [...match(unitsIn(before), unitsIn(after)).after].slice(0, -1)

/** Some records with ids that are nowhere else. */
const others = (count: number): string => Array.from({ length: count }, (_, id) => `@O rid=${id}\n`).join('')

test('units with the same text stay in order, whatever comes or goes beside them', () => {
  const same = '@A x=1\n'.repeat(3)
  for (const count of [1, 2, 15, 16, 17, 40]) {
    expect(places(same, others(count) + same)).toEqual([count, count + 1, count + 2])
    expect(places(others(count) + same, same).slice(count)).toEqual([0, 1, 2])
    expect(places(same, same + others(count))).toEqual([0, 1, 2])
  }
  expect(places('@A x=1\n@B\n@A x=1\n@C\n@A x=1\n', '@A x=1\n@B\n@C\n@A x=1\n')).toEqual([0, 1, -1, 2, 3])
  expect(places('@A x=1\n@B\n@A x=1\n', '@C\n@A x=1\n@D\n@A x=1\n')).toEqual([1, -1, 3])
})

test('records with the same id are matched by their text first', () => {
  expect(places('@A rid=1 | x=1\n@A rid=1 | x=2\n', '@A rid=1 | x=2\n@A rid=1 | x=1\n')).toEqual([1, 0])
  expect(places('@A rid=1 | x=1\n@A rid=1 | x=2\n', '@A rid=1 | x=3\n@A rid=1 | x=2\n')).toEqual([0, 1])
  expect(places('@A rid=1 | x=1\n@A rid=1 | x=2\n', '@A rid=1 | x=2\n')).toEqual([-1, 0])
  const [twice, other] = ['@A rid=1 | x=1\n'.repeat(2), '@A rid=1 | x=2\n'.repeat(2)]
  expect(places(twice + other, others(40) + other + twice)).toEqual([42, 43, 40, 41])
})

test('other text is matched by its text, or by what is beside it', () => {
  expect(places('one\n@A rid=1\n', 'two\n@A rid=1\n')).toEqual([0, 1])
  expect(places('@A rid=1\none\n', '@A rid=1\ntwo\n')).toEqual([0, 1])
  expect(places('@A rid=1\none\n@A rid=2\n', '@A rid=2\ntwo\n@A rid=1\n')).toEqual([2, -1, 0])
  expect(places('@A rid=1\none\n@A rid=2\n', '@A rid=2\none\n@A rid=1\n')).toEqual([2, 1, 0])
  expect(places('@A rid=1\none\n@A rid=2\n', '@A rid=2\n@A rid=1\ntwo\n')).toEqual([1, 2, 0])
  expect(places('@A rid=1\none\n@A rid=2\n', '@A rid=1\n@B rid=2\n@A rid=2\n')).toEqual([0, -1, 2])
  expect(places('@A rid=1\n@B x=1\n@A rid=2\n', '@A rid=1\none\n@A rid=2\n')).toEqual([0, -1, 2])
  expect(places('one\n@A rid=1\n', 'two\n@A rid=2\n')).toEqual([0, -1])
  expect(places('one\n@A rid=1\n', '@A rid=2\ntwo\n')).toEqual([-1, -1])
  expect(places('@A rid=1\none\n@A rid=2\n', '@A rid=1\ntwo\n')).toEqual([0, 1, -1])
  expect(places('@A rid=9\none\n@A rid=1\n', 'two\n@B\n@A rid=1\n')).toEqual([-1, -1, 2])
  expect(places('one\n@A rid=1\n', '@B\ntwo\n@A rid=1\n')).toEqual([1, 2])
  expect(places('@A rid=1\none\ntwo\n', '@A rid=1\nthree\nfour\n@A rid=2\n')).toEqual([0, 1])
})

test('what is there once more than before is new', () => {
  expect(places('@A rid=1\n', '@A rid=1\n@A rid=1\n')).toEqual([0])
  expect(places('@A rid=1\n@A rid=1\n', '@A rid=1\n')).toEqual([0, -1])
})

test('texts that are far from where they were are found, and what is beside them too', () => {
  const [note, one, two] = ['# -\n\n', '# one\n\n', '# two\n\n']
  const far = (before: string, after: string): number[] => places(before, others(40) + after).map(index => index - 40)
  expect(far(`@A rid=1\n${one}@A rid=2\n`, `@A rid=2\n@B\n${one}@C\n@A rid=1\n`)).toEqual([4, 2, 0])
  expect(far(note + one + note + two, note + two + note + one)).toEqual([2, 3, 0, 1])
  expect(far(`@A rid=1\n${note}@A rid=2\n`, `${note}@A rid=3\n@A rid=1\n${note}@A rid=2\n`)).toEqual([2, 3, 4])
  expect(far(`${note}@A rid=3\n@A rid=1\n${note}@A rid=2\n`, `@A rid=1\n${note}@A rid=2\n`)).toEqual([
    -41, -41, 0, 1, 2,
  ])
})

test('of several same texts, the one beside the same record is matched', () => {
  const note = '# -\n\n'
  expect(
    places(`${note}@A rid=1\n${note}@A rid=2\n${others(40)}`, `${others(40)}${note}@A rid=2\n${note}@A rid=1\n`).slice(
      0,
      4,
    ),
  ).toEqual([42, 43, 40, 41])
})

test('records with the same text are the same one by one if there are as many between two others', () => {
  const [e, f] = ['@E x=1\n', '@E x=2\n']
  expect(places(e + e, f + e)).toEqual([0, 1])
  expect(places(e + e + e, f + e + f)).toEqual([0, 1, 2])
  expect(places(`@A rid=1\n${e}@A rid=2\n${e}${e}`, `@A rid=1\n${f}@A rid=2 | y=1\n${e}${e}`)).toEqual([0, 1, 2, 3, 4])
  expect(places(f + e, e + e)).toEqual([0, 1])
  expect(places('@E rid=1 | x=1\n'.repeat(2), '@E rid=1 | x=2\n@E rid=1 | x=1\n')).toEqual([0, 1])
})

test('records with the same text are told apart by their comments', () => {
  const e = '@E x=1\n'
  expect(places(`# 1\n${e}# 2\n${e}`, `# 0\n${e}# 1\n${e}# 2\n${e}`)).toEqual([1, 2])
  expect(places(`# 1\n${e}# 2\n${e}`, `# 2\n${e}`)).toEqual([-1, 0])
  expect(places(`# 1\n${e}# 2\n${e}`, `# 1\n@E x=2\n\n# 2\n${e}`)).toEqual([0, 1])
})

test('records with the same text stay in order if others are moved over them', () => {
  const [e, f] = ['@E x=1\n', '@E x=2\n']
  expect(places(`@A rid=1\n${e}${e}`, `${e}@A rid=1\n${e}`)).toEqual([1, 0, 2])
  expect(places(`@A rid=1\n${e}@A rid=2\n${e}@A rid=3\n`, `${f}@A rid=2\n@A rid=1\n${e}@A rid=3\n`)).toEqual([
    2, 0, 1, 3, 4,
  ])
})

test('a record with an id that was moved does not change which of the changed records is which', () => {
  const control = '@CONTROL rid=1\n'
  expect(matched(`@F x=1\n@E x=1\n${control}@E\n`, `${control}@F x=1\n@E w=1\n@E w=2\n`)).toEqual([
    '@F x=1',
    '@E w=1',
    '@CONTROL rid=1',
    '@E w=2',
  ])
  expect(matched(`@E x=1\n${control}@E x=1\n@E z=2\n`, `@E x=1\n@E w=1\n${control}@E w=2\n`)).toEqual([
    '@E x=1',
    '@CONTROL rid=1',
    '@E w=1',
    '@E w=2',
  ])
})

test('records with the same text can move as a block', () => {
  const [e, f] = ['@E x=1\n', '@E x=2\n']
  expect(places(e + e + f + f, f + f + e + e)).toEqual([2, 3, 0, 1])
})

test('each unit is the same as one other unit at most, and every unit of an equal version as itself', () => {
  const text = fc.constantFrom(
    ...['@E x=1\n', '@E x=1\n', '@E x=2\n', '# c\n@E x=1\n', '@F q="a long text"\n', '# c\n\n', '\n', 'stray\n'],
    ...['@CONTROL rid=1\n', '@CONTROL rid=2\n', '@CONTROL rid=2 | x=1\n'],
  )
  const versions = fc.array(text, { maxLength: 12 }).map(texts => texts.join(''))
  fc.assert(
    fc.property(versions, versions, (old, now) => {
      const [before, after] = [unitsIn(old), unitsIn(now)]
      const matching = match(before, after)
      for (const [one, other] of matching.after.entries()) if (other >= 0) expect(matching.before[other]).toBe(one)
      for (const [other, one] of matching.before.entries()) if (one >= 0) expect(matching.after[one]).toBe(other)
      expect([...match(before, before).after]).toEqual([...before.keys()])
    }),
    { numRuns: runs(5000) },
  )
})
