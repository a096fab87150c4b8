import { expect, test } from 'vitest'
import { ownFolder } from '../../../test/own-folder.ts'
import { coverageOf } from './coverage.ts'

const { at, write } = ownFolder()

/** Whether a check of some files covers all that count for a baseline in `in` with problems of other files. */
async function isWhole(checked: readonly string[], known: readonly string[]): Promise<boolean> {
  write({ 'a.rec': '', 'in/b.rec': '', 'in/c/d.rec': '', 'in/c-2/e.rec': '', 'in/f.txt': '', 'in-2/g.rec': '' })
  const problems = known.map(file => ({ file, record: '', field: null, code: 'syntax', value: '', count: 1 }))
  const files = new Set(checked.map(at))
  return (await coverageOf(at('in/known.json'), problems, { files, unresolved: new Set() }, [])).isWhole
}

test('a run is whole if it checks all files of the folders of the known and the checked files', async () => {
  expect(await isWhole(['in/c/d.rec'], [])).toBe(true)
  expect(await isWhole(['in/c/d.rec'], ['c-2/e.rec'])).toBe(false)
  expect(await isWhole(['in/c/d.rec', 'in/c-2/e.rec'], ['c-2/e.rec', 'gone/x.rec'])).toBe(true)
  expect(await isWhole(['in/c/d.rec', 'in/c-2/e.rec'], ['b.rec'])).toBe(false)
  expect(await isWhole(['in/b.rec', 'in/c/d.rec', 'in/c-2/e.rec'], ['c/d.rec', 'b.rec'])).toBe(true)
})

test('files outside of the project of the baseline are not searched', async () => {
  expect(await isWhole(['in/c/d.rec'], ['../a.rec', '../in-2/g.rec', '../../../../../../../../..'])).toBe(true)
})
