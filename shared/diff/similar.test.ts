import { expect, test } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { parse } from '../syntax/tree.ts'
import { match } from './match.ts'
import { unitsOf } from './units.ts'

/** For each unit before, the index of the same unit after; -1 if it was removed. */
function places(before: string, after: string): number[] {
  const [old, now] = [before, after].map(text => unitsOf(parse(text), builtinRegistry, '\n'))
  return [...match(old!, now!).after].slice(0, -1)
}

/** Whether a record is found again as another one, which stands at another place. */
const isFoundApart = (one: string, other: string): boolean =>
  places(`${one}\n@B rid=1\n`, `@B rid=1\n${other}\n`)[0] !== -1

const long = 'a text of more than forty characters, which says a lot'

test.each([
  ['@A a=1 | b=1', '@A a=1 | b=2'],
  ['@A a=1 | b=1', '@A b=2 | a="1"'],
  ['@A a | b', '@A a | c'],
  ['@A a | x=1', '@A b | x=1'],
  ['@A t="a title of some length" | a=1 | b=1 | c=1', '@A t="a title of some length" | a=2 | b=2 | c=2'],
  [`@A t="${long}" | a=1 | b=1 | c=1 | d=1`, `@A t="${long}" | a=2 | b=2 | c=2 | d=2`],
])('a record without an id is the same if half of its text is: %s, %s', (one, other) =>
  expect(isFoundApart(one, other)).toBe(true),
)

test.each([
  ['@A a=1 | b=1 | c=1', '@A a=1 | b=2 | c=2'],
  ['@A a=1 | b=1', '@A c=1 | b=2'],
  ['@A a=1', '@B a=1'],
  ['@A a | b | x=1', '@A c | d | x=1'],
  ['@A t="a title" | a="b title" | b="c title"', '@A t="a title" | a="d title" | b="e title"'],
  [
    `@A t="${long.repeat(20)}" | ${[...'abcdefghijkl'].map(name => `${name}=1`).join(' | ')}`,
    `@A t="${long.repeat(20)}" | ${[...'abcdefghijkl'].map(name => `${name}=2`).join(' | ')}`,
  ],
])('a record without an id is another one if less of its text is the same: %s, %s', (one, other) =>
  expect(isFoundApart(one, other)).toBe(false),
)

test('at the same place, records without ids can differ in all fields', () => {
  expect(places('@B rid=1\n@A x=1\n@B rid=2\n', '@B rid=1\n@A y=2\n@B rid=2\n')).toEqual([0, 1, 2])
  expect(places('@A\n', '@A y=2\n')).toEqual([0])
  expect(places('@B rid=1\n@A\n@B rid=2\n', '@B rid=1\n@A |\n@B rid=2\n')).toEqual([0, 1, 2])
  expect(places('@B rid=1\n@A x=1\n@B rid=2\n', '@B rid=1\n@C x=1\n@B rid=2\n')).toEqual([0, -1, 2])
  expect(places('@A x=1\n@B rid=1\n', '@B rid=1\n@A y=2\n')).toEqual([-1, 0])
  expect(places('@B rid=1\n@A x=1\n', '@B rid=2\n@B rid=1\n@A y=2\n')).toEqual([1, 2])
  const between = (record: string): string => `@B rid=1\n${record}\n@B rid=2\n`
  expect(places(between('@A rid=5 | x=1 | y=1'), between('@A x=1 | y=2'))).toEqual([0, -1, 2])
  expect(places(between('@A x=1 | y=1'), between('@A rid=5 | x=1 | y=2'))).toEqual([0, -1, 2])
  expect(places('@B rid=1\n@A rid=5 | x=1\n@B rid=2\n', '@B rid=1\n@A x=2\n@B rid=2\n')).toEqual([0, -1, 2])
  expect(places('@B rid=1\n@A x=1\n@B rid=2\n', '@B rid=1\n@A rid=5 | x=2\n@B rid=2\n')).toEqual([0, -1, 2])
})

test.each([
  ['@A rid=1 | a=1 | b=1 | c=1 | d=1', '@A rid=2 | a=1 | b=1 | c=1 | d=2', true],
  ['@A rid=1 | a=1 | b=1 | c=1', '@A rid=2 | a=1 | b=1 | c=2', false],
  ['@A rid=1 | a=1 | b=1 | c=1 | d=1', '@A a=1 | b=1 | c=1 | d=2', true],
  ['@A a=1 | b=1 | c=1 | d=1', '@A rid=1 | a=1 | b=1 | c=1 | d=2', true],
  ['@A rid=1 | a=1 | b=1 | c=1', '@A a=1 | b=1 | c=2', false],
  ['@A a=1 | b=1 | c=1', '@A rid=1 | a=1 | b=1 | c=2', false],
  ['@A rid=1 | id=1 | x=1', '@A rid=2 | id=1 | x=1', true],
  ['@TXN id=1 | amount=1', '@TXN id=2 | amount=1', true],
  ['@TXN id=1 | rid=5 | amount=1', '@TXN id=2 | rid=5 | amount=1', true],
  ['@TXN id=1 | rid=1 | amount=1', '@TXN id=2 | rid=2 | amount=1', false],
  ['@A rid=1', '@A rid=2', false],
])('most of the text has to be the same if the id is not: %s, %s: %s', (one, other, isSame) =>
  expect(isFoundApart(one, other)).toBe(isSame),
)

