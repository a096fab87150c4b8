// pre-commit, which runs the hooks of a repository before a commit: https://pre-commit.com

import { installPackages } from './editor/debian.mjs'
import { findProgram } from './project.mjs'

/**
 * Installs pre-commit with apt if it is missing.
 *
 * @returns {Promise<string>} the path of the program
 */
export async function installPreCommit() {
  const installed = findProgram('pre-commit')
  if (installed) return installed
  const advice =
    'The test of the hooks needs pre-commit: install it, for example with "sudo apt-get install pre-commit".'
  await installPackages(['pre-commit'], advice)
  const program = findProgram('pre-commit')
  if (!program) throw new Error(advice)
  return program
}
