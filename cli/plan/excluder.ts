import { relative, sep } from 'node:path'
import { globMatcher, globProblem } from '../../shared/config/glob.ts'
import type { Failure } from '../files/failure.ts'

/** The files and folders that the globs of `--exclude` exclude. */
export interface Excluder {
  /** Whether a file or folder is excluded, by itself or with a folder above it. */
  readonly excludes: (path: string) => boolean
  /** The globs that cannot be used. */
  readonly failures: readonly Failure[]
}

/**
 * Reads the globs of `--exclude`. They are relative to the working directory. A glob without `/` matches names of files
 * and folders in every folder.
 */
export function excluder(globs: readonly string[]): Excluder {
  const plain = globs.map(glob => glob.replace(/^\.\//, '').replace(/(?<=.)\/$/, ''))
  const failures = plain.flatMap(glob => {
    const problem = globProblem(glob)
    return problem === undefined ? [] : [{ failure: `The glob "${glob}" of --exclude ${problem}.` }]
  })
  const usable = plain.filter(glob => globProblem(glob) === undefined)
  const isMatch = globMatcher(
    usable.map(glob => (glob.includes('/') ? glob : `**/${glob}`)).flatMap(glob => [glob, `${glob}/**`]),
  )
  return { excludes: path => isMatch(relative('.', path).split(sep).join('/')), failures }
}
