import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsIn, merged } from '../../test/merges.ts'
import { runs } from '../../test/property-values.ts'

test('changes of records with the same text stay in their records', () => {
  const e = '@EVIDENCE control_ref="C" | type="log"\n'
  const [config, bob] = [e.replace('log', 'config'), e.replace('\n', ' | collector="Bob"\n')]
  const years = (one: string, other: string): string => `# 2025\n${one}# 2026\n${other}`
  expect(merged(years(e, e), years(config, e), years(e, bob))).toBe(years(config, bob))
  expect(merged(years(e, e), years(e, bob), years(config, e))).toBe(years(config, bob))
  expect(merged(e + e, config + e, e + bob)).toBe(config + bob)
  const control = (id: number, more = ''): string => `@CONTROL rid=C-${id}${more}\n`
  const sections = (one: string, third: string, last: string): string =>
    `${control(1)}${one}${third}# section 4\n${e}${last}${control(6)}`
  expect(
    merged(sections(e, control(3), e), sections(config, control(3, ' | x=1'), e), sections(e, control(3), bob)),
  ).toBe(sections(config, control(3, ' | x=1'), bob))
})

test('different changes of one of several records with the same text are a conflict', () => {
  const e = (more = ''): string => `@E x=1${more}\n`
  expect(conflictsIn(e() + e(), e() + e(' | y=1'), e() + e(' | y=2'))).toBe(1)
})

/** What a side does to a record: nothing, changes a field, adds one, or replaces all. */
type Edit = 'none' | 'changed' | 'added' | 'replaced'

interface Item {
  readonly text: string
  readonly comment: string
  readonly ours: Edit
  readonly theirs: Edit
}

const edits = fc.constantFrom<Edit[]>('none', 'none', 'none', 'changed', 'added', 'replaced')
const items: fc.Arbitrary<Item> = fc.record({
  text: fc.constantFrom('E x=1 | z=1', 'E x=1 | z=1', 'E x=1 | z=2', 'F x=1', 'E', 'C'),
  comment: fc.constantFrom('', '', '', '# one\n', '# two\n', '\n'),
  ours: edits,
  theirs: edits,
})

const nameOf = (text: string, index: number): string => (text === 'C' ? `CONTROL rid=C-${index}` : text)

function edited(text: string, edit: Edit, value: string): string {
  if (edit === 'none') return text
  if (edit === 'added') return text.includes('=') ? `${text} | ${value}=1` : `${text} ${value}=1`
  if (edit === 'changed' && text.includes('x=1')) return text.replace('x=1', `x="${value}"`)
  return text.startsWith('CONTROL') ? `${text} | w="${value}"` : `${text[0]} w="${value}"`
}

const fileOf = (all: readonly Item[], side: 'base' | 'ours' | 'theirs'): string[] =>
  all.map(({ text, comment, ...edit }, index) => {
    const name = nameOf(text, index)
    return `${comment}@${side === 'base' ? name : edited(name, edit[side], `${side}${index}`)}\n`
  })

test('a merge of records at the same places is the one by their places', () => {
  fc.assert(
    fc.property(fc.array(items, { maxLength: 10 }), all => {
      const [base, ours, theirs] = [fileOf(all, 'base'), fileOf(all, 'ours'), fileOf(all, 'theirs')]
      const expected = base.map((text, index) => merged(text, ours[index]!, theirs[index]!))
      expect(merged(base.join(''), ours.join(''), theirs.join(''))).toBe(expected.join(''))
    }),
    { numRuns: runs(3000) },
  )
})

/** Moves, removes or adds records with ids; what has no id stays in order. */
const rearranged = (
  lines: readonly string[],
  places: readonly (readonly [number, number])[],
  added: string,
): string[] =>
  places.reduce<string[]>(
    (all, [from, to], index) => {
      const place = from % (all.length + 1)
      if (!all[place]?.includes('@CONTROL')) return all.toSpliced(place, 0, `@CONTROL rid=${added}-${index}\n`)
      const rest = all.toSpliced(place, 1)
      return to % 4 === 0 ? rest : rest.toSpliced(to % (rest.length + 1), 0, all[place])
    },
    [...lines],
  )

test('a clean merge has each change of a record without an id, and mixes none with one of another record', () => {
  const places = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 2 })
  /** The changes of each record: the side, and the number of the item. */
  const changesIn = (text: string): string[][] => text.split('\n').map(line => line.match(/(ours|theirs)\d+/g) ?? [])
  fc.assert(
    fc.property(fc.array(items, { maxLength: 12 }), places, places, (all, ourPlaces, theirPlaces) => {
      const [base, ours, theirs] = [fileOf(all, 'base'), fileOf(all, 'ours'), fileOf(all, 'theirs')]
      const result = merged(
        base.join(''),
        rearranged(ours, ourPlaces, 'o').join(''),
        rearranged(theirs, theirPlaces, 't').join(''),
      )
      if (result.includes('<<<<<<<')) return
      const expected = base.map((text, index) => merged(text, ours[index]!, theirs[index]!))
      const changes = changesIn(result.replace(/^@CONTROL.*$/gm, ''))
      for (const of of changes) expect(new Set(of.map(change => change.replace(/\D/g, ''))).size).toBeLessThan(2)
      expect(new Set(changes.flat())).toEqual(
        new Set(changesIn(expected.join('').replace(/^@CONTROL.*$/gm, '')).flat()),
      )
    }),
    { numRuns: runs(3000) },
  )
})
