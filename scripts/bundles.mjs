// The programs that the build makes, as options of esbuild. `scripts/bundled-packages.mjs` finds the packages in them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { builtFrom } from './built-from.mjs'
import { textsWithKeysOnce } from './built-texts.mjs'
import { root } from './project.mjs'

/** The pages that the extension shows in webviews. Each becomes a script and a style sheet. */
const webviews = ['table', 'overview', 'graph', 'compare', 'import', 'changes', 'history']

/** The sentences of all pages in other languages than English. */
export const sentencesOfPages = 'dist/webviews/sentences.js'

const from = builtFrom(root)

/** @type {import('esbuild').BuildOptions} */
const browser = {
  platform: 'browser',
  format: 'iife',
  target: 'chrome122',
  define: {},
  alias: Object.fromEntries(
    ['d3-transition', 'd3-interpolate'].map(name => [name, join(root, 'client/webviews/graph/no-movement.ts')]),
  ),
}

/** @type {import('esbuild').BuildOptions} */
const inBrowser = {
  platform: 'browser',
  format: 'iife',
  // What knows `light-dark` in style sheets, which the playground needs.
  target: ['chrome123', 'firefox120', 'safari17.5'],
  conditions: ['module', 'browser'],
  mainFields: ['module', 'browser', 'main'],
  define: { 'import.meta.url': '""', BUILT_FROM: 'undefined' },
}

/**
 * Turns imported JSON into a call of `JSON.parse`, which V8 runs several times faster than the same object as code.
 *
 * @type {import('esbuild').Plugin}
 */
const json = {
  name: 'json',
  setup: build =>
    build.onLoad({ filter: /\.json$/ }, ({ path }) => {
      // Skips the project's package.json, because only one property of it is imported. The path is relative because the
      // project itself can be in a folder with one of these names.
      if (!/^(descriptors|schemas)[\\/](?!texts[\\/])/.test(relative(root, path))) return undefined
      const isSchema = path.endsWith('schema.json')
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), isSchema ? withoutHelp : undefined)
      return parsedJson(text)
    }),
}

/**
 * A module that parses a text as JSON when it is loaded.
 *
 * @param {string} text
 * @returns {import('esbuild').OnLoadResult}
 */
const parsedJson = text => ({ contents: `export default JSON.parse(${JSON.stringify(text)})`, loader: 'js' })

/** The module with the texts of domains in other languages. */
const textsModule = /[\\/]shared[\\/]domains[\\/]texts[\\/]catalogs\.ts$/

/**
 * Loads the texts of domains in other languages when one is needed first. In a browser, somebody has to say where they
 * are; without it, there are none.
 *
 * @type {import('esbuild').Plugin}
 */
