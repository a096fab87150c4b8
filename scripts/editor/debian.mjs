// Installs programs for tests with apt if they are missing.
import { findProgram, mustRun } from '../project.mjs'

const env = { DEBIAN_FRONTEND: 'noninteractive' }
// No machine of tests has to survive a loss of power while packages are unpacked, and waiting for the disk is half of
// the time.
const options = [
  '-qq',
  '-o',
  'DPkg::Lock::Timeout=120',
  '-o',
  'Acquire::Retries=3',
  '-o',
  'DPkg::Options::=--force-unsafe-io',
]

/** The lists of packages are fetched once, and one installation waits for the other: apt allows only one at a time. */
let last = Promise.resolve()
/** @type {Promise<string> | undefined} */
let updated

/**
 * Installs Debian packages, without those that they only recommend.
 *
 * @param {string[]} packages
 * @param {string} missing says what is missing and what to do; the message of the error if the installation fails
 */
export async function installPackages(packages, missing) {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) throw new Error(missing)
  const installed = last.then(async () => {
    console.log(`apt-get install ${packages.join(' ')}`)
    updated ??= mustRun('apt-get', [...options, 'update'], { env })
    await updated
    await mustRun('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], { env })
  })
  last = installed.catch(() => undefined)
  await installed
}
