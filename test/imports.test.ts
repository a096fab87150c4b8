import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import picomatch from 'picomatch'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Pure libraries, which the language may use. */
const libraries = ['re2js', 'fastest-levenshtein', 'jsonc-parser', 'papaparse', 'picomatch', 'valibot']

/** What the command line uses for what is not its own subject. */
const commandLineLibraries = [
  'chokidar',
  'cli-progress',
  '@clack/prompts',
  'commander',
  'diff',
  'hyparquet',
  'hyparquet-{compressors,writer}',
  'picocolors',
  'picocolors/types',
  'picomatch',
  'sarif',
  'string-width',
  'tinyglobby',
  'valibot',
  'write-file-atomic',
]

/** The server's modules that hold the connection, or what changes over time. */
const live = 'server/{server,session,platform,workspace,scan,client,document,files,file-reader,client-files,config-store,current-files,descriptor-store,json-files,json-problems,follow,outgoing,pull-diagnostics}.ts'

/** Its other modules, which a feature answers with: plain functions of a snapshot. */
const views = ['server/*.ts', 'server/{completion,refactorings}/*.ts']

/**
 * Which modules a part of the sources may import besides its own, as globs of paths from the root, or packages by
 * name. A file belongs to the first part that has it, and is imported as one of that part.
 */
const table: readonly Part[] = [
  // The language: no Node, no protocol.
  { files: ['shared/**'], imports: ['{descriptors,schemas}/*.json', ...libraries] },
  // Where the server meets its platform.
  { files: ['server/main.ts'], imports: ['server/{server,node,browser,file-reader}.ts'] },
  { files: ['server/browser.ts'], imports: ['server/{platform,client-files,file-reader}.ts', 'package.json', 'vscode-languageserver/browser'] },
  { files: ['server/node.ts'], imports: ['server/{platform,node-files,node-reader,client-files,file-reader}.ts', 'package.json', 'vscode-languageserver/node', 'node'] },
  { files: ['server/node-files.ts'], imports: ['server/files.ts', 'tinyglobby', 'vscode-uri', 'node'] },
  { files: ['server/node-reader.ts'], imports: ['shared/**', 'server/{node-files,file-reader}.ts', 'node'] },
  // The command line, which needs nothing of the editor's but what settings mean and how things are described.
  { files: ['server/cli.ts', 'server/cli/**'], imports: ['shared/**', 'server/{settings,describe}.ts', 'package.json', 'docs/codes.md*', 'node', ...commandLineLibraries] },
  { files: [live], imports: ['shared/**', 'server/features/*', ...views, 'valibot', 'vscode-languageserver', 'vscode-languageserver-{types,textdocument}', 'vscode-uri'], except: ['server/{main,node,browser,node-files,node-reader,cli}.ts'] },
  // A feature knows no connection, and no other feature.
  { files: ['server/features/*'], imports: ['shared/**', ...views, 'vscode-languageserver-types', 'vscode-uri'], except: [live, 'server/features/*', 'server/{main,node,browser,node-files,node-reader,cli}.ts'] },
  { files: views, imports: ['shared/**', 'server/settings.ts', 'vscode-languageserver-types', 'vscode-uri'] },
  // VS Code.
  { files: ['client/main.ts'], imports: ['client/{extension,node,browser}.ts', 'server/main.ts', 'vscode'] },
  { files: ['client/node.ts'], imports: ['client/extension.ts', 'vscode-languageclient/node', 'node'] },
  { files: ['client/browser.ts'], imports: ['client/extension.ts', 'vscode', 'vscode-languageclient/browser'] },
  // What runs in webviews: a page that knows VS Code by the messages it exchanges.
  { files: ['client/webviews/**'], imports: ['shared/{table,overview,graph}/protocol.ts', 'shared/graph/mermaid.ts', '@dagrejs/dagre', 'd3-{selection,zoom}', '@tanstack/virtual-core', 'valibot'] },
  { files: ['client/**'], imports: ['shared/protocol.ts', 'shared/{table,overview,graph}/protocol.ts', 'vscode', 'vscode-languageclient'], except: ['client/webviews/**'] },
]

interface Part {
  readonly files: readonly string[]
  readonly imports: readonly string[]
  /** What is none of its imports, although it is of its own part or a glob has it. */
  readonly except?: readonly string[]
}

const sources = globSync(['shared/**/*.ts', 'server/**/*.ts', 'client/**/*.ts'], { cwd: root, ignore: ['**/*.test.ts'] }).sort()

test('every import is one that the table allows', () => {
  const broken = sources.flatMap(file => importsOf(file).filter(imported => !isAllowed(file, imported)).map(imported => `${file} imports ${imported}`))
  expect(broken).toEqual([])
})

test('imports run one way: no file comes back to itself', () => {
  let circles = new Map(sources.map(file => [file, importsOf(file)]))
  // A file that imports nothing of what is left, or that nothing left imports, is in no circle and goes, until all do or none.
  for (let before = Infinity; circles.size < before;) {
    before = circles.size
    const imported = new Set([...circles.values()].flat())
    circles = new Map([...circles].filter(([file, imports]) => imported.has(file) && imports.some(other => circles.has(other))))
  }
  expect([...circles.keys()]).toEqual([])
})

test('every part of the table has a file', () => {
  for (const part of table) expect(sources.filter(file => partOf(file) === part), part.files.join(' ')).not.toEqual([])
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
  if (!part || matches(part.except ?? [], imported)) return false
  return part === partOf(imported) || matches(part.imports, imported)
}

const partOf = (file: string): Part | undefined => table.find(({ files }) => matches(files, file))

const matches = (globs: readonly string[], path: string): boolean => picomatch.isMatch(path, [...globs])

/** The modules that a file imports: paths from the root, packages by name, all of Node's own as one. */
const importsOf = (file: string): string[] => importedBy(readFileSync(join(root, file), 'utf8')).map(imported => {
  if (imported.startsWith('.')) return relative(root, join(root, dirname(file), imported)).replaceAll('\\', '/')
  return isBuiltin(imported) ? 'node' : imported
})

function importedBy(text: string): string[] {
  const statement = /^(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|^[^'"`\n]*?(?<!\/\/.*)\b(?:import|require)\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statement)].map(([, declared, called]) => (declared ?? called)!)
}
