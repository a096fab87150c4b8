// The editors other than VS Code that have tests. As a program, this file installs the missing ones:
//
//   node scripts/editor/text-editors.mjs
import { fileURLToPath } from 'node:url'
import { findProgram, mustRun } from '../project.mjs'
import { installPackages } from './debian.mjs'

/** The packages, by the program that exists if they are installed. */
const packages = { nvim: 'neovim', emacs: 'emacs-nox', kak: 'kakoune', batcat: 'bat', cc: 'gcc' }

/**
 * Installs Neovim, Emacs with eglot, Kakoune, bat and a C compiler with apt if they are missing. Throws an error that
 * says what to do if this fails.
 */
export async function installTextEditors() {
  const missing = Object.entries(packages)
    .filter(([program, name]) => !findProgram(program) && !findProgram(name))
    .map(([, name]) => name)
  if (missing.includes('gcc')) missing.push('libc6-dev')
  if (!(await hasEglot())) missing.push('elpa-eglot')
  if (missing.length === 0) return
  const advice = `install them, for example with "sudo apt-get install ${missing.join(' ')}".`
  await installPackages(missing, `The tests in other editors need ${missing.join(', ')}: ${advice}`)
}

/** Whether Emacs has eglot, its language client. Emacs includes it since version 29. */
async function hasEglot() {
  if (!findProgram('emacs')) return false
  return mustRun('emacs', ['--batch', '--eval', '(unless (locate-library "eglot") (kill-emacs 1))']).then(
    () => true,
    () => false,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await installTextEditors()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
