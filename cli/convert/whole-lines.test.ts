import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { csvTableInPieces } from '../../shared/convert/foreign-tables/csv-table.ts'
import { ownFolder } from '../../test/own-folder.ts'
import { repeatedPieces } from './whole-lines.ts'

const folder = ownFolder()

/** CSV with more rows than a piece has. */
const rows = Array.from({ length: 20_000 }, (_, row) => `C-${row},"größer\n als ${row}"\r\n`)

const sourceOf = (file: string): { readonly file: string; readonly path: string } => ({ file, path: folder.at(file) })

test('a file comes in the same pieces each time, and none ends within a line', async () => {
  const text = ['rid,title\r\n', ...rows, 'C-1,"no end'].join('')
  folder.write({ 'a.csv': text })
  const pieces = await repeatedPieces(sourceOf('a.csv'))
  const first = [...pieces()]
  expect(first.join('')).toBe(text)
  expect(first.length).toBeGreaterThan(5)
  expect(first.slice(0, -1).every(piece => piece.endsWith('\n'))).toBe(true)
  expect([...pieces()]).toEqual(first)
})

test('rows and problems of a file in pieces have their lines', async () => {
  folder.write({ 'a.csv': ['rid,title\r\n', ...rows, 'C-1,a\r\n', '"C-2,b\r\n'].join('') })
  const table = csvTableInPieces(await repeatedPieces(sourceOf('a.csv')))
  const all = [...table.rows]
  expect(all.length).toBe(rows.length + 1)
  expect(table.placeOf(rows.length)).toBe('line 40002')
  expect(table.problems).toMatchObject([{ line: 40_003 }])
  expect(table.placesOf!([{ message: '', row: 7, column: 1 }])).toEqual([
    { lines: 'C-7,"größer\n als 7"\r\n', line: 16, offset: 5 },
  ])
})

test('a file that another program changes between two readings is refused', async () => {
  folder.write({ 'a.csv': 'rid\nC-1\n' })
  const pieces = await repeatedPieces(sourceOf('a.csv'))
  expect([...pieces()]).toEqual(['rid\nC-1\n'])
  folder.write({ 'a.csv': 'rid\nC-22\n' })
  expect(() => [...pieces()]).toThrow('a.csv was changed while it was read; run the command again.')
})

test('so is one that changes while it is read', async () => {
  folder.write({ 'a.csv': rows.join('') })
  const pieces = (await repeatedPieces(sourceOf('a.csv')))()[Symbol.iterator]()
  pieces.next()
  appendFileSync(folder.at('a.csv'), 'C-1,x\n')
  const readOn = (): void => {
    while (!pieces.next().done);
  }
  expect(readOn).toThrow('a.csv was changed while it was read; run the command again.')
})
