import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { git } from '../repository/git.ts'

/** The file with the attributes of this repository, or of this user. */
export async function attributesFile(isGlobal: boolean): Promise<string> {
  if (!isGlobal) return join(await outputOf(['rev-parse', '--show-toplevel']), '.gitattributes')
  const set = await git(['config', '--global', '--type=path', 'core.attributesFile'])
  if (!('failure' in set)) return set.toString().trim()
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'attributes')
}

/** The hook that git runs before it commits a merge. */
export const hookFile = async (): Promise<string> =>
  resolve(await outputOf(['rev-parse', '--git-path', 'hooks']), 'pre-merge-commit')

/** Shows that Recline wrote the hook. */
export const hookMark = '# Written by "recline git install --hook".'

/** The text of a file; empty if it does not exist. */
export const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** The output of git on one line. Throws an error with a sentence for the user if git fails. */
export async function outputOf(args: readonly string[]): Promise<string> {
  const output = await git(args)
  if ('failure' in output) throw new Error(output.failure)
  return output.toString().trim()
}
