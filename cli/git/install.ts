import { chmod, rm } from 'node:fs/promises'
import { type Failure, reasonOf } from '../files/failure.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { quotedForShell } from '../output/one-line.ts'
import { findProgram, git } from '../repository/git.ts'
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

/** The line of an attributes file that gives `.rec` files to the driver. */
const attributeLine = '*.rec merge=recline diff=recline'

/** What is above that line. */
const attributeComment = '# Recline merges and compares records. "recline git install" tells git how.'

/** The command line that runs Recline, quoted for the shell with which git runs drivers and hooks. */
async function reclineCommand(): Promise<string> {
  if (await findProgram('recline')) return 'recline'
  return `${quotedForShell(process.execPath)} ${quotedForShell(process.argv[1]!)}`
}

/**
 * What merges a file in place of Recline if git cannot run Recline. Otherwise the file would have only our version, and
 * nothing would show that theirs is missing.
 */
const lineMerge = 'git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B'

/** Whether a merge driver merges by lines if git cannot run Recline. Those of older versions do not. */
const hasLineMerge = (driver: string): boolean => driver.endsWith(`${lineMerge};; esac`)

/** The command line of the merge driver. Recline exits with code 1 if there are conflicts, which it has marked then. */
function mergeDriver(recline: string): string {
  // Without the file of its program, Node.js exits with code 1 too.
  const check = recline === 'recline' ? '' : `[ -e ${quotedForShell(process.argv[1]!)} ] || (exit 127) && `
  const merge = `${recline} merge --output %A --marker-size %L --path %P %O %A %B`
  return `${check}${merge} || case $? in 1) exit 1;; *) ${lineMerge};; esac`
}

/**
 * The settings of the drivers, by name.
 *
 * @param recline the command line that runs Recline
 * @see https://git-scm.com/docs/gitattributes#_defining_a_custom_merge_driver
 */
const driverSettings = (recline: string): Readonly<Record<string, string>> => ({
  'merge.recline.name': 'Merge records by field',
  'merge.recline.driver': mergeDriver(recline),
  // The name of a file can start with a hyphen.
  'diff.recline.command': `${recline} git diff-driver --`,
  // For output that must stay a patch, such as `git log -p`: the record is named above each hunk.
  'diff.recline.xfuncname': '^(@[A-Z].*)$',
})
