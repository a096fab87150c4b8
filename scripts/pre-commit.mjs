// pre-commit, which runs the hooks of a repository before a commit: https://pre-commit.com

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from './editor/debian.mjs'
import { editorCache, mustRun } from './project.mjs'

const version = '4.6.2'

/**
 * Installs pre-commit from PyPI into an environment of its own, if it is missing.
 *
 * @returns {Promise<string>} the path of the program
 */
export async function installPreCommit() {
  const environment = join(editorCache, `pre-commit-${version}`)
  const program = join(environment, 'bin/pre-commit')
  if (existsSync(program)) return program
  const make = () => mustRun('python3', ['-m', 'venv', '--clear', environment])
  await make().catch(async () => {
    const advice =
      'The test of the hooks needs Python: install it, for example with "sudo apt-get install python3-venv".'
    await installPackages(['--no-install-recommends', 'python3-venv'], advice)
    await make()
  })
  await mustRun(join(environment, 'bin/pip'), ['install', '--quiet', `pre-commit==${version}`])
  return program
}
