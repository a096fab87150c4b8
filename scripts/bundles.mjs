// The programs that the build makes, as options of esbuild. `scripts/bundled-packages.mjs` finds the packages in them.

import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from './project.mjs'

/** The pages that the extension shows in webviews. Each becomes a script and a style sheet. */
const webviews = ['table', 'overview', 'graph', 'compare', 'import']

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
      if (!/^(descriptors|schemas)[\\/]/.test(relative(root, path))) return undefined
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))
      return { contents: `export default JSON.parse(${JSON.stringify(text)})`, loader: 'js' }
    }),
}

/**
 * Makes separate bundles of libraries that are large and rarely needed.
 *
 * @type {import('esbuild').Plugin}
 */
const loadedLater = {
  name: 'loaded-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(facts-)?parquet\.ts$/ }, ({ path }) => ({
      path: `./${basename(path, '.ts')}.js`,
      external: true,
    })),
}

/**
 * The options of all bundles.
 *
 * @returns {import('esbuild').BuildOptions[]}
 */
export const bundles = () => [
  bundle('client/main.ts', 'dist/extension.js', { external: ['vscode'] }),
  bundle('client/program.ts', 'dist/program.js', { plugins: [json, loadedLater] }),
  bundle('server/main.ts', 'dist/server.js'),
  ...webviews.map(name => bundle(`client/webviews/${name}/main.ts`, `dist/webviews/${name}.js`, browser)),
  bundle('cli/main.ts', 'dist/cli.js', { banner: { js: '#!/usr/bin/env node' }, plugins: [json, loadedLater] }),
  bundle('cli/check/parts/worker.ts', 'dist/check-worker.js', { plugins: [json] }),
  bundle('cli/convert/parquet.ts', 'dist/parquet.js', { conditions: ['module', 'node'] }),
  bundle('cli/check/map-reduce/facts-parquet.ts', 'dist/facts-parquet.js', { conditions: ['module', 'node'] }),
]

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
  define: { 'import.meta.url': '__filename' },
  plugins: [json],
  ...options,
})
