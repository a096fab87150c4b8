import { printed } from '../files/paths.ts'
import { complain } from '../output/exit.ts'
import { nameOnLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import type { Reason } from './configs.ts'
import { type Plan, reportPlan } from './plan.ts'

/** Prints the files of a plan, one on each line, and tells which ones are left out and why. Sets the exit code. */
export async function showFiles(plan: Plan): Promise<void> {
  await print(plan.files.map(({ source }) => `${nameOnLine(source.file)}\n`))
  for (const [path, reason] of plan.leftOut ?? []) {
    // `printed` takes the last slash away.
    const name = path.endsWith('/') ? `${printed(path.slice(0, -1))}/` : printed(path)
    complain(`${name} is left out: ${reasonSentence(reason)}.`)
  }
  reportPlan(plan)
}

function reasonSentence({ by, config }: Reason): string {
  if (by === 'option') return '--exclude excludes it'
  if (by === 'git') return 'git ignores it'
  return by === 'exclude'
    ? `"files.exclude" of ${config} excludes it`
    : `no glob of "files.include" of ${config} matches it`
}
