import { chmod, rm } from 'node:fs/promises'
import { reasonOf } from '../files/failure.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { git } from '../repository/git.ts'
import { attributeComment, attributeLine, driverSettings, reclineCommand } from './driver.ts'
import { attributesFile, hookFile, hookMark, outputOf, textOf, writeText } from './places.ts'

/** Registers Recline as the merge and diff driver of `.rec` files, says what it wrote, and returns the exit code. */
export const install = (isGlobal: boolean, hasHook: boolean): Promise<number> =>
  reported(async () => {
    const attributes = await attributesFile(isGlobal)
    const recline = await reclineCommand()
    for (const [name, value] of Object.entries(driverSettings(recline))) {
      await outputOf(['config', scope(isGlobal), name, value])
      say(`Set ${name} in the ${isGlobal ? 'global' : 'local'} git configuration.`)
    }
    const text = await textOf(attributes)
    if (text.split(/\r?\n/).includes(attributeLine)) say(`${attributes} already has "${attributeLine}".`)
    else {
      const gap = text === '' || text.endsWith('\n') ? '' : '\n'
      await writeText(attributes, `${text}${gap}${attributeComment}\n${attributeLine}\n`)
      say(`Added "${attributeLine}" to ${attributes}.${isGlobal ? '' : ' Commit this file.'}`)
    }
    if (hasHook) await addHook(recline)
    if (!isGlobal) say('Each clone needs "recline git install" once, because git does not share its configuration.')
  })

/** Removes what `install` writes, and returns the exit code. */
export const uninstall = (isGlobal: boolean): Promise<number> =>
  reported(async () => {
    const attributes = await attributesFile(isGlobal)
    for (const section of ['merge.recline', 'diff.recline']) {
      const removed = await git(['config', scope(isGlobal), '--remove-section', section])
      if (!('failure' in removed))
        say(`Removed ${section} from the ${isGlobal ? 'global' : 'local'} git configuration.`)
    }
    await removeAttribute(attributes)
    const hook = isGlobal ? undefined : await hookFile()
    if (hook === undefined || !(await textOf(hook)).includes(hookMark)) return
    await rm(hook)
    say(`Removed ${hook}.`)
  })

async function removeAttribute(attributes: string): Promise<void> {
  const text = await textOf(attributes)
  const left = text
    .split(/(?<=\n)/)
    .filter(line => ![attributeLine, attributeComment].includes(line.trimEnd()))
    .join('')
  if (left === text) return
  if (left === '') await rm(attributes)
  else await writeText(attributes, left)
  say(left === '' ? `Removed ${attributes}.` : `Removed "${attributeLine}" from ${attributes}.`)
}

async function addHook(recline: string): Promise<void> {
  const hook = await hookFile()
  const text = await textOf(hook)
  if (text !== '' && !text.includes(hookMark)) {
    say(`${hook} exists, so it was not changed; add "${recline} git check" to it.`)
    return
  }
  await writeText(hook, `#!/bin/sh\n${hookMark}\nexec ${recline} git check\n`, 'utf8')
  await chmod(hook, 0o755)
  say(`Wrote ${hook}, which checks the records of all files before each merge commit.`)
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
