// Builds the playground as a folder for any server of static files.
//
//   node scripts/playground.mjs    into dist/playground

import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundle, playgroundBundles, serviceWorkerBundle } from './bundles.mjs'
import { gallery } from './gallery.mjs'
import { root } from './project.mjs'

/** The folder of the playground alone. */
export const playgroundFolder = join(root, 'dist/playground')

/**
 * Builds the playground.
 *
 * @param {string} folder where to
 * @param {string} [codesPage] the address of the page of problem codes, relative to the folder; without it, codes are
 *   no links
 */
export async function buildPlayground(folder, codesPage) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await Promise.all(playgroundBundles(folder).map(buildBundle))
  for (const name of ['index.html', 'table.html', 'theme.css'])
    copyFileSync(join(root, 'playground/page', name), join(folder, name))
  copyFileSync(join(root, 'images/icon.svg'), join(folder, 'icon.svg'))
  writeFileSync(join(folder, 'gallery.json'), JSON.stringify(gallery()))
  if (codesPage !== undefined) {
    const start = join(folder, 'index.html')
    const page = readFileSync(start, 'utf8')
    writeFileSync(start, page.replace('<title>', `<meta name="codes-page" content="${codesPage}">\n<title>`))
  }
  await buildServiceWorker(folder)
}

/**
 * Builds what keeps the files, once all others are there: its version is a hash of them.
 *
 * @param {string} folder
 */
async function buildServiceWorker(folder) {
  const files = readdirSync(folder).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)))
  const define = { VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)), FILES: JSON.stringify(files) }
  await buildBundle(serviceWorkerBundle(folder, define))
}

/**
 * Builds the module that makes and reads links, for scripts.
 *
 * @param {string} file where to
 * @returns {Promise<typeof import('../shared/link/playground-link.ts')>} the module
 */
export async function loadLinks(file) {
  await buildBundle(bundle('shared/link/playground-link.ts', file, { format: 'esm' }))
  return import(pathToFileURL(file).href)
}

/** @param {import('esbuild').BuildOptions} options */
const buildBundle = options => build({ ...options, minify: true, logLevel: 'warning' })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildPlayground(playgroundFolder)
