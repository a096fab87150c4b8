import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentSymbol, Position, Range } from 'vscode-languageserver-types'
import { checkFile } from '../../shared/check/check.ts'
import { edit, lengthOf, textOf } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { documentSymbols, listOfSymbols } from './document-symbols.ts'

const place = ({ line, character }: Position): string => `${line + 1}:${character + 1}`

const show = ({ name, detail, range, selectionRange, children = [] }: DocumentSymbol): string[] => [
  `${name}${detail === undefined ? '' : ` (${detail})`} ${place(range.start)}-${place(range.end)} at ${place(selectionRange.start)}`,
  ...children.flatMap(show).map(line => `  ${line}`),
]

const outline = (text: string): string[] => documentSymbols(snapshotOf(text)).flatMap(show)

test('records have their tag, id and title as their name, or else their tag and first values', () => {
  expect(
    outline(
      '@CONTROL rid=C-1 | title="Access review"\n\n# note\n@EVIDENCE type="log"\n  | collector="Who"\n@NOTAG x="y"\n@control rid="C-2"\n@CONTROL maturity:int=3 | status="tested" | maturity_note=\n@EVIDENCE',
    ),
  ).toEqual([
    'CONTROL C-1 Access review 1:1-1:41 at 1:14',
    'EVIDENCE Who 4:1-5:20 at 4:1',
    'NOTAG y 6:1-6:13 at 6:1',
    'CONTROL C-2 7:1-7:19 at 7:15',
    'CONTROL maturity 3, tested 8:1-8:59 at 8:1',
    'EVIDENCE 9:1-9:10 at 9:1',
  ])
})

test('a header contains the symbols of its section', () => {
  const text =
    '@CONTROL rid=C-1\n@DOC domain=[core.legal, health] | title="x"\n@CLAUSE rid=L-1\n\n@BEGIN note 1\n@CLAUSE\n@END\n\n@DOC\n'
  expect(outline(text.replaceAll('\n', '\r\n'))).toEqual([
    'CONTROL C-1 1:1-1:17 at 1:14',
    'DOC [core.legal, health] 2:1-7:5 at 2:1',
    '  CLAUSE L-1 3:1-3:16 at 3:13',
    '  BEGIN note 1 5:1-7:5 at 5:1',
    'DOC 9:1-9:5 at 9:1',
  ])
})

test('the last symbol counts those that are left out', () => {
  const text = '@DOC domain=legal\n@CLAUSE rid=L-1\n@CLAUSE rid=L-2\n# note\n@CLAUSE rid=L-3\n@BEGIN\n@END\n'
  expect(documentSymbols(snapshotOf(text), 3).flatMap(show)).toEqual([
    'DOC legal 1:1-8:1 at 1:1',
    '  CLAUSE L-1 2:1-2:16 at 2:13',
    '  CLAUSE L-2 3:1-3:16 at 3:13',
    '… 2 more (search the workspace symbols to find them) 5:1-5:1 at 5:1',
  ])
  expect(outline('')).toEqual([])
})

test('after an edit, the outline is that of the new text, and most symbols above it are the same objects', () => {
  const record = (number: number): string => `@CONTROL rid=C-${number} | title="x"\n`
  const text = Array.from({ length: 1000 }, (_, number) => record(number)).join('')
  const before = snapshotOf(text)
  const first = documentSymbols(before)
  const sameAfter = (number: number, insert: string): number => {
    const { tree, context } = before.file
    const offset = text.indexOf(record(number))
    const file = checkFile(edit(tree, offset, offset, insert), context, before.file)
    const symbols = documentSymbols({ ...before, file })
    expect(symbols).toEqual(documentSymbols(snapshotOf(textOf(file.tree))))
    return symbols.filter((symbol, index) => symbol === first[index]).length
  }
  expect(sameAfter(600, '@NOTE ')).toBeGreaterThan(400)
  expect(sameAfter(600, '# note\n')).toBeGreaterThan(400)
  expect(sameAfter(0, '# note\n')).toBe(0)
})

test('after any edits, the outline of a file of many chunks is that of the new text', () =>
  fc.assert(
    fc.property(
      damagedFiles(),
      fc.array(fc.record({ at: fc.nat(), length: fc.nat(2000), text: damagedFiles() }), { minLength: 1, maxLength: 5 }),
      (start, changes) => {
        const before = snapshotOf(`${start}\n${'@BEGIN note\n@END\n@DOC\n@CONTROL rid=1\n# a\n'.repeat(300)}`)
        let { file } = before
        for (const { at, length, text } of changes) {
          const from = at % (lengthOf(file.tree) + 1)
          // Most changes are small.
          const to = Math.min(lengthOf(file.tree), from + (length % 5 === 0 ? length : length % 7))
          file = checkFile(edit(file.tree, from, to, text), file.context, file)
          const symbols = documentSymbols({ ...before, file }, 1000)
          expect(symbols).toEqual(documentSymbols(snapshotOf(textOf(file.tree)), 1000))
        }
      },
    ),
    { numRuns: runs(50) },
  ))

test('for any text, a symbol has a name, its selection is in its range, and its range is in the section', () =>
  fc.assert(
    fc.property(damagedFiles(), text => {
      const isBefore = (one: Position, other: Position): boolean =>
        one.line < other.line || (one.line === other.line && one.character <= other.character)
      const holds = (outer: Range, inner: Range): boolean =>
        isBefore(outer.start, inner.start) && isBefore(inner.end, outer.end)
      const check = ({ name, range, selectionRange, children = [] }: DocumentSymbol): void => {
        expect(name).not.toBe('')
        expect(holds(range, selectionRange)).toBe(true)
        for (const child of children) {
          expect(holds(range, child.range)).toBe(true)
          check(child)
        }
      }
      documentSymbols(snapshotOf(text)).forEach(check)
    }),
  ))

test('in a list, each record has the name of its section', () => {
  const symbols = listOfSymbols(
    'file:///a.rec',
    documentSymbols(snapshotOf('@NOTE x="y"\n@DOC domain=hr\n@EMPLOYEE x="z"')),
  )
  expect(
    symbols.map(({ name, containerName, location }) => `${name} in ${containerName} at ${place(location.range.start)}`),
  ).toEqual(['NOTE y in undefined at 1:1', 'DOC hr in undefined at 2:1', 'EMPLOYEE z in DOC hr at 3:1'])
})
