// Builds Recline. npm runs this after `npm ci`, before `npm pack`, and when it installs Recline from a git address;
// the GitHub action runs it too. It installs what the build needs, if that is missing: the bundler and the packages
// that are part of the programs, and none of the tools for tests.
//
// For a git address, npm clones the repository and runs `npm install` in the clone. With --global, this second run
// takes over --global: it leaves out the packages of the build, and links the clone into the global folder, where the
// first run wants to write the package.

import { lstatSync, mkdirSync, readFileSync, realpathSync, unlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { mustRun, root } from './project.mjs'

if (!isInstalled('esbuild')) await installPackages()
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

/** Installs the bundler and the packages of the programs, in the versions of the lock file. */
async function installPackages() {
  const { devDependencies } = read('package.json')
  /** @type {{ components: { group?: string, name: string }[] }} */
  const { components } = read('sbom.cdx.json')
  const bundled = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
  const { version } = read('package-lock.json').packages['node_modules/esbuild']
  // The program of esbuild is an optional package, one for each platform.
  const esbuild = ['esbuild', `@esbuild/${process.platform}-${process.arch}@${version}`]
  const needed = [...esbuild, ...bundled.filter(name => name in devDependencies)]
  // npm omits the other packages of the manifest, which are for development, and those that packages only suggest.
  const options = ['--no-save', '--save-prod', '--omit=dev', '--omit=optional', '--global=false', '--ignore-scripts']
  await mustRun('npm', ['install', ...options, ...new Set(needed)])
}

/** @param {string} name the name of a JSON file */
function read(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}

/** Replaces the link to this clone, which npm deletes soon, by the empty folder that the first run had made. */
async function restoreGlobalFolder() {
  const link = join((await mustRun('npm', ['root', '--global', '--silent'])).trim(), 'recline')
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (!isLink || realpathSync(link) !== realpathSync(root)) return
  unlinkSync(link)
  mkdirSync(link)
}
