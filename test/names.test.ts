import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

// One name has one meaning: no two files define the same name, exported or not, so a search for it finds one thing.

const root = fileURLToPath(new URL('..', import.meta.url))

/** Names that some files may define each, and why. In any other file, they are second definitions. */
const exceptions: readonly { readonly names: readonly string[]; readonly files: readonly string[] }[] = [
  // The same interface for two hosts.
  {
    names: ['checkExecution', 'createClient', 'mcpProgram', 'readHistory', 'readParquet', 'updateDomains'],
    files: ['client/host/browser.ts', 'client/host/node.ts'],
  },
  { names: ['loadClient', 'startServer'], files: ['client/start-in-browser.ts', 'client/start-on-node.ts'] },
  { names: ['connect'], files: ['server/platform/browser.ts', 'server/platform/node.ts'] },
  // The first loads the second later, so that neither can import it from the other.
  { names: ['isInBrowser'], files: ['client/extension.ts', 'client/main.ts'] },
]

/** Programs that no file imports, such as the pages of webviews: each has its own `reload`, `toolbar` and `summary`. */
const programs = ['client/webviews/*/main.ts', 'playground/main.ts']

test('no name is defined by two files', () => {
  const files = globSync(
    ['shared', 'server', 'cli', 'client', 'playground'].map(folder => `${folder}/**/*.ts`),
    { cwd: root, ignore: ['**/*.test.ts', '**/*.d.ts', ...programs] },
  )
  const places = new Map<string, string[]>()
  for (const file of files.sort())
    for (const name of new Set(definedBy(readFileSync(join(root, file), 'utf8'))))
      places.set(name, [...(places.get(name) ?? []), file])
  const several = [...places]
    .filter(([, where]) => where.length > 1)
    .map(([name, where]) => `${name}: ${where.join(', ')}`)
  const allowed = exceptions.flatMap(({ names, files: where }) => names.map(name => `${name}: ${where.join(', ')}`))
  expect(several.sort()).toEqual(allowed.sort())
})

test('names are found in every form', () => {
  const text = `
export const one = 1
export function two() {}
async function* three() {}
export class Four {}
abstract class Five {}
export interface Six {}
type Seven = string
export { eight } from './eight.ts'
  const nine = 9
declare const ten: string
`
  expect(definedBy(text)).toEqual(['one', 'two', 'three', 'Four', 'Five', 'Six', 'Seven'])
})

/** The names that a file defines at its top level. What it only passes on is defined elsewhere. */
function definedBy(text: string): string[] {
  // What is declared is defined by the runtime.
  const kinds = 'const|let|function\\*?|async function\\*?|class|abstract class|interface|type|enum'
  return [...text.matchAll(new RegExp(`^(?:export )?(?:${kinds}) (\\w+)`, 'gm'))].map(([, name]) => name!)
}