const textsLater = {
  name: 'texts-later',
  setup: ({ onResolve, onLoad }) => {
    onLoad({ filter: textsModule }, () => ({
      contents: `
        let address
        let loaded
        const load = () => {
          if (typeof require === 'function') return require('./texts.js')
          const none = { textsOfDomain: () => undefined, sentencesIn: () => ({}) }
          if (address === undefined) return none
          try {
            importScripts(address)
            return globalThis.reclineTexts
          } catch (error) {
            console.error('Recline: The texts in other languages could not be loaded.', error)
            return none
          }
        }
        export const setTextsAddress = value => { address = value }
        export const textsOfDomain = (language, domain) => (loaded ??= load()).textsOfDomain(language, domain)
        export const sentencesIn = language => (loaded ??= load()).sentencesIn(language)`,
      loader: 'js',
    }))
    onResolve({ filter: /^\.\/texts\.js$/ }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * Leaves out the texts of domains in other languages, for programs that are one file and must be small.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutTexts = {
  name: 'without-texts',
  setup: ({ onLoad }) =>
    onLoad({ filter: textsModule }, () => ({
      contents: `
        export const textsOfDomain = () => undefined
        export const sentencesIn = () => ({})
        export const setTextsAddress = () => undefined`,
      loader: 'js',
    })),
}

/**
 * Leaves out of a schema what only editors show, who read it from a file of its own: the check needs none of it.
 *
 * @param {string} key
 * @param {unknown} value
 */
const withoutHelp = (key, value) =>
  (key === 'description' && typeof value === 'string') || (key === 'defaultSnippets' && Array.isArray(value))
    ? undefined
    : value

/**
 * Makes separate bundles of modules that are large and not needed at once.
 *
 * @param {Readonly<Record<string, string>>} names the names of the bundles by the names of the modules
 * @returns {import('esbuild').Plugin}
 */
const loadedLater = names => ({
  name: 'loaded-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\..*\.ts$/ }, ({ path }) => {
      const name = names[basename(path, '.ts')]
      return name === undefined ? undefined : { path: `./${name}.js`, external: true }
    }),
})

/** The modules of the command line that are bundles of their own: few runs need them, and they bring large packages. */
const rarelyNeeded = loadedLater({
  parquet: 'parquet',
  'facts-parquet': 'facts-parquet',
  progress: 'progress',
  search: 'search',
  'serve-mcp': 'mcp',
  watch: 'watch',
  workbook: 'workbook',
})

/**
 * Loads the engine of regular expressions, which is large, when a pattern needs it first: few patterns do.
 *
 * @param {string} engine an expression for the engine, evaluated at each use of it
 * @returns {import('esbuild').Plugin}
 */
const patternsLater = engine => ({
  name: 'patterns-later',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^re2js$/ }, () => ({ path: 're2js', namespace: 'patterns-later' }))
    onLoad({ filter: /.*/, namespace: 'patterns-later' }, () => ({
      contents: `
        const engine = () => ${engine}
        export const RE2JS = {
          compile: (pattern, flags) => engine().RE2JS.compile(pattern, flags),
          get DOTALL() { return engine().RE2JS.DOTALL },
        }
        export const RE2JSSyntaxException = {
          [Symbol.hasInstance]: error => error instanceof engine().RE2JSSyntaxException,
        }`,
    }))
    onResolve({ filter: /^\.\/re2js\.js$/ }, ({ path }) => ({ path, external: true }))
  },
})

const patternsInNode = patternsLater("require('./re2js.js')")

/**
 * A package in a worker, as an expression: a worker loads scripts in step, as Node does. The script defines a variable.
 *
 * @param {string} name the name of the package, of its script and of the variable
 */
const inWorker = name => `(self.${name} ?? (importScripts('${name}.js'), self.${name}))`

/**
 * Loads the reader of CSV when a text is pasted as CSV or with quotes.
 *
 * @type {import('esbuild').Plugin}
 */
const csvLater = {
  name: 'csv-later',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^papaparse$/ }, () => ({ path: 'papaparse', namespace: 'csv-later' }))
    onLoad({ filter: /.*/, namespace: 'csv-later' }, () => ({
      contents: `export default { parse: (text, options) => ${inWorker('papaparse')}.parse(text, options) }`,
    }))
  },
}

/**
 * Loads what makes and reads links, with its dictionary, when the page of the playground needs it first.
 *
 * @type {import('esbuild').Plugin}
 */
const linksLater = {
  name: 'links-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /[\\/]playground-link\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './links.js', external: true } : undefined,
    ),
}

/**
 * Loads the module of Node for hashes, which is large, when a hash is needed first: most runs need none.
 *
 * @type {import('esbuild').Plugin}
 */
const hashesLater = {
  name: 'hashes-later',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:crypto$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:crypto', namespace: 'hashes-later' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'hashes-later' }, () => ({
      contents: `export const createHash = algorithm => require('node:crypto').createHash(algorithm)`,
    }))
  },
}

/**
 * Leaves out the module for processes in the library that reads arguments: only commands that are programs of their own
 * need it, and it takes longer to load than the library.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutProcesses = {
  name: 'without-processes',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'none', namespace: 'without-processes' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'without-processes' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/**
 * Leaves out what the command line of the extension never runs: it only prints lines, and has no other option of
 * `recline check`. With them the bundle would be a tenth larger, above all by the documentation of the codes for SARIF.
 *
 * @type {import('esbuild').Plugin}
 */
const onlyForTheExtension = {
  name: 'only-for-the-extension',
  setup: ({ onResolve, onLoad }) => {
    const leftOut = new RegExp(
      '^cli/(output/formats/(?!lines[.])[^/]+' +
        '|check/(watch|map-reduce/(map|reduce-files)|fix/(print|write)-fixes|since/(since-revision|skipped-files)' +
        '|baseline/(write-)?baseline))[.]ts$',
    )
    onResolve({ filter: /^\..*\.ts$/ }, ({ kind, path, resolveDir }) => {
      const file = relative(root, join(resolveDir, path)).replaceAll(sep, '/')
      return kind === 'dynamic-import' && leftOut.test(file) ? { path: file, namespace: 'left-out' } : undefined
    })
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `throw new Error('${path} is not part of the extension')`,
    }))
  },
}

