import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The name of all of Node's own modules in the table. */
const node = 'node:*'

/**
 * Which modules a part of the sources may import besides its own: paths from the root, or packages by name; `*` is
 * anything within one folder, `**` anything at all. A file belongs to the first part that has it.
 */
const table: readonly { files: string; imports: readonly string[] }[] = [
  // The language: no Node, no protocol.
  { files: 'shared/**', imports: ['descriptors/*.json', 're2js', 'fastest-levenshtein'] },
  // A feature answers from a snapshot: it knows no connection, and no other feature.
  { files: 'server/features/*', imports: ['shared/**', 'vscode-languageserver-types', ...views()] },
  { files: 'server/completion/*', imports: ['shared/**', 'vscode-languageserver-types', ...views()] },
  // Where the server meets its platform.
  { files: 'server/node.ts', imports: ['server/server.ts', 'server/node-files.ts', 'package.json', 'vscode-languageserver/node', node] },
  { files: 'server/node-files.ts', imports: ['server/files.ts', 'tinyglobby', 'vscode-uri', node] },
  // The command line, which needs nothing of the editor's but the settings' meaning.
  { files: 'server/cli.ts', imports: ['server/cli/*', 'package.json', 'commander', node] },
  { files: 'server/cli/**', imports: ['shared/**', 'server/settings.ts', 'commander', 'picomatch', 'tinyglobby', node] },
  // What the features see.
  ...views().map(files => ({ files, imports: ['shared/**', 'vscode-languageserver-types', 'picomatch', ...views()] })),
  // The rest of the server.
  { files: 'server/*', imports: ['shared/**', 'server/features/*', ...views(), 'vscode-languageserver', 'vscode-languageserver-textdocument', 'vscode-uri'] },
  { files: 'client/node.ts', imports: ['client/extension.ts', 'vscode', 'vscode-languageclient/node'] },
  { files: 'client/**', imports: ['shared/protocol.ts', 'vscode', 'vscode-languageclient'] },
]

/** The modules of the server that hold no connection and no state. */
function views(): string[] {
  return ['cursor', 'describe', 'diagnostic', 'settings', 'snapshot'].map(name => `server/${name}.ts`).concat('server/completion/*')
}

const sources = globSync(['shared/**/*.ts', 'server/**/*.ts', 'client/**/*.ts'], { cwd: root, ignore: ['**/*.test.ts'] }).sort()

test('every import is one that the table allows', () => {
  const broken = sources.flatMap(file => importsOf(file).filter(imported => !isAllowed(file, imported)).map(imported => `${file} imports ${imported}`))
  expect(broken).toEqual([])
})

test('a feature imports no other feature', () => {
  const features = sources.filter(file => file.startsWith('server/features/'))
  expect(features.length).toBeGreaterThan(3)
  expect(features.flatMap(importsOf).filter(imported => imported.startsWith('server/features/'))).toEqual([])
})

test('every line of the table has a file', () => {
  for (const { files } of table) expect(sources.some(file => matches(files, file)), files).toBe(true)
})

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

function isAllowed(file: string, imported: string): boolean {
  const part = partOf(file)
  return part !== undefined && (part === partOf(imported) || part.imports.some(pattern => matches(pattern, imported)))
}

const partOf = (file: string): (typeof table)[number] | undefined => table.find(({ files }) => matches(files, file))

/** The modules that a file imports: paths from the root, packages by name, Node's own under one name. */
const importsOf = (file: string): string[] => importedBy(readFileSync(join(root, file), 'utf8')).map(imported => {
  if (imported.startsWith('.')) return relative(root, join(root, dirname(file), imported)).replaceAll('\\', '/')
  return imported.startsWith('node:') || builtinModules.includes(imported) ? node : imported
})

function importedBy(text: string): string[] {
  const statement = /^(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|^[^'"`\n]*?(?<!\/\/.*)\b(?:import|require)\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statement)].map(([, declared, called]) => (declared ?? called)!)
}

/** Whether a path is one that the pattern means. */
function matches(pattern: string, path: string): boolean {
  if (pattern === path) return true
  const expression = pattern.replace(/[.+]/g, '\\$&').replace(/\*\*|\*/g, stars => (stars === '**' ? '.*' : '[^/]*'))
  return new RegExp(`^${expression}$`).test(path)
}
