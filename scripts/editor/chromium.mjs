// The browser that shows VS Code's workbench where nobody looks.
import { findProgram, mustRun } from '../project.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @returns {string | undefined} the Chromium or Chrome on the PATH */
export function findChromium() {
  return names.map(findProgram).find(file => file !== undefined)
}

/** Installs Chromium from Debian's packages where there is no browser, and throws a sentence saying what to do where it cannot. */
export async function installChromium() {
  if (findChromium()) return
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) {
    throw new Error('No Chromium or Chrome was found: put one on the PATH, for example with "sudo apt-get install chromium".')
  }
  console.log('Installing Chromium (apt-get install chromium)')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120']
  await mustRun('apt-get', [...options, 'update'], { env })
  await mustRun('apt-get', [...options, 'install', '-y', 'chromium'], { env })
}
