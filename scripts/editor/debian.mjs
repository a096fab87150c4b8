// Programs for tests that come from Debian's packages where they are missing.
import { findProgram, mustRun } from '../project.mjs'

/**
 * Installs packages of Debian.
 *
 * @param {string[]} packages their names; options of apt-get can be among them
 * @param {string} missing a sentence that says what is missing and what to do, thrown where they cannot be installed
 */
export async function installPackages(packages, missing) {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) throw new Error(missing)
  console.log(`apt-get install ${packages.join(' ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120']
  await mustRun('apt-get', [...options, 'update'], { env })
  await mustRun('apt-get', [...options, 'install', '-y', ...packages], { env })
}
