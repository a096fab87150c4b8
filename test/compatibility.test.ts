import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../package.json'

/** The version of a package that is installed, without its last number. */
function installed(name: string): string {
  const { version } = JSON.parse(
    readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'),
  ) as { version: string }
  return version.split('.').slice(0, 2).join('.')
}

test('the extension is compiled against the oldest VS Code that the manifest names', () => {
  expect(manifest.engines.vscode).toBe(`^${installed('@types/vscode')}.0`)
})

test('the programs are compiled against the oldest Node that the manifest names, and for it', () => {
  const [, major] = /^>=(\d+)$/.exec(manifest.engines.node)!
  expect(installed('@types/node').split('.')[0]).toBe(major)
  const targets = readFileSync(new URL('../scripts/bundles.mjs', import.meta.url), 'utf8').match(
    /(?<=target: 'node)\d+/g,
  )
  expect(targets).toEqual([major])
})
