import { existsSync } from 'node:fs'
import { chmod, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import { isInside, printed } from '../files/paths.ts'
import { git } from '../repository/git.ts'
import { gitOutput, readLatin1, writeText } from './attributes.ts'

/** A hook that checks the records of a merge before git commits it. */
interface MergeHook {
  /** The name that git gives it. */
  readonly name: string
  /** That its file was written, or got a line, and that it checks the records of all files: with when git runs it. */
  readonly wrote: (file: string) => string
  readonly added: (file: string) => string
  readonly checks: (name: string) => string
  /** What must hold beside, as a command of the shell. */
  readonly condition?: string
}

/** Git runs one hook for the commit that `git merge` makes, and another one for `git commit` after conflicts. */
export const mergeHooks: readonly MergeHook[] = [
  {
    name: 'pre-merge-commit',
    wrote: file =>
      localize('Wrote {file}, which checks the records of all files before "git merge" makes a commit.', { file }),
    added: file =>
      localize('Added a line to {file}, which checks the records of all files before "git merge" makes a commit.', {
        file,
      }),
    checks: name =>
      localize('The hook {name} checks the records of all files before "git merge" makes a commit (optional).', {
        name,
      }),
  },
  {
    name: 'pre-commit',
    wrote: file =>
      localize('Wrote {file}, which checks the records of all files before "git commit" completes a merge.', { file }),
    added: file =>
      localize('Added a line to {file}, which checks the records of all files before "git commit" completes a merge.', {
        file,
      }),
    checks: name =>
      localize('The hook {name} checks the records of all files before "git commit" completes a merge (optional).', {
        name,
      }),
    // Git runs this hook before every commit; most are no merges.
    condition: 'git rev-parse -q --verify MERGE_HEAD >/dev/null',
  },
]

/** A hook in this repository. */
interface HookFile {
  readonly path: string
  /** Empty if there is no such file. */
  readonly text: string
  /** Whether the file is committed with the others, so that it runs in all clones. */
  readonly isShared: boolean
  /** Whether all of it is from Recline. */
  readonly isOurs: boolean
  /** Whether it runs `recline git check`: the user can have added that to a hook of their own. */
  readonly checks: boolean
}

/** Finds a hook in the folder in which git, or husky, looks for it. */
export async function findHook({ name }: MergeHook): Promise<HookFile> {
  const { folder, isShared } = await hooksFolder()
  const path = join(folder, name)
  const text = await readLatin1(path)
  const [, second, , ...more] = text.split('\n')
  const isOurs = second === mark && more.join('') === ''
  return { path, text, isShared, isOurs, checks: /git check(?![\w-])/.test(text) }
}

/** The folder with the hooks of this clone. */
async function hooksFolder(): Promise<{ folder: string; isShared: boolean }> {
  const top = await gitOutput(['rev-parse', '--show-toplevel'])
  const configured = resolve(top, await gitOutput(['-C', top, 'rev-parse', '--git-path', 'hooks']))
  // husky 9 writes its own hooks again and again into a folder that is ignored. They run those in the folder above.
  const isOfHusky = basename(configured) === '_' && existsSync(join(configured, 'h'))
  const folder = isOfHusky ? dirname(configured) : configured
  const isInTree = isInside(await realPlaceOf(folder), top) && !folder.split(sep).includes('.git')
  return { folder, isShared: isInTree && 'failure' in (await git(['check-ignore', '-q', '--', folder])) }
}

const realPlaceOf = (folder: string): Promise<string> => realpath(folder).catch(() => folder)

/**
 * Adds the hooks that check merges, and says what was written.
 *
 * @param recline the command line that runs Recline
 * @param asksToShare decides whether hooks that run in all clones may be written, given their paths
 */
export async function addHooks(
  recline: string,
  asksToShare: (paths: readonly string[]) => Promise<boolean>,
  say: (sentence: string) => void,
): Promise<void> {
  const found: { readonly hook: MergeHook; readonly file: HookFile }[] = []
  for (const hook of mergeHooks) {
    const file = await findHook(hook)
    if (file.checks && (file.isShared || !file.isOurs))
      say(localize('{file} already runs "recline git check".', { file: file.path }))
    else found.push({ hook, file })
  }
  const shared = found.filter(({ file }) => file.isShared)
  const mayShare = shared.length > 0 && (await asksToShare(shared.map(({ file }) => printed(file.path))))
  for (const { hook, file } of found) {
    const { path, text, isShared, isOurs } = file
    const line = isShared ? sharedLine(hook) : hookLine(hook, recline)
    const isNew = text === '' || isOurs
    if (isShared && !mayShare) {
      say(
        localize('{file} was not written, because it is committed and runs in all clones; add --yes to write it.', {
          file: path,
        }),
      )
    } else if (isNew) {
      await writeHook(path, text, `#!/bin/sh\n${mark}\n${line}\n`)
      say(isShared ? `${hook.wrote(path)} ${commitIt()}` : hook.wrote(path))
    } else if (isShared && /^(?!#!)|^#!.*sh\b/.test(text)) {
      // The last line of a hook can end it, so ours comes first.
      const [, start = '', rest = ''] = /^(#!.*\n?)?([^]*)$/.exec(text)!
      await writeHook(path, text, Buffer.from(`${start}${line}\n${rest}`, 'latin1').toString())
      say(`${hook.added(path)} ${commitIt()}`)
    } else
      say(localize('{file} exists, so it was not changed; add this line to it: {text}', { file: path, text: line }))
  }
}

const commitIt = (): string => localize('Commit this file.')

async function writeHook(path: string, before: string, text: string): Promise<void> {
  const isNew = !existsSync(path)
  await writeText(path, before, text, 'utf8')
  // husky runs files that nobody may execute too.
  if (isNew) await chmod(path, 0o755)
}

const mark = '# Written by "recline git install --hook".'

/** The line of shell that checks a merge, and ends the hook if the check fails. */
function hookLine({ condition }: MergeHook, recline: string): string {
  const check = `${recline} git check || exit 1`
  return condition === undefined ? check : `if ${condition}; then ${check}; fi`
}

/** The same line for all clones: it does nothing where there is no Recline. */
const sharedLine = (hook: MergeHook): string =>
  hookLine(
    { ...hook, condition: ['command -v recline >/dev/null', ...(hook.condition ? [hook.condition] : [])].join(' && ') },
    'recline',
  )

/**
 * Removes the hooks that only check merges. Those that are committed stay, for the other clones.
 *
 * @param removed says what was removed
 * @param kept says what was not
 */
export async function removeHooks(
  removed: (sentence: string) => void,
  kept: (sentence: string) => void,
): Promise<void> {
  for (const hook of mergeHooks) {
    const { path, isShared, isOurs, checks } = await findHook(hook)
    if (!checks) continue
    if (isShared)
      kept(
        localize('{file} is committed, for all clones, so it was kept; delete its line with "git check".', {
          file: path,
        }),
      )
    else if (isOurs) {
      await rm(path)
      removed(localize('Removed {file}.', { file: path }))
    } else
      kept(localize('{file} has other lines too, so it was kept; delete its line with "git check".', { file: path }))
  }
}
