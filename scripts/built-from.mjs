// What a build is made from: the commit, and the address of the repository.

import { execFileSync } from 'node:child_process'

/**
 * What is checked out in a folder; undefined without git, and for a folder that is not the top of a repository: it can
 * be unpacked in the repository of something else. The result has the same texts on every machine, so that packages
 * have the same bytes.
 *
 * @param {string} folder
 * @returns {{ commit: string, hasChanges: boolean, web?: string } | undefined} `web` is the address of the repository
 *   in a browser, if it was cloned from one
 */
export function builtFrom(folder) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' })
  try {
    const [below, commit = ''] = git('rev-parse', '--show-prefix', 'HEAD').split('\n')
    if (below !== '') return undefined
    const hasChanges = git('status', '--porcelain', '--untracked-files=no') !== ''
    const web = webAddress(() => git('config', '--get', 'remote.origin.url'))
    return { commit, hasChanges, ...(web !== undefined && { web }) }
  } catch {
    return undefined
  }
}

/** @param {() => string} getOrigin */
function webAddress(getOrigin) {
  try {
    const [, host, path] =
      /^(?:https:\/\/|git@|ssh:\/\/git@)(?:[^@/]+@)?([^/:]+)[/:](.+?)(?:\.git)?\/?\s*$/.exec(getOrigin()) ?? []
    return host === undefined ? undefined : `https://${host}/${path}`
  } catch {
    return undefined
  }
}
