import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'

/** A glob of descriptors that starts with `../`, seen from the folder that it leads to. */
export interface OuterGlob {
  /** The glob as it is written. */
  readonly written: string
  /** The folder that its `../` lead to; undefined if there is none. */
  readonly folder: string | undefined
  /** The rest of the glob, relative to that folder. */
  readonly glob: string
}

const start = /^(?:\.\.\/)+/

/** Whether a glob starts with `../`. */
export const isOuter = (glob: string): boolean => start.test(glob)

/** A glob without the `../` at its start. */
export const withoutOuter = (glob: string): string => glob.replace(start, '')

/**
 * The globs that start with `../`.
 *
 * @param folder the path or URI of the folder that they are relative to, with `/` between names
 */
export function outerGlobs(globs: readonly string[], folder: string): OuterGlob[] {
  return globs.filter(isOuter).map(written => {
    const glob = withoutOuter(written)
    const names = folder.split('/').slice(0, -(written.length - glob.length) / 3)
    return { written, folder: names.length > 0 ? names.join('/') : undefined, glob }
  })
}

/** Why a glob of descriptors does not count, as a sentence. */
export const leavesRepository = (glob: string): string =>
  localize(
    'The glob "{glob}" leads out of the git repository; put the descriptors into the repository, or name their folder with --descriptors on the command line.',
    { glob: shorten(glob) },
  )
