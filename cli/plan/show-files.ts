import { groupBy } from '../../shared/basics/group.ts'
import { localize } from '../../shared/domains/localize.ts'
import { printed } from '../files/paths.ts'
import { complain } from '../output/exit.ts'
import { nameOnLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import type { Reason } from './configs.ts'
import { type Plan, reportPlan } from './plan.ts'

/** Prints the files of a plan, one on each line, and tells which ones are left out and why. Sets the exit code. */
export async function showFiles(plan: Plan): Promise<void> {
  await print(plan.files.map(({ source }) => `${nameOnLine(source.file)}\n`))
  for (const [path, reason] of plan.leftOut ?? []) complain(leftOutSentence(path, 0, reason))
  reportPlan(plan)
}

/**
 * A sentence for each reason for which files and folders are left out. Folders that git ignores are not told.
 *
 * @param isTold which reasons are told
 */
export function leftOutSentences({ leftOut }: Plan, isTold: (reason: Reason) => boolean = () => true): string[] {
  const told = [...(leftOut ?? [])].filter(
    ([path, reason]) => isTold(reason) && (reason.by !== 'git' || !path.endsWith('/')),
  )
  const byReason = groupBy(told, ([, { by, config = '' }]) => `${by} ${config}`)
  return [...byReason.values()].map(same => {
    const [path, reason] = same[0]!
    return leftOutSentence(path, same.length - 1, reason)
  })
}

/** A file, or a folder with a slash at its end, which `printed` takes away. */
const printedPlace = (path: string): string => (path.endsWith('/') ? `${printed(path.slice(0, -1))}/` : printed(path))

/** @param count how many others are left out for the same reason */
function leftOutSentence(left: string, count: number, { by, config = '' }: Reason): string {
  const path = printedPlace(left)
  const isOne = count === 0
  if (by === 'option')
    return isOne
      ? localize('{path} is left out: --exclude excludes it.', { path })
      : localize('{path} and {count} more are left out: --exclude excludes them.', { path, count })
  if (by === 'git')
    return isOne
      ? localize('{path} is left out: git ignores it.', { path })
      : localize('{path} and {count} more are left out: git ignores them.', { path, count })
  if (by === 'exclude')
    return isOne
      ? localize('{path} is left out: "files.exclude" of {config} excludes it.', { path, config })
      : localize('{path} and {count} more are left out: "files.exclude" of {config} excludes them.', {
          path,
          count,
          config,
        })
  return isOne
    ? localize('{path} is left out: no glob of "files.include" of {config} matches it.', { path, config })
    : localize('{path} and {count} more are left out: no glob of "files.include" of {config} matches them.', {
        path,
        count,
        config,
      })
}