/** The modules that only answer requests which the playground never sends. */
const filesOfNoRequest = [
  'shared/convert/export-records',
  'shared/evolution/(?:broken-counts|compare-with-earlier|placed-changes)',
  'shared/views/overview/overview',
  'server/agents/(?:call-tool|completions|find|resources)',
  'server/requests/(?:bulk-edit|compare|draft-descriptor|graph|import-into-records|import-records|migrate-records|new-record)',
  'server/requests/(?:choosable-values|empty-fields|playground-files|records-from-text|report-blocks|sort-records|typed-tags)',
  'server/features/(?:inline-completion|reference-hierarchy|selection-ranges)',
  'server/reports/(?:completion|hover|open-blocks|problems)',
  'server/requests/(?:whole-records|workspace|written-values)',
]

/**
 * Leaves out the answers to requests that the playground never sends: with the packages that only they need, they are a
 * tenth of the server.
 *
 * @type {import('esbuild').Plugin}
 */
const onlyForThePlayground = {
  name: 'only-for-the-playground',
  setup: ({ onLoad }) => {
    const leftOut = new RegExp(`[\\\\/](?:${filesOfNoRequest.join('|').replaceAll('/', '[\\\\/]')})\\.ts$`)
    onLoad({ filter: leftOut }, ({ path }) => {
      const names = readFileSync(path, 'utf8').matchAll(/^export (?:async )?(function|const|class) (\w+)/gm)
      const contents = Array.from(names, ([, kind, name]) =>
        // The server makes objects of these at its start, and asks them nothing.
        kind === 'class'
          ? `export class ${name} {}`
          : `export function ${name}() { throw new Error('${name} is not part of the playground') }`,
      )
      return { contents: contents.join('\n') }
    })
  },
}

/**
 * Leaves out the extensions that come with Recline: no `recline.json` puts them in force in the playground and in the
 * library, which take descriptors as texts.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutPractice = {
  name: 'without-practice',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]descriptors[\\/]practice[\\/]\w+\.json$/ }, () => ({
      contents: 'export default undefined',
      loader: 'js',
    })),
}

/**
 * Leaves out texts of the built-in domains, which are a third of them: all of use cases but their titles, related
 * domains, the reasons and examples of rules, and what only a search over the domains reads. The library shows none of
 * them, and the playground only values of theirs as further examples of a field.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutUnshownTexts = {
  name: 'without-unshown-texts',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]descriptors[\\/]\w+\.json$/ }, ({ path }) => {
      const descriptor = JSON.parse(readFileSync(path, 'utf8'))
      // The schema of descriptors is in the same folder.
      if (!descriptor.meta) return undefined
      Object.assign(descriptor.meta, { related: [], highlights: [] })
      for (const useCase of descriptor.meta.use_cases)
        Object.assign(useCase, { description: '', steps: [], example: '' })
      for (const context of Object.values(descriptor.meta.tag_context ?? {})) delete context.purpose
      for (const tag of descriptor.records) {
        delete tag.keywords
        for (const field of tag.fields) delete field.keywords
        for (const rule of tag.rules ?? []) {
          delete rule.description
          delete rule.examples
        }
      }
      return parsedJson(JSON.stringify(descriptor))
    }),
}

/**
 * What stands in the playground for modules of the protocol libraries: a worker gets messages as objects, so it reads
 * and writes no bytes, and no editor of ours has notebooks.
 *
 * @type {Readonly<Record<string, string>>}
 */
const unusedProtocol = {
  'vscode-languageserver/lib/common/notebook.js':
    'exports.NotebookSyncFeature = Base => Base; exports.NotebookDocuments = class {}',
  'vscode-languageserver-protocol/lib/common/protocol.notebook.js': '',
  'vscode-jsonrpc/lib/common/messageBuffer.js': 'exports.AbstractMessageBuffer = class {}',
}

/** @type {import('esbuild').Plugin} */
const withoutUnusedProtocol = {
  name: 'without-unused-protocol',
  setup: ({ onLoad }) => {
    for (const [path, contents] of Object.entries(unusedProtocol))
      onLoad({ filter: new RegExp(`[\\\\/]${path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`) }, () => ({
        contents,
      }))
  },
}

