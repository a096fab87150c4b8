import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import picomatch from 'picomatch'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The packages that the files of a folder may import, and `node` for what comes with Node. */
const packages: Readonly<Record<string, readonly string[]>> = {
  // The language runs everywhere: no Node, no browser, no protocol.
  shared: [
    '@noble/hashes/{sha2,utils}.js',
    'canonicalize',
    'diff',
    're2js',
    'fastest-levenshtein',
    'fflate/browser',
    'jsonc-parser',
    'papaparse',
    'picomatch',
    'valibot',
  ],
  server: ['valibot', 'vscode-languageserver', 'vscode-languageserver-{types,textdocument}', 'vscode-uri'],
  // What answers a request knows the protocol's types, and no connection.
  'server/{snapshot,completion,refactorings,features,requests}': [
    'vscode-languageserver-{types,textdocument}',
    'vscode-uri',
    'valibot',
  ],
  'server/platform': [
    'vscode-languageserver',
    'vscode-languageserver-textdocument',
    'vscode-languageserver/{node,browser}',
    'vscode-uri',
    'node',
  ],
  cli: [
    'chokidar',
    'cli-progress',
    '@clack/prompts',
    'commander',
    'diff',
    'hyparquet',
    'hyparquet-{compressors,writer}',
    'nanotar',
    'picocolors',
    'picocolors/types',
    'picomatch',
    'sarif',
    'string-width',
    'tinyglobby',
    'valibot',
    'signal-exit',
    'write-file-atomic',
    'node',
  ],
  // The only part with the Model Context Protocol, whose libraries are large.
  'cli/mcp': [
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/server/stdio',
    '@valibot/to-json-schema',
    'commander',
    'vscode-jsonrpc/node',
    'node',
  ],
  client: [
    'vscode',
    'vscode-languageclient',
    'vscode-languageclient/{node,browser}',
    'hyparquet',
    'hyparquet-compressors',
    'node',
  ],
  playground: [
    '@codemirror/{autocomplete,commands,lang-json,language,lint,lsp-client,search,state,view}',
    '@lezer/highlight',
    'dompurify',
    'vscode-languageserver',
    'vscode-languageserver-types',
  ],
  'client/webviews': ['@dagrejs/dagre', 'd3-{selection,zoom}', 'valibot'],
}

/** Files that are no source: a folder may import them as they are. */
const data: Readonly<Record<string, readonly string[]>> = {
  'shared/domains': ['descriptors/*.json'],
  'shared/config': ['descriptors/schema.json', 'package.json', 'schemas/*.json'],
  'shared/link': ['shared/link/dictionary-1.json'],
  'server/platform': ['package.json'],
  cli: ['package.json'],
  'cli/{output,output/formats}': ['docs/codes.md*', 'package.json'],
}

const picture = readFileSync(join(root, 'docs/architecture.md'), 'utf8').match(/```mermaid\n([^]*?)```/)![1]!
const arrows = arrowsIn(picture)
const folders = new Set(arrows.flatMap(({ from, to }) => [from, to]))
const files = globSync(['shared/**/*.ts', 'server/**/*.ts', 'cli/**/*.ts', 'client/**/*.ts', 'playground/**/*.ts'], {
  cwd: root,
  ignore: ['**/*.test.ts'],
}).sort()
const imports = files.flatMap(file => importsOf(file).map(imported => ({ file, imported })))

test('every file is in a folder of the picture', () => {
  expect(files.filter(file => folderOf(file) === undefined)).toEqual([])
})

test('every import follows the arrows of the picture', () => {
  const broken = imports.filter(({ file, imported }) => {
    const [from, to] = [folderOf(file)!, folderOf(imported)]
    return to !== undefined && from !== to && !below(from).has(to)
  })
  expect(broken.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test('every arrow of the picture stands for an import', () => {
  const used = new Set(imports.map(({ file, imported }) => `${folderOf(file)} --> ${folderOf(imported)}`))
  expect(arrows.map(({ from, to }) => `${from} --> ${to}`).filter(arrow => !used.has(arrow))).toEqual([])
})

test('every package and every data file is one that the folder may import', () => {
  const broken = imports.filter(({ file, imported }) => folderOf(imported) === undefined && !mayImport(file, imported))
  expect(broken.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
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
  const overFiles = ['bulk-edit', 'migrate-records', 'workspace', 'written-values'].map(
    name => `server/requests/${name}.ts`,
  )
  expect(asked.filter(file => !known.includes(file))).toEqual(overFiles)
})

test('only the programs that start something import Node and the connection', () => {
  const broken = imports.filter(
    ({ file, imported }) => imported === 'node' && file.startsWith('server/') && !/\/node(-\w+)*\.ts$/.test(file),
  )
  expect(broken.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([])
})

test('imports run one way: no file comes back to itself', () => {
  let circles = new Map(files.map(file => [file, importsOf(file)]))
  // Removes each file that imports none of the rest, or that none of the rest imports, until nothing changes.
  for (let before = Infinity; circles.size < before; ) {
    before = circles.size
    const imported = new Set([...circles.values()].flat())
    circles = new Map(
      [...circles].filter(([file, targets]) => imported.has(file) && targets.some(other => circles.has(other))),
    )
  }
  expect([...circles.keys()]).toEqual([])
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

/** The innermost folder of the picture that a file is in; undefined for packages and data. */
function folderOf(file: string): string | undefined {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) if (folders.has(folder)) return folder
  return undefined
}

function mayImport(file: string, imported: string): boolean {
  const isOneOf = (table: Readonly<Record<string, readonly string[]>>): boolean => {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
      const allowed = Object.entries(table).find(([glob]) => picomatch.isMatch(folder, glob))?.[1]
      if (allowed) return picomatch.isMatch(imported, [...allowed])
    }
    return false
  }
  return isOneOf(packages) || isOneOf(data)
}

/** The modules that a file imports: paths from the root, packages by name, all of Node's own as one. */
function importsOf(file: string): string[] {
  return importedBy(readFileSync(join(root, file), 'utf8')).map(imported => {
    if (imported.startsWith('.')) return relative(root, join(root, dirname(file), imported)).replaceAll('\\', '/')
    return isBuiltin(imported) ? 'node' : imported
  })
}

function importedBy(text: string): string[] {
  const statement =
    /^(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|^[^'"`\n]*?(?<!\/\/.*)\b(?:import|require)\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(statement)].map(([, declared, called]) => (declared ?? called)!)
}
