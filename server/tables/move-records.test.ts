import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { wholeAt } from '../../shared/edit/whole-record.ts'
import { textBetween, textOf } from '../../shared/syntax/tree.ts'
import { snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { moveRecords } from './move-records.ts'

const recordsIn = ({ file: { tree } }: Snapshot): number[] =>
  tree.entries.flatMap(({ kind }, index) => (kind === 'record' ? [index] : []))

/**
 * The texts of some files after records have moved, or the sentence that says why they have not.
 *
 * @param texts of the files; the records go into the first one
 * @param moved the records by their file and their number there
 * @param above the number of a record of the first file; undefined for below its last one
 */
function move(
  texts: readonly string[],
  moved: readonly (readonly [file: number, record: number])[],
  above: number | undefined,
): string | string[] {
  const snapshots = texts.map((text, index) => ({ ...snapshotOf(text), uri: `file:///${index}.rec` }))
  const table = recordsIn(snapshots[0]!)
  const answer = moveRecords(
    moved.map(([file, record]) => ({ snapshot: snapshots[file]!, record: recordsIn(snapshots[file]!)[record]! })),
    { snapshot: snapshots[0]!, above: above === undefined ? undefined : table[above], table },
  )
  if ('refusal' in answer) return answer.refusal
  return snapshots.map(({ uri, file }) => {
    const document = TextDocument.create(uri, 'rec', 1, textOf(file.tree))
    const edits = answer.files.find(one => one.uri === uri)?.edits ?? []
    return TextDocument.applyEdits(document, [...edits])
  })
}

test('the tags of the records are said, as a table shows those of one tag', () => {
  const snapshot = snapshotOf('@CONTROL rid=1\n@FINDING rid=2\n@CONTROL rid=3\n')
  const records = recordsIn(snapshot)
  const noteOf = (...moved: number[]): unknown =>
    moveRecords(
      moved.map(record => ({ snapshot, record: records[record]! })),
      { snapshot, above: records[0], table: records },
    )
  expect(noteOf(2)).toMatchObject({ note: 'Moved 1 record of CONTROL.' })
  expect(noteOf(1, 2)).toMatchObject({ note: 'Moved 2 records of FINDING and CONTROL.' })
})

test('a record moves with its own text and its comments', () => {
  const odd = '# two\n@CONTROL rid=C-2 | own_field=1\n  | maturity:float=2.50 | title="a"\n'
  expect(move([`@CONTROL rid=C-1\n${odd}@CONTROL rid=C-3\n`], [[0, 1]], 0)).toEqual([
    `${odd}@CONTROL rid=C-1\n@CONTROL rid=C-3\n`,
  ])
  expect(move([`@CONTROL rid=C-1\n${odd}@CONTROL rid=C-3\n`], [[0, 1]], undefined)).toEqual([
    `@CONTROL rid=C-1\n@CONTROL rid=C-3\n${odd}`,
  ])
})

test('records move to another file', () => {
  expect(
    move(
      ['@CONTROL rid=C-1\n', '# a\n@CONTROL rid=C-2\n\n@CONTROL rid=C-3'],
      [
        [1, 1],
        [1, 0],
      ],
      0,
    ),
  ).toEqual(['@CONTROL rid=C-3\n# a\n@CONTROL rid=C-2\n@CONTROL rid=C-1\n', ''])
})

test('a file without a line break at its end keeps its lines apart', () => {
  expect(move(['@CONTROL rid=C-1\n@CONTROL rid=C-2'], [[0, 1]], 0)).toEqual(['@CONTROL rid=C-2\n@CONTROL rid=C-1'])
  expect(move(['@CONTROL rid=C-1\n@CONTROL rid=C-2'], [[0, 0]], undefined)).toEqual([
    '@CONTROL rid=C-2\n@CONTROL rid=C-1',
  ])
  expect(move(['\ufeff@CONTROL rid=C-1\n@CONTROL rid=C-2\n'], [[0, 1]], 0)).toEqual([
    '\ufeff@CONTROL rid=C-2\n@CONTROL rid=C-1\n',
  ])
})

test('records that are pasted onto themselves stay', () => {
  const text = '@CONTROL rid=C-1\n@CONTROL rid=C-2\n'
  expect(move([text], [[0, 0]], 0)).toEqual([text])
  expect(
    move(
      [text],
      [
        [0, 0],
        [0, 1],
      ],
      undefined,
    ),
  ).toEqual([text])
})

test('a record that would mean another tag, and a header, stay', () => {
  const health = '@DOC domain=core.health\n@VITALS bp="120/80"\n'
  expect(move(['@DOC domain=core.compliance\n@CONTROL rid=C-1\n', health], [[1, 1]], undefined)).toBe(
    'At the new place, VITALS would not be the tag of core.health, as other domains are in force there; nothing was moved.',
  )
  expect(move(['@CONTROL rid=C-1\n', health], [[1, 0]], 0)).toMatch(/^A header/)
})

const parts = fc.constantFrom(
  '@CONTROL rid=# | title="x"\n',
  '# about the record below\n@CONTROL rid=# | own=1\n  | maturity:int=3\n',
  '\n@FINDING rid=# | control_ref="C-1"\n',
  '@FINDING rid=#\r\n',
  '\n',
  '# note\n\n',
  '@BEGIN text\nsome @text\n@END\n',
)

test('whatever moves, no record is lost, doubled or changed, and the others keep their order', () =>
  fc.assert(
    fc.property(
      fc.array(parts, { minLength: 1, maxLength: 8 }),
      fc.array(parts, { maxLength: 4 }),
      fc.array(fc.nat(11), { minLength: 1, maxLength: 3 }),
      fc.option(fc.nat(7), { nil: undefined }),
      fc.boolean(),
      (first, second, picks, aboveNumber, isCut) => {
        let count = 0
        const write = (some: readonly string[]): string => some.join('').replaceAll('rid=#', () => `rid=R-${++count}`)
        const texts = [isCut ? write(first).replace(/[\r\n]+$/, '') : write(first), write(second)]
        const wholesOf = (text: string): string[] => {
          const snapshot = snapshotOf(text)
          const { tree } = snapshot.file
          return recordsIn(snapshot).map(record => {
            const { first: start, end } = wholeAt(tree, record)
            return textBetween(tree, start, end).trim()
          })
        }
        const [one, other] = texts.map(wholesOf) as [string[], string[]]
        const all = [...one.map((_, index) => [0, index] as const), ...other.map((_, index) => [1, index] as const)]
        const moved = [...new Set(picks.map(pick => all[pick % Math.max(1, all.length)]))].filter(
          each => each !== undefined,
        )
        const above = aboveNumber === undefined || one.length === 0 ? undefined : aboveNumber % one.length
        if (moved.length === 0) return
        const after = move(texts, moved, above)
        expect(after).toBeInstanceOf(Array)
        const nameOf = ([file, record]: readonly [number, number]): string => [one, other][file]![record]!
        const names = new Set(moved.map(nameOf))
        const rest = one.filter(each => !names.has(each))
        const isHere =
          above !== undefined ? names.has(one[above]!) : rest.length === 0 && moved.some(([file]) => file === 0)
        const place = above === undefined ? rest.length : rest.indexOf(one[above]!)
        const expected = isHere ? one : rest.toSpliced(place, 0, ...moved.map(nameOf))
        expect(wholesOf(after[0]!)).toEqual(expected)
        expect(wholesOf(after[1]!)).toEqual(isHere ? other : other.filter(each => !names.has(each)))
      },
    ),
    { numRuns: runs(1000) },
  ))