/**
 * Says that the library that unpacks Parquet has no side effects. So what is not imported is left out, above all the
 * dictionary of Brotli, which would be half of the bundle.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutBrotli = {
  name: 'without-brotli',
  setup: build =>
    build.onResolve({ filter: /^(hyparquet-compressors|hysnappy|\.\/.*)$/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'resolved' || (path.startsWith('.') && !/hyparquet-compressors/.test(from.importer))) return
      return { ...(await build.resolve(path, { ...from, pluginData: 'resolved' })), sideEffects: false }
    }),
}

/**
 * Leaves out the validator of JSON schemas in the library for the Model Context Protocol: only questions to users need
 * it, and we ask none. It would be a quarter of the bundle.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutSchemaValidator = {
  name: 'without-schema-validator',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'without-schema-validator',
    }))
    onLoad({ filter: /.*/, namespace: 'without-schema-validator' }, () => ({
      contents: `
        export { default as process } from 'node:process'
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error('This server checks no JSON schemas.') }
        }`,
    }))
  },
}

/**
 * Writes characters beyond ASCII as escapes, also in regular expressions, where esbuild leaves them as they are: for
 * one of them, V8 stores the text of the whole bundle with two bytes for each character, and starts later.
 *
 * @type {import('esbuild').Plugin}
 */
const onlyAscii = {
  name: 'only-ascii',
  setup: ({ initialOptions, onEnd }) => {
    // Who only asks what a bundle has gets it; a map of the source knows the columns as they were.
    if (initialOptions.write === false || initialOptions.sourcemap) return
    initialOptions.write = false
    onEnd(({ outputFiles = [] }) => {
      for (const { path, text } of outputFiles) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text.replace(/[^\0-\x7f]/g, escapedUnit))
      }
    })
  },
}

/** @param {string} unit a UTF-16 code unit */
const escapedUnit = unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Loads other bundles with `require`: `import` would start the loader of ES modules too. */
const withRequire = { supported: { 'dynamic-import': false } }

/** @type {import('esbuild').BuildOptions} */
const commandLine = {
  plugins: [json, rarelyNeeded, patternsInNode, textsLater, hashesLater, withoutProcesses, onlyAscii],
  ...withRequire,
}

/**
 * The library, for bundlers, browsers and Node.
 *
 * @type {import('esbuild').BuildOptions}
 */
const library = {
  ...inBrowser,
  format: 'esm',
  target: 'es2022',
  plugins: [withoutPractice, withoutTexts, withoutUnshownTexts, json],
}

/**
 * The part of the library that reads folders, for Node. It loads the same bundles late as the command line.
 *
 * @type {import('esbuild').BuildOptions}
 */
const libraryOfFolders = {
  ...commandLine,
  format: 'esm',
  // What the other bundles have as CommonJS modules.
  banner: {
    js: `
      import { createRequire as requireFrom } from 'node:module'
      import { dirname as folderOfPath } from 'node:path'
      import { fileURLToPath as pathOfUrl } from 'node:url'
      const require = requireFrom(import.meta.url)
      const __filename = pathOfUrl(import.meta.url)
      const __dirname = folderOfPath(__filename)`,
  },
}

/**
 * The options of all bundles.
 *
 * @returns {import('esbuild').BuildOptions[]}
 */
