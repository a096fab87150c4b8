import picomatch from 'picomatch'

/** Matches paths, with `/`, by globs. A glob that is empty, or that could take long, matches nothing. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const usable = globs.filter(glob => glob !== '' && isQuick(glob))
  return usable.length === 0 ? () => false : picomatch(usable, { dot: true, noextglob: true, nonegate: true })
}

/** Matches folders, by globs that match all that is below a folder, as `archive/**` does for the folder `archive`. */
export const folderMatcher = (globs: readonly string[]): ((path: string) => boolean) =>
  globMatcher(globs.filter(glob => glob.endsWith('/**')).map(glob => glob.slice(0, -'/**'.length)))

/** Matches paths by one glob. A glob without `/` matches file names in every folder. */
export const fileNameMatcher = (glob: string): ((path: string) => boolean) =>
  globMatcher([glob.includes('/') ? glob : `**/${glob}`])

/**
 * What is wrong with a glob of a configuration, as the end of a sentence that starts with the glob; undefined if it can
 * match.
 */
export function globProblem(glob: string): string | undefined {
  if (glob === '') return 'is empty; write one such as "**/*.rec"'
  if (glob.startsWith('!')) return 'starts with "!"; write what is left out under "exclude"'
  if (/^([A-Za-z]:|\/)|(^|\/)\.\.(\/|$)/.test(glob))
    return 'leads out of the folder that it is relative to; write it from there on downwards'
  if (/\\(?![[\](){}*?!+@|\\])/.test(glob)) return 'has a backslash; write / between folders'
  if (/[!?*+@]\(/.test(glob)) return 'has a group in parentheses; write {a,b} for one or the other'
  return isQuick(glob)
    ? undefined
    : `has too many wildcards to be matched quickly; write at most ${mostStars} of * and **, and ${mostBraces} of {}`
}

/**
 * Whether a glob, which can come from anywhere, is safe to match. It becomes a regular expression whose time grows with
 * the length of a path to the power of the number of wildcards.
 */
const isQuick = (glob: string): boolean =>
  glob.length <= 1000 &&
  (glob.match(/\*+/g) ?? []).length <= mostStars &&
  (glob.match(/\{/g) ?? []).length <= mostBraces

const mostStars = 5
const mostBraces = 4
