// Bundles all programs: the command line, the language server, the VS Code client, and the pages of its webviews.
//
//   node scripts/build.mjs            for use: minified
//   node scripts/build.mjs --dev      for debugging: readable, with source maps
//   node scripts/build.mjs --watch    rebuilds after each change of a source file, until Ctrl+C
//   node scripts/build.mjs --tests    also the tests that run inside VS Code

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { context } from 'esbuild'
import { bundle, bundles } from './bundles.mjs'
import { root } from './project.mjs'
import { suggestingSchema } from './suggesting-schema.mjs'

/** The schemas for VS Code, by their file names in the manifest. */
const schemas = { descriptor: 'descriptors/schema.json', recline: 'schemas/recline.schema.json' }

const { values } = parseArgs({
  options: { dev: { type: 'boolean' }, watch: { type: 'boolean' }, tests: { type: 'boolean' } },
})
const development = values.dev ?? false

const tests = bundle('test/e2e/suite.ts', 'dist/test/e2e.js', {
  external: ['vscode'],
  minify: false,
  sourcemap: 'inline',
})
const contexts = await Promise.all(
  [...bundles(), ...(values.tests ? [tests] : [])].map(options =>
    context({
      minify: !development,
      sourcemap: development,
      logLevel: values.watch ? 'info' : 'warning',
      ...options,
    }),
  ),
)
const builds = await Promise.allSettled(contexts.map(each => each.rebuild()))
// esbuild has already printed the errors.
if (builds.some(({ status }) => status === 'rejected')) process.exitCode = 1
else chmodSync(join(root, 'dist/cli.js'), 0o755)
writeSchemas()
await Promise.all(contexts.map(each => (values.watch ? each.watch() : each.dispose())))

function writeSchemas() {
  mkdirSync(join(root, 'dist/schemas'), { recursive: true })
  for (const [name, path] of Object.entries(schemas)) {
    const schema = suggestingSchema(JSON.parse(readFileSync(join(root, path), 'utf8')))
    writeFileSync(join(root, 'dist/schemas', `${name}.json`), JSON.stringify(schema))
  }
}