export const bundles = () => [
  bundle('client/main.ts', 'dist/extension.js', {
    external: ['vscode'],
    plugins: [loadedLater({ extension: 'client' })],
  }),
  bundle('client/extension.ts', 'dist/client.js', { external: ['vscode'] }),
  bundle('client/program.ts', 'dist/program.js', { plugins: [json, textsLater, onlyForTheExtension, onlyAscii] }),
  bundle('server/main.ts', 'dist/server.js', { plugins: [json, patternsInNode, textsLater, onlyAscii] }),
  bundle('client/records/table-reader.ts', 'dist/table-reader.js', { format: 'iife', plugins: [withoutBrotli] }),
  ...webviews.map(name => bundle(`client/webviews/${name}/main.ts`, `dist/webviews/${name}.js`, browser)),
  bundle('client/webviews/sentences.ts', sentencesOfPages, {
    ...browser,
    charset: 'utf8',
    plugins: [textsWithKeysOnce],
  }),
  bundle('client/reports/report-preview.css', 'dist/webviews/report-preview.css', browser),
  bundle('cli/main.ts', 'dist/cli.js', {
    banner: { js: '#!/usr/bin/env node' },
    plugins: [loadedLater({ 'only-check': 'check', 'only-lsp': 'lsp', 'run-all-commands': 'commands' })],
    ...withRequire,
  }),
  bundle('cli/only-check.ts', 'dist/check.js', commandLine),
  bundle('cli/only-lsp.ts', 'dist/lsp.js', commandLine),
  bundle('cli/run-all-commands.ts', 'dist/commands.js', commandLine),
  ...['check/progress', 'check/watch', 'files/search'].map(path =>
    bundle(`cli/${path}.ts`, `dist/${basename(path)}.js`, withRequire),
  ),
  bundle('cli/mcp/serve-mcp.ts', 'dist/mcp.js', {
    conditions: ['module', 'node'],
    plugins: [withoutSchemaValidator],
    ...withRequire,
  }),
  bundle('cli/check/parts/worker.ts', 'dist/check-worker.js', { plugins: [json, patternsInNode, onlyAscii] }),
  bundle('re2js', 'dist/re2js.js'),
  bundle('shared/domains/texts/catalogs.ts', 'dist/texts.js', {
    // A script for `importScripts` too, so it is a module only where there are some.
    format: 'iife',
    globalName: 'reclineTexts',
    footer: { js: 'if (typeof module === "object") module.exports = reclineTexts' },
    charset: 'utf8',
    plugins: [textsWithKeysOnce],
  }),
  bundle('library/index.ts', 'dist/library/index.mjs', library),
  bundle('library/node/index.ts', 'dist/library-node.mjs', libraryOfFolders),
  bundle('cli/convert/parquet/parquet.ts', 'dist/parquet.js', { conditions: ['module', 'node'] }),
  bundle('cli/convert/workbook/workbook.ts', 'dist/workbook.js'),
  bundle('cli/check/map-reduce/facts-parquet.ts', 'dist/facts-parquet.js', { conditions: ['module', 'node'] }),
]

/**
 * The options of the bundles of the playground, which runs in a browser alone.
 *
 * @param {string} [folder] where they go to
 * @returns {import('esbuild').BuildOptions[]}
 */
export const playgroundBundles = (folder = 'dist/playground') => [
  ...Object.entries({
    page: 'playground/main.ts',
    server: 'playground/server/worker.ts',
    'table-frame': 'playground/views/table-frame.ts',
    table: 'client/webviews/table/main.ts',
  }).map(([name, path]) =>
    bundle(path, `${folder}/${name}.js`, {
      ...inBrowser,
      plugins: [
        withoutPractice,
        withoutTexts,
        withoutUnshownTexts,
        json,
        onlyForThePlayground,
        withoutUnusedProtocol,
        patternsLater(inWorker('re2js')),
        csvLater,
        linksLater,
      ],
    }),
  ),
  bundle('shared/link/playground-link.ts', `${folder}/links.js`, { ...inBrowser, format: 'esm' }),
  ...['re2js', 'papaparse'].map(name => bundle(name, `${folder}/${name}.js`, { ...inBrowser, globalName: name })),
]

/**
 * The options of the service worker of the playground.
 *
 * @param {string} folder where it goes to
 * @param {Record<string, string>} define its version and its files
 * @returns {import('esbuild').BuildOptions}
 */
export const serviceWorkerBundle = (folder, define) =>
  bundle('playground/page/service-worker.ts', `${folder}/service-worker.js`, { ...inBrowser, define })

/**
 * @param {string} entryPoint the module to start from
 * @param {string} outfile the bundle with this module and all its imports
 * @param {import('esbuild').BuildOptions} [options] special options for this bundle
 * @returns {import('esbuild').BuildOptions}
 */
export const bundle = (entryPoint, outfile, options) => ({
  absWorkingDir: root,
  entryPoints: [entryPoint],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // The CommonJS version of jsonc-parser loads its own files in a way that bundlers do not support.
  mainFields: ['module', 'main'],
  // The client and the server also run in browsers, with the browser versions of the protocol libraries.
  conditions: ['module', 'node', 'browser'],
  // Libraries that are ES modules create `require` from `import.meta.url`. The path of the bundle works instead.
  define: {
    'import.meta.url': '__filename',
    BUILT_FROM: from === undefined ? 'undefined' : JSON.stringify(from),
  },
  plugins: [json],
  ...options,
})
