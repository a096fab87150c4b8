// Installs programs for tests with apt if they are missing.
import { findProgram, mustRun } from '../project.mjs'

/**
 * Installs Debian packages.
 *
 * @param {string[]} packages names of packages, and options of apt-get
 * @param {string} missing says what is missing and what to do; the message of the error if the installation fails
 */
export async function installPackages(packages, missing) {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) throw new Error(missing)
  console.log(`apt-get install ${packages.join(' ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3']
  await mustRun('apt-get', [...options, 'update'], { env })
  await mustRun('apt-get', [...options, 'install', '-y', ...packages], { env })
}
