import { localize } from '../../shared/domains/localize.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { git } from '../repository/git.ts'
import { addAttribute, gitOutput, removeAttribute } from './attributes.ts'
import { driverSections, driverSettings, hasLineDiff, hasLineMerge, reclineCommand } from './drivers.ts'
import { addHooks, findHook, mergeHooks, removeHooks } from './hooks.ts'

/** What the user chose for the installation. */
export interface InstallOptions {
  /** Whether it counts for all repositories of this user. */
  readonly global?: boolean
  /** Whether hooks check merges. */
  readonly hook?: boolean
  /** Whether hooks that are committed are written without a question. */
  readonly yes?: boolean
}

/** Registers Recline as the merge and diff driver of `.rec` files, says what it wrote, and returns the exit code. */
export const install = ({ global: isGlobal = false, hook, yes = false }: InstallOptions): Promise<number> =>
  reported(async () => {
    // Before the first setting: this fails where there is no repository.
    if (!isGlobal) await gitOutput(['rev-parse', '--show-toplevel'])
    const recline = await reclineCommand()
    for (const [name, value] of Object.entries(driverSettings(recline))) {
      await gitOutput(['config', scope(isGlobal), name, value])
      sayLine(
        isGlobal
          ? localize('Set {name} in the global git configuration.', { name })
          : localize('Set {name} in the local git configuration.', { name }),
      )
    }
    await addAttribute(isGlobal, sayLine)
    if (hook) await addHooks(recline, async paths => yes || (await asked(paths)), sayLine)
    if (!isGlobal)
      sayLine(localize('Each clone needs "recline git install" once, because git does not share its configuration.'))
  })

/** Asks whether hooks of all clones may be written. Without a terminal, nobody can answer. */
async function asked(paths: readonly string[]): Promise<boolean> {
  if (!host.stdin.isTTY || !host.stdout.isTTY) return false
  const { confirm } = await import('@clack/prompts')
  sayLine(
    localize('These hooks are committed, so they run in all clones: {paths}.', {
      paths: paths.map(oneLine).join(', '),
    }),
  )
  return (await confirm({ message: localize('Write into these hooks?'), initialValue: false })) === true
}

/**
 * Removes what `install` writes, says what it removed, and returns the exit code.
 *
 * @param withAttributes whether a line of attributes that is committed is removed too
 */
export const uninstall = (isGlobal: boolean, withAttributes: boolean): Promise<number> =>
  reported(async () => {
    let isThere = false
    const tell = (sentence: string): void => {
      isThere = true
      sayLine(sentence)
    }
    if (!isGlobal) await gitOutput(['rev-parse', '--show-toplevel'])
    for (const section of driverSections) {
      const removed = await git(['config', scope(isGlobal), '--remove-section', section])
      if (!('failure' in removed))
        tell(
          isGlobal
            ? localize('Removed {section} from the global git configuration.', { section })
            : localize('Removed {section} from the local git configuration.', { section }),
        )
    }
    await removeAttribute(isGlobal, withAttributes, tell, sayLine)
    if (!isGlobal) await removeHooks(tell, sayLine)
    if (!isThere)
      sayLine(
        isGlobal
          ? localize('There is nothing to remove: Recline is not installed for this user.')
          : localize('There is nothing to remove: Recline is not installed in this clone.'),
      )
  })

const scope = (isGlobal: boolean): string => (isGlobal ? '--global' : '--local')

const sayLine = (sentence: string): void => {
  host.stdout.write(`${sentence}\n`)
}

async function reported(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return ExitCode.Clean
  } catch (error) {
    complain(reasonOf(error))
    return ExitCode.CouldNotRun
  }
}

/** Tells whether git merges `.rec` files with Recline in this clone, and returns the exit code. */
export async function status(): Promise<number> {
  const top = await git(['rev-parse', '--show-toplevel'])
  if ('failure' in top) {
    complain(top.failure)
    return ExitCode.CouldNotRun
  }
  const driver = textOfOutput(await git(['config', 'merge.recline.driver']))
  const attribute = textOfOutput(await git(['check-attr', 'merge', '--', 'any.rec']))
  const hasAttribute = attribute?.endsWith(': recline') === true
  const say = (isThere: boolean, sentence: string): void => {
    const answers = [localize('yes'), localize('no')]
    const width = Math.max(...answers.map(({ length }) => length))
    host.stdout.write(`${answers[isThere ? 0 : 1]!.padEnd(width)}  ${sentence}\n`)
  }
  say(hasAttribute, localize('The git attributes give .rec files to the merge driver "recline".'))
  say(
    driver !== undefined,
    driver === undefined
      ? localize('This clone has the merge driver.')
      : localize('This clone has the merge driver: {driver}', { driver }),
  )
  const isOld = driver !== undefined && !hasLineMerge(driver)
  if (isOld) say(false, localize('The merge driver leaves conflict markers if git cannot run Recline.'))
  const differ = textOfOutput(await git(['config', 'diff.recline.command']))
  const isOldDiff = differ !== undefined && !hasLineDiff(differ)
  if (isOldDiff) say(false, localize('"git diff" shows a patch if git cannot run Recline.'))
  for (const hook of mergeHooks) {
    const { checks } = await findHook(hook)
    say(checks, hook.checks(hook.name))
  }
  const isInstalled = hasAttribute && driver !== undefined
  if (!isInstalled) sayLine(localize('Git merges .rec files line by line in this clone; run "recline git install".'))
  else if (isOld || isOldDiff)
    sayLine(
      isOld
        ? localize('The merge driver is of an older version; run "recline git install" again.')
        : localize('The diff driver is of an older version; run "recline git install" again.'),
    )
  return isInstalled ? ExitCode.Clean : ExitCode.Errors
}

const textOfOutput = (output: Buffer | Failure): string | undefined =>
  'failure' in output ? undefined : output.toString().trim()
