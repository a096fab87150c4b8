import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

// One name has one meaning: no two files export the same name, so that a search for it finds one thing.

const root = fileURLToPath(new URL('..', import.meta.url))

/** Names that several files may export, with the reason. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ...['checkExecution', 'createClient', 'mcpProgram', 'readHistory', 'readParquet', 'updateDomains'].map(
    name => [name, 'client/host/node.ts and client/host/browser.ts are the same interface for two hosts'] as const,
  ),
  ...['loadClient', 'startServer'].map(
    name => [name, 'client/start-on-node.ts and client/start-in-browser.ts are the same for two hosts'] as const,
  ),
  ['connect', 'server/platform/node.ts and server/platform/browser.ts are the same interface for two hosts'],
])

test('no exported name is defined twice', () => {
  const files = globSync(['shared/**/*.ts', 'server/**/*.ts', 'cli/**/*.ts', 'client/**/*.ts'], {
    cwd: root,
    ignore: ['**/*.test.ts', '**/*.d.ts'],
  })
  const places = new Map<string, string[]>()
  for (const file of files.sort())
    for (const name of exportedBy(readFileSync(join(root, file), 'utf8')))
      places.set(name, [...(places.get(name) ?? []), file])
  const several = [...places].filter(([name, where]) => where.length > 1 && !exceptions.has(name))
  expect(several.map(([name, where]) => `${name}: ${where.join(', ')}`)).toEqual([])
  expect([...exceptions.keys()].filter(name => (places.get(name) ?? []).length < 2)).toEqual([])
})

test('exported names are found in every form', () => {
  const text = `
export const one = 1
export function two() {}
export async function* three() {}
export class Four {}
export abstract class Five {}
export interface Six {}
export type Seven = string
export { eight } from './eight.ts'
const nine = 9
`
  expect(exportedBy(text)).toEqual(['one', 'two', 'three', 'Four', 'Five', 'Six', 'Seven'])
})

/** The names that a file defines and exports. What it only passes on is defined elsewhere. */
function exportedBy(text: string): string[] {
  const kinds = 'const|let|function\\*?|async function\\*?|class|abstract class|interface|type|enum'
  return [...text.matchAll(new RegExp(`^export (?:declare )?(?:${kinds}) (\\w+)`, 'gm'))].map(([, name]) => name!)
}