/** Whether a service is found again under another id, if a field of another one changed. */
const isRenamed = (before: string, after: string, own = 'name="a" | version="1.0"'): boolean =>
  places(
    `@SERVICE rid=1 | ${own}\n@B rid=1\n@SERVICE rid=9 | ${before}\n`,
    `@B rid=1\n@SERVICE rid=2 | name="a" | version="2.0.1"\n@SERVICE rid=9 | ${after}\n`,
  )[0] !== -1

test('references that changed with an id say that it is another id of the same record', () => {
  expect(isRenamed('dependencies="1"', 'dependencies="2"')).toBe(true)
  expect(isRenamed('dependencies="1, 3"', 'dependencies="3,2"')).toBe(true)
  expect(isRenamed('dependencies="1" | x=1', 'dependencies="2" | x=2 | y=1')).toBe(true)
  expect(isRenamed('dependencies="1"', 'dependencies="1" | x=1')).toBe(false)
  expect(isRenamed('dependencies="1"', 'dependencies="3"')).toBe(false)
  expect(isRenamed('dependencies="3"', 'dependencies="2"')).toBe(false)
  expect(isRenamed('dependencies="1, 3"', 'dependencies="2, 4"')).toBe(false)
  expect(isRenamed('dependencies="1"', 'dependencies="2, 4"')).toBe(false)
  expect(isRenamed('dependencies="1, 3"', 'dependencies="2"')).toBe(false)
  expect(isRenamed('dependencies="1"', 'dependencies')).toBe(false)
  expect(isRenamed('dependencies', 'dependencies="2"')).toBe(false)
  expect(isRenamed('dependencies="1"', 'x="2"')).toBe(false)
  expect(isRenamed('dependencies="1"', 'dependencies="2"', 'name="b" | version="1.0"')).toBe(false)
})

test('a new id is found by references among many records with the same values', () => {
  const services = Array.from({ length: 17 }, (_, index) => `@SERVICE rid=${20 + index} | name="a" | version="2.0"\n`)
  const before = '@SERVICE rid=1 | name="a" | version="1.0"\n@B rid=1\n@SERVICE rid=9 | dependencies="1"\n'
  const after = (id: number): string => `@B rid=1\n${services.join('')}@SERVICE rid=9 | dependencies="${id}"\n`
  expect(places(before, after(25))).toEqual([6, 0, 18])
  expect(places(before, after(1))).toEqual([-1, 0, 18])
})

test('a list in another order, or with one item more, says nothing about records without ids', () => {
  for (const list of ['b, a', 'a, b, c', 'a'])
    expect(
      places(
        '@A a=1 | b=1 | c=1\n@B rid=1\n@SERVICE rid=9 | dependencies="a, b"\n',
        `@B rid=1\n@A a=1 | b=2 | c=2\n@SERVICE rid=9 | dependencies="${list}"\n`,
      ),
    ).toEqual([-1, 0, 2])
})

test('a record is the same as one other at most: the most similar one, then the first', () => {
  const title = 't="some title"'
  expect(places(`@A ${title} | x=1\n@A ${title} | x=2\n@B rid=1\n`, `@B rid=1\n@A ${title} | x=2 | y=1\n`)).toEqual([
    -1, 1, 0,
  ])
  expect(places(`@A ${title} | x=1\n@A ${title} | x=1\n@B rid=1\n`, `@B rid=1\n@A ${title} | x=2\n`)).toEqual([
    1, -1, 0,
  ])
  expect(places(`@A ${title} | x=1\n@B rid=1\n`, `@B rid=1\n@A ${title} | x=2\n@A ${title} | x=3\n`)).toEqual([1, 0])
  expect(
    places(
      `@A ${title} | x=1 | y=1\n@A ${title} | x=2 | y=2\n@B rid=1\n`,
      `@B rid=1\n@A ${title} | x=2 | y=1 | z=1\n@A ${title} | x=2 | y=2 | z=1\n`,
    ),
  ).toEqual([1, 2, 0])
})

test('a value that many new records have says nothing about which of them is the same', () => {
  const records = (count: number): string =>
    Array.from({ length: count }, (_, index) => `@A t="some title" | x=${index + 2}\n`).join('')
  expect(places('@A t="some title" | x=1\n@B rid=1\n', `@B rid=1\n${records(16)}`)).toEqual([1, 0])
  expect(places('@A t="some title" | x=1\n@B rid=1\n', `@B rid=1\n${records(17)}`)).toEqual([-1, 0])
})
