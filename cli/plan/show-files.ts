import { groupBy } from '../../shared/basics/group.ts'
import { printed } from '../files/paths.ts'
import { complain } from '../output/exit.ts'
import { nameOnLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import type { Reason } from './configs.ts'
import { type Plan, reportPlan } from './plan.ts'

/** Prints the files of a plan, one on each line, and tells which ones are left out and why. Sets the exit code. */
export async function showFiles(plan: Plan): Promise<void> {
  await print(plan.files.map(({ source }) => `${nameOnLine(source.file)}\n`))
  for (const [path, reason] of plan.leftOut ?? [])
    complain(`${printedPlace(path)} is left out: ${reasonSentence(reason, 'it')}.`)
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
    return same.length === 1
      ? `${printedPlace(path)} is left out: ${reasonSentence(reason, 'it')}.`
      : `${printedPlace(path)} and ${same.length - 1} more are left out: ${reasonSentence(reason, 'them')}.`
  })
}

/** A file, or a folder with a slash at its end, which `printed` takes away. */
const printedPlace = (path: string): string => (path.endsWith('/') ? `${printed(path.slice(0, -1))}/` : printed(path))

function reasonSentence({ by, config }: Reason, what: 'it' | 'them'): string {
  if (by === 'option') return `--exclude excludes ${what}`
  if (by === 'git') return `git ignores ${what}`
  return by === 'exclude'
    ? `"files.exclude" of ${config} excludes ${what}`
    : `no glob of "files.include" of ${config} matches ${what}`
}
