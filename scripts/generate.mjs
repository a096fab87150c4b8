// npm run generate: writes what settings, schemas and pages repeat of the source, such as the codes of all rules and the tags of all domains.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { generatedFiles } from './generated.mjs'
import { root } from './project.mjs'

const { problemCodes } = await importSource('shared/config/problem-codes.ts')
const { builtinDescriptors } = await importSource('shared/domains/built-in.ts')
for (const [path, update] of Object.entries(generatedFiles)) {
  const file = join(root, path)
  const before = readFileSync(file, 'utf8')
  const after = update(before, { ...problemCodes, domains: builtinDescriptors })
  if (after === before) continue
  writeFileSync(file, after)
  console.log(`Updated ${path}`)
}

/**
 * Imports a TypeScript module, which Node 20 cannot.
 *
 * @param {string} path from the project's folder
 */
function importSource(path) {
  const [bundle] = buildSync({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    write: false,
  }).outputFiles
  return import(`data:text/javascript;base64,${Buffer.from(bundle?.contents ?? '').toString('base64')}`)
}
