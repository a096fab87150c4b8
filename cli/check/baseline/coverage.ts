import { existsSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { ruleCodePrefix } from '../../../shared/check/declared/rule-settings.ts'
import { danglingReference } from '../../../shared/check/rules/dangling-reference.ts'
import { codesAcrossRecords } from '../../../shared/check/rules/index.ts'
import { unusedSuppression } from '../../../shared/check/rules/unused-suppression.ts'
import { repositoryAbove } from '../../files/paths.ts'
import type { PlacedProblem } from '../../output/file-result.ts'
import { Configs } from '../../plan/configs.ts'
import { excluder, findFiles } from '../../plan/find-files.ts'
import { type KnownProblem, pathOfKnown } from './baseline-file.ts'

/** What a run tells about known problems that it did not find. */
export interface Coverage {
  /** Whether it checked all files of the folders that the baseline and the run have files of. */
  readonly isWhole: boolean
  /** Whether it would have found a known problem that is still there. */
  isDecided(problem: KnownProblem): boolean
}

/** What a run did, as far as it decides about known problems. */
export interface Checked {
  /** The paths of the files that it checked. */
  readonly files: ReadonlySet<string>
  /** The identities of the records with a new reference to no record: with other files, it may lead to one. */
  readonly unresolved: ReadonlySet<string>
}

/**
 * Finds out what a run tells about known problems.
 *
 * @param path the path of the baseline
 * @param exclude the globs of files that do not count
 */
export async function coverageOf(
  path: string,
  problems: readonly KnownProblem[],
  { files, unresolved }: Checked,
  exclude: readonly string[],
): Promise<Coverage> {
  const home = dirname(resolve(path))
  const project = repositoryAbove(home) ?? home
  // A baseline can name any file of the machine, which must not be searched for that.
  const known = [...new Set(problems.map(problem => pathOfKnown(path, problem)))].filter(
    file => isPathBelow(file, project) && existsSync(file),
  )
  const folders = outermost([...known, ...files].map(file => dirname(file)))
  const isWhole = await areChecked(folders, files, exclude)
  return {
    isWhole,
    isDecided(problem) {
      const file = pathOfKnown(path, problem)
      if (!files.has(file)) return !existsSync(file)
      return !dependsOnOthers(problem.code) || (isWhole && !unresolved.has(problem.record))
    },
  }
}

/** Whether a problem is a reference to no record of the run. */
export const isUnresolved = ({ code }: Pick<PlacedProblem, 'code'>): boolean => code === danglingReference.code

/** Whether other records can decide about a problem. A declared rule can read them, and a comment can suppress it. */
const dependsOnOthers = (code: string): boolean =>
  codesAcrossRecords.has(code) || code.startsWith(ruleCodePrefix) || code === unusedSuppression.code

async function areChecked(
  folders: readonly string[],
  checked: ReadonlySet<string>,
  exclude: readonly string[],
): Promise<boolean> {
  const { excludes } = excluder(exclude)
  for await (const found of findFiles(folders, '-', new Configs('', excludes))) {
    if ('failure' in found) {
      if (!found.isOfNoFiles) return false
    } else if (!excludes(found.path!) && !checked.has(resolve(found.path!))) return false
  }
  return true
}

/** The folders that are not below another one. */
function outermost(folders: readonly string[]): string[] {
  const found: string[] = []
  // A folder comes right before those below it.
  for (const folder of [...new Set(folders)].map(withSeparator).sort()) {
    const last = found.at(-1)
    if (last === undefined || !folder.startsWith(last)) found.push(folder)
  }
  return found
}

const isPathBelow = (path: string, folder: string): boolean => path.startsWith(withSeparator(folder))

const withSeparator = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep)
