// Builds the playground as a folder for any server of static files: dist/playground.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { playgroundBundles } from './bundles.mjs'
import { gallery } from './gallery.mjs'
import { root } from './project.mjs'

const folder = join(root, 'dist/playground')

/** Builds the folder of the playground. */
export async function buildPlayground() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await Promise.all(playgroundBundles().map(options => build({ ...options, minify: true, logLevel: 'warning' })))
  for (const name of ['index.html', 'table.html', 'theme.css'])
    copyFileSync(join(root, 'playground/page', name), join(folder, name))
  writeFileSync(join(folder, 'gallery.json'), JSON.stringify(gallery()))
  copyFileSync(join(root, 'images/icon.svg'), join(folder, 'icon.svg'))
}

await buildPlayground()
