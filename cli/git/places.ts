import { readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { reasonOf, unreadable } from '../files/failure.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { git } from '../repository/git.ts'

/** The file with the attributes of this repository, or of this user. */
export async function attributesFile(isGlobal: boolean): Promise<string> {
  if (!isGlobal) return join(await outputOf(['rev-parse', '--show-toplevel']), '.gitattributes')
  const set = await git(['config', '--global', '--type=path', 'core.attributesFile'])
  if (!('failure' in set)) return set.toString().trim()
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'attributes')
}

/** The text of a file, a character for each byte so that none is lost; empty if it does not exist. */
export async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new Error(unreadable(path, error).failure)
  }
}

/** Writes a file, by default what `textOf` read. Throws an error with a sentence for the user if it cannot. */
export async function writeText(path: string, text: string, encoding: BufferEncoding = 'latin1'): Promise<void> {
  try {
    await replaceWhole(path, to => writeFile(to, text, encoding))
  } catch (error) {
    throw new Error(`${path} could not be written: ${reasonOf(error)}.`)
  }
}

/** The output of git on one line. Throws an error with a sentence for the user if git fails. */
export async function outputOf(args: readonly string[]): Promise<string> {
  const output = await git(args)
  if ('failure' in output) throw new Error(output.failure)
  return output.toString().trim()
}
