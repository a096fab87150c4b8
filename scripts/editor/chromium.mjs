// The headless browser that shows VS Code's workbench.
import { findProgram } from '../project.mjs'
import { installPackages } from './debian.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns {string | undefined} the Chromium or Chrome on the PATH */
export function findChromium() {
  return names.map(findProgram).find(file => file !== undefined)
}

/** Installs Chromium with apt if there is no browser. Throws an error that says what to do if this fails. */
export async function installChromium() {
  if (findChromium()) return
  const missing =
    'No Chromium or Chrome was found: put one on the PATH, for example with "sudo apt-get install chromium".'
  await installPackages(['chromium'], missing)
}
