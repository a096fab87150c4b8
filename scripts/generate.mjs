// npm run generate: writes the parts of settings, schemas and pages that repeat the source, such as codes, types and
// tags, and the lists of the packages that the programs contain.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { bundledPackages } from './bundled-packages.mjs'
import { generatedFiles, sourceModules } from './generated.mjs'
import { noticesFile, thirdPartyNotices } from './notices.mjs'
import { root } from './project.mjs'
import { sbom, sbomFile } from './sbom.mjs'

const source = await importSource()
for (const [path, update] of Object.entries(generatedFiles)) {
  const file = join(root, path)
  const before = readFileSync(file, 'utf8')
  const after = update(before, source)
  if (after === before) continue
  writeFileSync(file, after)
  console.log(`Updated ${path}`)
}

const packages = await bundledPackages()
writeFileSync(join(root, noticesFile), thirdPartyNotices(packages))
writeFileSync(join(root, sbomFile), sbom(packages))

/** Node 20 cannot import TypeScript, so the source is bundled first. */
function importSource() {
  const [bundle] = buildSync({
    stdin: { contents: sourceModules.map(module => `export * from './${module}'`).join('\n'), resolveDir: root },
    bundle: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    write: false,
  }).outputFiles
  return import(`data:text/javascript;base64,${Buffer.from(bundle?.contents ?? '').toString('base64')}`)
}
