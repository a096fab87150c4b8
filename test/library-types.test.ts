import { beforeAll, expect, test } from 'vitest'
import { libraryTypes } from '../scripts/library-types.mjs'

let types: ReadonlyMap<string, string>
beforeAll(async () => {
  types = await libraryTypes()
}, 60_000)

// Programs of others are compiled with these types. A change needs a line in CHANGELOG.md; then `-u` writes the file.
test('the types of the library are those that the changelog tells of', async () => {
  const sorted = [...types].sort(([one], [other]) => (one < other ? -1 : 1))
  const text = sorted.map(([name, declarations]) => `// ${name}\n\n${declarations}`).join('\n')
  await expect(text).toMatchFileSnapshot('data/library-types.txt')
})

test('they name nothing that is not part of the library', () => {
  const names = [...types.values()].flatMap(text => text.match(/(?<=from ')[^']+/g) ?? [])
  expect(names.filter(name => !/^\.\/\w+\.mjs$/.test(name))).toEqual([])
})
