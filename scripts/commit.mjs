// The commit that a build is made from.

import { execFileSync } from 'node:child_process'

/**
 * The commit that is checked out in a folder, with a word about files that differ from it; undefined without git, and
 * for a folder that is not the top of a repository: it can be unpacked in the repository of something else.
 *
 * @param {string} folder
 * @returns {string | undefined}
 */
export function commitIn(folder) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' })
  try {
    const [below, commit = ''] = git('rev-parse', '--show-prefix', 'HEAD').split('\n')
    if (below !== '') return undefined
    const changed = git('status', '--porcelain', '--untracked-files=no')
    // As many digits on every machine, so that the packages have the same bytes.
    return commit.slice(0, 10) + (changed === '' ? '' : ' and changes')
  } catch {
    return undefined
  }
}
