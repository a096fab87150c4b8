import { chmod, rm } from 'node:fs/promises'
import { type Failure, reasonOf } from '../files/failure.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { git } from '../repository/git.ts'
import { attributeComment, attributeLine, driverSettings, hasLineMerge, reclineCommand } from './driver.ts'
import { attributesFile, findHook, gitOutput, hookText, mergeHooks, readLatin1, writeText } from './hooks.ts'

/** Registers Recline as the merge and diff driver of `.rec` files, says what it wrote, and returns the exit code. */
export const install = (isGlobal: boolean, hasHook: boolean): Promise<number> =>
  reported(async () => {
    const attributes = await attributesFile(isGlobal)
    const recline = await reclineCommand()
    for (const [name, value] of Object.entries(driverSettings(recline))) {
      await gitOutput(['config', scope(isGlobal), name, value])
      say(`Set ${name} in the ${isGlobal ? 'global' : 'local'} git configuration.`)
    }
    const text = await readLatin1(attributes)
    if (text.split(/\r?\n/).includes(attributeLine)) say(`${attributes} already has "${attributeLine}".`)
    else {
      const gap = text === '' || text.endsWith('\n') ? '' : '\n'
      await writeText(attributes, `${text}${gap}${attributeComment}\n${attributeLine}\n`)
      say(`Added "${attributeLine}" to ${attributes}.${isGlobal ? '' : ' Commit this file.'}`)
    }
    if (hasHook) await addHooks(recline)
    if (!isGlobal) say('Each clone needs "recline git install" once, because git does not share its configuration.')
  })

/** Removes what `install` writes, says what it removed, and returns the exit code. */
export const uninstall = (isGlobal: boolean): Promise<number> =>
  reported(async () => {
    let isThere = false
    const tell = (sentence: string): void => {
      isThere = true
      say(sentence)
    }
    const attributes = await attributesFile(isGlobal)
    for (const section of ['merge.recline', 'diff.recline']) {
      const removed = await git(['config', scope(isGlobal), '--remove-section', section])
      if (!('failure' in removed))
        tell(`Removed ${section} from the ${isGlobal ? 'global' : 'local'} git configuration.`)
    }
    await removeAttribute(attributes, tell)
    if (!isGlobal) await removeHooks(tell)
    if (!isThere)
      say(`There is nothing to remove: Recline is not installed ${isGlobal ? 'for this user' : 'in this clone'}.`)
  })

async function removeAttribute(attributes: string, tell: (sentence: string) => void): Promise<void> {
  const text = await readLatin1(attributes)
  const left = text
    .split(/(?<=\n)/)
    .filter(line => ![attributeLine, attributeComment].includes(line.trimEnd()))
    .join('')
  if (left === text) return
  if (left === '') await rm(attributes)
  else await writeText(attributes, left)
  tell(left === '' ? `Removed ${attributes}.` : `Removed "${attributeLine}" from ${attributes}.`)
}

async function addHooks(recline: string): Promise<void> {
  for (const hook of mergeHooks) {
    const { path, text, isOurs, checks } = await findHook(hook)
    if (text === '' || isOurs) {
      await writeText(path, hookText(hook, recline), 'utf8')
      await chmod(path, 0o755)
      say(`Wrote ${path}, which checks the records of all files before ${hook.moment}.`)
    } else if (checks) say(`${path} already runs "recline git check".`)
    else say(`${path} exists, so it was not changed; add this line to it: ${hook.line(recline)}`)
  }
}

async function removeHooks(tell: (sentence: string) => void): Promise<void> {
  for (const hook of mergeHooks) {
    const { path, isOurs, checks } = await findHook(hook)
    if (isOurs) {
      await rm(path)
      tell(`Removed ${path}.`)
    } else if (checks) tell(`${path} has other lines too, so it was kept; delete its line with "git check".`)
  }
}

const scope = (isGlobal: boolean): string => (isGlobal ? '--global' : '--local')

const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`)
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
