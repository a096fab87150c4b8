import { resolve } from 'node:path'
import { outputOf, textOf } from './places.ts'

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
  const path = resolve(await outputOf(['rev-parse', '--git-path', 'hooks']), name)
  const text = await textOf(path)
  const [, second, , ...more] = text.split('\n')
  return { path, text, isOurs: second === mark && more.join('') === '', checks: /git check(?![\w-])/.test(text) }
}

/** The text of a hook that only checks merges. */
export const hookText = (hook: MergeHook, recline: string): string => `#!/bin/sh\n${mark}\n${hook.line(recline)}\n`

const mark = '# Written by "recline git install --hook".'
