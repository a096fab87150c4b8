import type { Failure } from '../files/failure.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { git } from '../repository/git.ts'
import { hasLineMerge } from './driver.ts'
import { findHook, mergeHooks } from './hooks.ts'

/** Tells whether git merges `.rec` files with Recline in this clone, and returns the exit code. */
export async function status(): Promise<number> {
  const top = await git(['rev-parse', '--show-toplevel'])
  if ('failure' in top) {
    complain(top.failure)
    return ExitCode.CouldNotRun
  }
  const driver = textIn(await git(['config', 'merge.recline.driver']))
  const attribute = textIn(await git(['check-attr', 'merge', '--', 'any.rec']))
  const hasAttribute = attribute?.endsWith(': recline') === true
  const say = (isThere: boolean, sentence: string): void => {
    process.stdout.write(`${isThere ? 'yes' : 'no '}  ${sentence}\n`)
  }
  say(hasAttribute, 'The git attributes give .rec files to the merge driver "recline".')
  say(driver !== undefined, `This clone has the merge driver${driver === undefined ? '.' : `: ${driver}`}`)
  const isOld = driver !== undefined && !hasLineMerge(driver)
  if (isOld) say(false, 'The merge driver leaves conflict markers if git cannot run Recline.')
  for (const hook of mergeHooks) {
    const { checks } = await findHook(hook)
    say(checks, `The hook ${hook.name} checks the records of all files before ${hook.moment} (optional).`)
  }
  const isInstalled = hasAttribute && driver !== undefined
  if (!isInstalled)
    process.stdout.write('Git merges .rec files line by line in this clone; run "recline git install".\n')
  else if (isOld) process.stdout.write('The merge driver is of an older version; run "recline git install" again.\n')
  return isInstalled ? ExitCode.Clean : ExitCode.Errors
}

const textIn = (output: Buffer | Failure): string | undefined =>
  'failure' in output ? undefined : output.toString().trim()
