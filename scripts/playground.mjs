// Builds the playground as a folder for any server of static files.
//
//   node scripts/playground.mjs    into dist/playground

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundle, playgroundBundles } from './bundles.mjs'
import { gallery } from './gallery.mjs'
import { root } from './project.mjs'

/** The folder that `buildPlayground` writes. */
export const playgroundFolder = join(root, 'dist/playground')

/** Where the module with `fragmentOf` is, for scripts that make links to the playground. */
export const linkModule = join(root, 'dist/playground-link.mjs')

/**
 * Builds the folder of the playground, and the module that makes links to it.
 *
 * @param {string} [codesPage] the address of the page of problem codes, relative to the folder; without it, codes are
 *   no links
 */
export async function buildPlayground(codesPage) {
  rmSync(playgroundFolder, { recursive: true, force: true })
  mkdirSync(playgroundFolder, { recursive: true })
  const link = bundle('shared/link/playground-link.ts', linkModule, { format: 'esm' })
  const bundles = [...playgroundBundles(), link]
  await Promise.all(bundles.map(options => build({ ...options, minify: true, logLevel: 'warning' })))
  for (const name of ['index.html', 'table.html', 'theme.css'])
    copyFileSync(join(root, 'playground/page', name), join(playgroundFolder, name))
  copyFileSync(join(root, 'images/icon.svg'), join(playgroundFolder, 'icon.svg'))
  writeFileSync(join(playgroundFolder, 'gallery.json'), JSON.stringify(gallery()))
  if (codesPage === undefined) return
  const start = join(playgroundFolder, 'index.html')
  const page = readFileSync(start, 'utf8')
  writeFileSync(start, page.replace('<title>', `<meta name="codes-page" content="${codesPage}">\n<title>`))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildPlayground()
