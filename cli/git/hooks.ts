import { readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { reasonOf, unreadable } from '../files/failure.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { git } from '../repository/git.ts'

/** A hook that checks the records of a merge before git commits it. */
export interface MergeHook {
  /** The name that git gives it. */
  readonly name: string
  /** When git runs it, after the word "before". */
  readonly moment: string
  /**
   * The line of shell that checks a merge, and ends the hook if the check fails.
   *
   * @param recline the command line that runs Recline
   */
  readonly line: (recline: string) => string
}

/** Git runs one hook for the commit that `git merge` makes, and another one for `git commit` after conflicts. */
export const mergeHooks: readonly MergeHook[] = [
  {
    name: 'pre-merge-commit',
    moment: '"git merge" makes a commit',
    line: recline => `${recline} git check || exit 1`,
  },
  {
    name: 'pre-commit',
    moment: '"git commit" completes a merge',
    // Git runs this hook before every commit; most are no merges.
    line: recline => `if git rev-parse -q --verify MERGE_HEAD >/dev/null; then ${recline} git check || exit 1; fi`,
  },
]

/** A hook in this repository. */
export interface HookFile {
  readonly path: string
  /** Empty if there is no such file. */
  readonly text: string
  /** Whether all of it is from Recline. */
  readonly isOurs: boolean
  /** Whether it runs `recline git check`: the user can have added that to a hook of their own. */
  readonly checks: boolean
}

/** Finds a hook in the folder in which git looks for it. */
export async function findHook({ name }: MergeHook): Promise<HookFile> {
  const path = resolve(await gitOutput(['rev-parse', '--git-path', 'hooks']), name)
  const text = await readLatin1(path)
  const [, second, , ...more] = text.split('\n')
  return { path, text, isOurs: second === mark && more.join('') === '', checks: /git check(?![\w-])/.test(text) }
}

/** The text of a hook that only checks merges. */
export const hookText = (hook: MergeHook, recline: string): string => `#!/bin/sh\n${mark}\n${hook.line(recline)}\n`

const mark = '# Written by "recline git install --hook".'

/** The file with the attributes of this repository, or of this user. */
export async function attributesFile(isGlobal: boolean): Promise<string> {
  if (!isGlobal) return join(await gitOutput(['rev-parse', '--show-toplevel']), '.gitattributes')
  const set = await git(['config', '--global', '--type=path', 'core.attributesFile'])
  if (!('failure' in set)) return set.toString().trim()
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'attributes')
}

/** The text of a file, a character for each byte so that none is lost; empty if it does not exist. */
export async function readLatin1(path: string): Promise<string> {
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
export async function gitOutput(args: readonly string[]): Promise<string> {
  const output = await git(args)
  if ('failure' in output) throw new Error(output.failure)
  return output.toString().trim()
}
