// The browser that shows VS Code's workbench where nobody looks.
import { findProgram } from '../project.mjs'
import { installPackages } from './debian.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns {string | undefined} the Chromium or Chrome on the PATH */
export function findChromium() {
  return names.map(findProgram).find(file => file !== undefined)
}

/**
 * Installs Chromium from Debian's packages where there is no browser, and throws a sentence saying what to do where it
 * cannot.
 */
export async function installChromium() {
  if (findChromium()) return
  const missing =
    'No Chromium or Chrome was found: put one on the PATH, for example with "sudo apt-get install chromium".'
  await installPackages(['chromium'], missing)
}
