import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import { damagedVersions, type GeneratedVersions, versionsOfFiles } from '../../test/versions.ts'
import { problemsOf } from '../check/check.ts'
import { saidBy } from '../diff/record-fields.ts'
import { tagOfRecord } from '../diff/record-key.ts'
import { type Unit, unitsOf } from '../diff/units.ts'
import { parse } from '../syntax/tree.ts'
import { type Merged, merge } from './merge.ts'
import { type Favor, favors } from './merge-unit.ts'

const mergeOf = (texts: GeneratedVersions, favor?: Favor): Merged | { readonly reason: string } =>
  merge(texts, {
    favor,
    context: { registry: builtinRegistry, fileName: 'test.rec', settingDomains: [] },
    isStrict: false,
    markerSize: 7,
    ours: 'ours',
    theirs: 'theirs',
  })

const unitsIn = (text: string): Unit[] => unitsOf(parse(text), builtinRegistry, '\n')

/** Checks a law on clean files and on damaged ones; merges that are refused obey every law. */
const law = (check: (texts: GeneratedVersions, merged: Merged) => void): void => {
  for (const texts of [versionsOfFiles(), damagedVersions()])
    fc.assert(
      fc.property(texts, versions => {
        const merged = mergeOf(versions)
        if ('text' in merged) check(versions, merged)
      }),
      { numRuns: runs(150) },
    )
}

test('a merge with an unchanged side is the other side', () => {
  law(({ base, ours }) => {
    expect(mergeOf({ base, ours, theirs: base })).toMatchObject({ text: ours, conflicts: 0 })
    expect(mergeOf({ base, ours: base, theirs: ours })).toMatchObject({ text: ours, conflicts: 0 })
    expect(mergeOf({ base, ours, theirs: ours })).toMatchObject({ text: ours, conflicts: 0 })
  })
})

test('a merge is symmetric in its records', () => {
  // Of the items that both sides add to a list, those of ours come first.
  const sorted = ([name, value]: [string, string | undefined]): string => `${name}=${value?.split(', ').sort()}`
  const saidIn = (text: string): string[] =>
    unitsIn(text)
      .map(
        ({ record, comments, body }) =>
          comments + (record ? JSON.stringify([...saidBy(record)].map(sorted).sort()) : body),
      )
      .sort()
  law(({ base, ours, theirs }, merged) => {
    const other = mergeOf({ base, ours: theirs, theirs: ours })
    if (!('text' in other)) return
    // Where a new header goes decides about the records below it.
    if (!/@doc|recline-/i.test(base + ours + theirs)) expect(other.conflicts > 0).toBe(merged.conflicts > 0)
    if (merged.conflicts + other.conflicts === 0) expect(saidIn(other.text)).toEqual(saidIn(merged.text))
  })
})

test('a merge with blocks that nothing closes, or other lines, ends alike in both orders', () => {
  const line = fc.constantFrom(
    ...['@A rid=1', '@A rid=2', '@A rid=3', '@A rid=1 | x=1', '@A rid=2 | y=2', '@BEGIN', '@END', '', 'x', '# c'],
  )
  const file = fc.array(line, { maxLength: 6 }).map(lines => lines.map(one => `${one}\n`).join(''))
  const outcome = (texts: GeneratedVersions): string | boolean => {
    const merged = mergeOf(texts)
    return 'reason' in merged ? merged.reason : merged.conflicts > 0
  }
  fc.assert(
    fc.property(file, file, file, (base, ours, theirs) => {
      expect(outcome({ base, ours: theirs, theirs: ours })).toBe(outcome({ base, ours, theirs }))
    }),
    { numRuns: runs(20_000), examples: [['', '@BEGIN\n', '@A rid=1\n']] },
  )
})

test('what one side alone changed is in the result', () => {
  law(({ base, ours, theirs }, { text }) => {
    for (const { key, body } of unitsIn(ours)) {
      const same = (some: string): Unit[] => unitsIn(some).filter(unit => unit.key === key)
      if (key === undefined || same(ours).length !== 1 || same(base).length > 1) continue
      if (same(base)[0]?.body === same(theirs)[0]?.body && same(theirs).length < 2 && same(base)[0]?.body !== body)
        expect(text).toContain(body.trimEnd())
    }
  })
})

test('no field of any side is lost', () => {
  const fieldsIn = (text: string): Set<string> =>
    new Set(unitsIn(text).flatMap(({ record }) => (record ? [...saidBy(record)].map(field => field.join('=')) : [])))
  law(({ base, ours, theirs }, { text }) => {
    const [before, result] = [fieldsIn(base), fieldsIn(text.replace(/^(<<<<<<<|=======|>>>>>>>).*\n/gm, ''))]
    for (const side of [ours, theirs])
      for (const field of fieldsIn(side)) {
        const items = field.split(/=|, ?/)
        if (!before.has(field) && !result.has(field)) expect([...result].join(' ')).toContain(items[1] ?? '')
      }
  })
})

test('a clean merge has no problem that neither side had', () => {
  const problemsIn = (text: string): Set<string> => {
    const file = check(text)
    const units = unitsIn(text)
    return new Set(
      problemsOf(file, 'unknown').map(({ code, entry, field }) => {
        const unit = units.findLast(({ first }) => first <= entry)!
        return `${code} ${field} ${unit.key ?? (unit.record ? tagOfRecord(unit.record) : '')}`
      }),
    )
  }
  law(({ ours, theirs }, { text, conflicts }) => {
    if (conflicts > 0) return
    const known = new Set([...problemsIn(ours), ...problemsIn(theirs)])
    expect([...problemsIn(text)].filter(problem => !known.has(problem))).toEqual([])
  })
})

test('a side that decides about conflicts gives what its part of them has, and all else stays', () => {
  const partsOf = (text: string, favor: Favor): string =>
    text.replace(
      /^<{7} [^\n]*\n([^]*?)^={7}\n([^]*?)^>{7} [^\n]*(?:\n|$)/gm,
      (_, ours: string, theirs: string) => ({ ours, theirs, union: ours + theirs })[favor],
    )
  const linesIn = (text: string): string[] => text.split(/[\r\n]+/).filter(line => line.trim() !== '')
  law((versions, merged) => {
    // Conflicts that a version has already are text of it, and stay.
    if ([versions.base, versions.ours, versions.theirs].some(text => /^<{7} /m.test(text))) return
    for (const favor of favors) {
      const decided = mergeOf(versions, favor)
      if (!('text' in decided)) return expect.unreachable()
      expect(decided.conflicts).toBe(0)
      expect(decided.decided).toBe(merged.conflicts)
      expect(linesIn(decided.text)).toEqual(linesIn(partsOf(merged.text, favor)))
    }
  })
})
