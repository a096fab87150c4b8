// Firefox, in which the playground is tried too.
import { findProgram } from '../project.mjs'
import { installPackages } from './debian.mjs'

/** @returns {string | undefined} the Firefox on the PATH */
export const findFirefox = () => ['firefox-esr', 'firefox'].map(findProgram).find(file => file !== undefined)

/** Installs Firefox with apt if there is none. Throws an error that says what to do if this fails. */
export async function installFirefox() {
  if (findFirefox()) return
  const missing = 'No Firefox was found: put one on the PATH, for example with "sudo apt-get install firefox-esr".'
  await installPackages(['firefox-esr'], missing)
}
