// The headless browser that shows VS Code's workbench.
import { findProgram } from '../project.mjs'
import { installPackages } from './debian.mjs'

// The shell without windows comes first: it needs a fifth less processor time, and half as many packages.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns {string | undefined} the Chromium or Chrome on the PATH */
export function findChromium() {
  return names.map(findProgram).find(file => file !== undefined)
}

/** Installs Chromium with apt if there is no browser. Throws an error that says what to do if this fails. */
export async function installChromium() {
  if (findChromium()) return
  const missing =
    'No Chromium or Chrome was found: put one on the PATH, for example with "sudo apt-get install chromium".'
  // Without a font, no text has a width.
  await installPackages(['chromium-headless-shell', 'fonts-liberation'], missing)
}
