import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { configFileName, emptyConfig } from '../../shared/config/config.ts'
import { readConfigFile } from '../../shared/config/config-file.ts'
import { lockFileName } from '../../shared/registry/lock.ts'
import { exclusively } from '../files/exclusive.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { printed } from '../files/paths.ts'
import { readRegularFile } from '../files/read-text.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { Configs } from '../plan/configs.ts'
import { readIn } from '../plan/installed.ts'

/** The configuration that commands about domains from elsewhere read and write, and the folder that it is in. */
export interface ConfiguredFolder {
  readonly folder: string
  /** The name of the configuration, as messages print it. */
  readonly name: string
  readonly text: string
  readonly file: ReturnType<typeof readConfigFile>
  readonly dependencies: Readonly<Record<string, string>>
}

/** What a command is about to do with a folder, and what it says when that is done. */
export interface FolderChange {
  readonly sentences: readonly string[]
  /** Writes the files; absent if there is nothing to write. Returns why they could not be written. */
  readonly write?: () => Promise<Failure | undefined>
}

/**
 * Runs a command on the nearest configuration, or on a new one in the working directory, and says what it did, or why
 * it failed, with exit code 2. What it plans is written only if the configuration and the lock are as it read them: if
 * another run has changed them in the meantime, it plans again.
 *
 * @param plan reads the folder, and plans a change
 */
export async function runInFolder(plan: (here: ConfiguredFolder) => Promise<FolderChange | Failure>): Promise<void> {
  host.exitCode = ExitCode.Clean
  const done = await planAndWrite(plan)
  if ('failure' in done) {
    complain(done.failure)
    host.exitCode = ExitCode.CouldNotRun
  } else for (const sentence of done.sentences) say(sentence)
}

/**
 * How often a change is planned. Each time, another run has changed the folder, so that all together come to an end.
 */
const mostPlans = 100

async function planAndWrite(
  plan: (here: ConfiguredFolder) => Promise<FolderChange | Failure>,
): Promise<FolderChange | Failure> {
  const folder = new Configs().folderFor('any.rec') ?? resolve('.')
  for (let plans = 0; plans < mostPlans; plans++) {
    const before = await textsOfFolder(folder)
    const isAsBefore = async (): Promise<boolean> => isDeepStrictEqual(await textsOfFolder(folder), before)
    const here = await configuredFolder(folder)
    const planned = 'failure' in here ? here : await plan(here)
    if ('failure' in planned && (await isAsBefore())) return planned
    if ('failure' in planned) continue
    if (!planned.write) return planned
    const { write } = planned
    try {
      const written = await exclusively(join(folder, configFileName), async () =>
        (await isAsBefore()) ? ((await write()) ?? planned) : undefined,
      )
      if (written) return written
    } catch (error) {
      return { failure: `${printed(join(folder, configFileName))} could not be changed: ${reasonOf(error)}.` }
    }
  }
  return { failure: 'Other programs change the folder again and again, so nothing was written; run the command again.' }
}

/** The texts of the files that a plan depends on. */
const textsOfFolder = (folder: string): Promise<readonly (string | undefined)[]> =>
  Promise.all([configFileName, lockFileName].map(file => textInFolder(folder, file)))

async function configuredFolder(folder: string): Promise<ConfiguredFolder | Failure> {
  const path = join(folder, configFileName)
  const name = printed(path)
  if (!existsSync(path)) return { folder, name, text: '{}\n', file: readConfigFile('{}'), dependencies: {} }
  const read = await readRegularFile(name, path)
  if ('failure' in read) return read
  const file = readConfigFile(read.text)
  if (!file.config) return { failure: `${name} is not JSON; correct it first.` }
  const wrong = file.problems.find(({ code }) => code === 'config-dependency')
  if (wrong) return { failure: `${name}: ${wrong.message}` }
  return { folder, name, text: read.text, file, dependencies: (file.config ?? emptyConfig).dependencies }
}

/** Writes a file of a folder, as a whole. Returns why it could not be written. */
export async function writeInFolder(folder: string, file: string, text: string): Promise<Failure | undefined> {
  const path = join(folder, file)
  try {
    if (await leadsOut(path, folder)) return writesNoLink(printed(path))
    await replaceWhole(path, to => writeFile(to, text))
    return undefined
  } catch (error) {
    return { failure: `${printed(path)} could not be written: ${reasonOf(error)}.` }
  }
}

/** The text of a file of a folder; undefined if it cannot be read, or if a link leads out of the folder. */
export async function textInFolder(folder: string, file: string): Promise<string | undefined> {
  const read = await readIn(folder, file)
  return typeof read === 'string' ? read : undefined
}

/** Prints a sentence on a line. */
const say = (sentence: string): void => {
  host.stdout.write(`${oneLine(sentence)}\n`)
}
