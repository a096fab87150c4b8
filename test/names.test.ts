import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

// One name has one meaning: no two files define the same name, exported or not, so a search for it finds one thing.

const root = fileURLToPath(new URL('..', import.meta.url))

/** Names that several files may define, with the reason. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ...['checkExecution', 'createClient', 'mcpProgram', 'readHistory', 'readParquet', 'updateDomains'].map(
    name => [name, 'client/host/node.ts and client/host/browser.ts are the same interface for two hosts'] as const,
  ),
  ...['loadClient', 'startServer'].map(
    name => [name, 'client/start-on-node.ts and client/start-in-browser.ts are the same for two hosts'] as const,
  ),
  ['connect', 'server/platform/node.ts and server/platform/browser.ts are the same interface for two hosts'],
  ['isInBrowser', 'client/main.ts loads client/extension.ts later, so that neither can import it from the other'],
])

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
  const several = [...places].filter(([name, where]) => where.length > 1 && !exceptions.has(name))
  expect(several.map(([name, where]) => `${name}: ${where.join(', ')}`)).toEqual([])
  expect([...exceptions.keys()].filter(name => (places.get(name) ?? []).length < 2)).toEqual([])
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
