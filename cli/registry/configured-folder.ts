import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { configFileName, emptyConfig } from '../../shared/config/config.ts'
import { readConfigFile } from '../../shared/config/config-file.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { printed } from '../files/paths.ts'
import { readText } from '../files/read-text.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { host } from '../host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { Configs } from '../plan/configs.ts'

/** The configuration that commands about domains from elsewhere read and write, and the folder that it is in. */
export interface ConfiguredFolder {
  readonly folder: string
  /** The name of the configuration, as messages print it. */
  readonly name: string
  readonly text: string
  readonly file: ReturnType<typeof readConfigFile>
  readonly dependencies: Readonly<Record<string, string>>
}

/**
 * Runs a command on the nearest configuration, or on a new one in the working directory, and says why it failed. A
 * command that fails gives the reason, and the exit code is 2.
 */
export async function runInFolder(command: (here: ConfiguredFolder) => Promise<Failure | undefined>): Promise<void> {
  host.exitCode = ExitCode.Clean
  const here = await configuredFolder()
  const failed = 'failure' in here ? here : await command(here)
  if (!failed) return
  complain(failed.failure)
  host.exitCode = ExitCode.CouldNotRun
}

async function configuredFolder(): Promise<ConfiguredFolder | Failure> {
  const folder = new Configs().folderFor('any.rec') ?? resolve('.')
  const path = join(folder, configFileName)
  const name = printed(path)
  if (!existsSync(path)) return { folder, name, text: '{}\n', file: readConfigFile('{}'), dependencies: {} }
  const read = await readText({ file: name, path })
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
  const path = join(folder, file)
  if (!existsSync(path) || (await leadsOut(path, folder))) return undefined
  const read = await readText({ file: printed(path), path })
  return 'failure' in read ? undefined : read.text
}

/** Prints a sentence on a line. */
export const say = (sentence: string): void => {
  host.stdout.write(`${oneLine(sentence)}\n`)
}
