// npm runs this after `npm ci`, before `npm pack`, and when it installs Recline from a git address. Then npm clones the
// repository and runs `npm install` in the clone. With --global, this second run takes over --global: it leaves out the
// packages of the build, and links the clone into the global folder, where the first run wants to write the package.

import { lstatSync, mkdirSync, realpathSync, unlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { mustRun, root } from './project.mjs'

if (!isInstalled('esbuild')) await mustRun('npm', ['ci', '--include=dev', '--global=false', '--ignore-scripts'])
// npm sets this variable for the second run, and not for `npm link`.
if (process.env._PACOTE_NO_PREPARE_ !== undefined && process.env.npm_config_global === 'true')
  await restoreGlobalFolder()
await import('./build.mjs')

/** @param {string} name the name of a package */
function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** Replaces the link to this clone, which npm deletes soon, by the empty folder that the first run had made. */
async function restoreGlobalFolder() {
  const link = join((await mustRun('npm', ['root', '--global', '--silent'])).trim(), 'recline')
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (!isLink || realpathSync(link) !== realpathSync(root)) return
  unlinkSync(link)
  mkdirSync(link)
}
