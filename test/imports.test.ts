import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const picture = readFileSync(join(root, 'docs/architecture.md'), 'utf8').match(/```mermaid\n([^]*?)```/)![1]!
const arrows = arrowsIn(picture)
const folders = new Set(arrows.flatMap(({ from, to }) => [from, to]))
const files = globSync(
  [
    'shared/**/*.ts',
    'library/**/*.ts',

    'server/**/*.ts',
    'cli/**/*.ts',
    'client/**/*.ts',
    'playground/**/*.ts',
  ],
  {
    cwd: root,
    ignore: ['**/*.test.ts'],
  },
).sort()
const imports = files.flatMap(file => importsOf(file).map(imported => ({ file, imported })))

test('every folder is in the picture', () => {
  expect([...new Set(files.map(folderOf))].filter(folder => !folders.has(folder))).toEqual([])
})

test('every import follows the arrows of the picture', () => {
  const broken = imports.filter(({ file, imported }) => {
    const [from, to] = [folderOf(file), folderOf(imported)]
    return folders.has(to) && from !== to && !below(from).has(to)
  })
  expect(broken.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test('every arrow of the picture stands for an import', () => {
  const used = new Set(imports.map(({ file, imported }) => `${folderOf(file)} --> ${folderOf(imported)}`))
  expect(arrows.map(({ from, to }) => `${from} --> ${to}`).filter(arrow => !used.has(arrow))).toEqual([])
})

test('no feature imports another, and no request another', () => {
  const broken = imports.filter(
    ({ file, imported }) => /^server\/(features|requests)\//.test(file) && dirname(file) === dirname(imported),
  )
  expect(broken.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test('the tests of all requests know every feature and every request', () => {
  const known = importsOf('test/requests.ts')
  const asked = files.filter(file => /^server\/(features|requests)\//.test(file))
  // These read the files of a workspace. Their parts for one file are asked.
  const overFiles = [
    'bulk-edit',
    'import-into-records',
    'migrate-records',
    'report-blocks',
    'workspace',
    'written-values',
  ].map(name => `server/requests/${name}.ts`)
  expect(asked.filter(file => !known.includes(file))).toEqual(overFiles)
})

test.each(['folding', 'formatting', 'selection-ranges', 'semantic-tokens'])(
  '%s reaches less than 40 files, as it receives only what it reads',
  name => {
    const reached = reachedFrom(`server/features/${name}.ts`)
    expect(reached.length, `It reaches:\n${reached.join('\n')}`).toBeLessThan(40)
  },
)

test('imports are found in every form', () => {
  const text = `
import a from 'one'
import type { b } from "two"
import {
  c,
} from 'three'
import 'four'
export * from './five.ts'
export type { d } from '../six.ts'
const e = await import('seven')
const f = require('fs')
type G = import('eight').G
// import 'not this'
const text = "import 'nor this'"
`
  expect(importedBy(text)).toEqual(['one', 'two', 'three', 'four', './five.ts', '../six.ts', 'seven', 'fs', 'eight'])
})

interface Arrow {
  readonly from: string
  readonly to: string
  /** Whether the arrow allows the folder that it leads to and none below that. */
  readonly isLast: boolean
}

/** The arrows of a Mermaid flowchart. Its names are paths of folders with `_` for `/`. */
function arrowsIn(chart: string): Arrow[] {
  const pathOf = (name: string): string => name.replaceAll('_', '/')
  return [...chart.matchAll(/^\s*(\w+) (-->|-\.->) (.+)$/gm)].flatMap(([, from, kind, targets]) =>
    targets!.split('&').map(to => ({ from: pathOf(from!), to: pathOf(to.trim()), isLast: kind === '-.->' })),
  )
}

/** All folders that arrows lead to from a folder, over any number of them. */
function below(from: string): Set<string> {
  const reached = new Set<string>()
  const follow = (folder: string): void => {
    for (const { to, isLast } of arrows.filter(arrow => arrow.from === folder)) {
      if (reached.has(to)) continue
      reached.add(to)
      if (!isLast) follow(to)
    }
  }
  follow(from)
  return reached
}

/** A file and all that it imports, directly and through others; without packages. */
function reachedFrom(file: string): string[] {
  const reached = new Set([file])
  for (const reachedFile of reached)
    if (reachedFile.endsWith('.ts'))
      for (const imported of importsOf(reachedFile)) if (imported.includes('/')) reached.add(imported)
  return [...reached].sort()
}

/**
 * The folder of the picture that a file has to be in: `cli/check` for `cli/check/since/check-since.ts`, and `cli` for
 * `cli/main.ts`.
 */
const folderOf = (file: string): string => dirname(file).split('/').slice(0, 2).join('/')

/** The modules that a file imports: paths from the root, and packages by name. */
function importsOf(file: string): string[] {
  return importedBy(readFileSync(join(root, file), 'utf8')).map(imported =>
    imported.startsWith('.') ? relative(root, join(root, dirname(file), imported)).replaceAll('\\', '/') : imported,
  )
}

function importedBy(text: string): string[] {
  const statement =
    /^(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|^[^'"`\n]*?(?<!\/\/.*)\b(?:import|require)\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statement)].map(([, declared, called]) => (declared ?? called)!)
}
