import picomatch from 'picomatch'

/**
 * Matches paths by globs.
 *
 * @param globs one that is empty or could take long matches nothing
 * @param ignored globs of what does not match although one of the others does
 * @returns tells of a path, with `/`, whether it matches
 */
export function globMatcher(globs: readonly string[], ignored: readonly string[] = []): (path: string) => boolean {
  const isMatch = compile(globs)
  const isIgnored = compile(ignored)
  return path => isMatch(path) && !isIgnored(path)
}

/** Tells of a folder's path, with `/`, whether globs match all that is below it, as `archive/**` does of `archive`. */
export const folderMatcher = (globs: readonly string[]): ((path: string) => boolean) =>
  compile(globs.filter(glob => glob.endsWith('/**')).map(glob => glob.slice(0, -'/**'.length)))

/** Matches a path by one glob; one without `/` matches the name of a file in any folder. */
export const fileNameMatcher = (glob: string): ((path: string) => boolean) =>
  compile([glob.includes('/') ? glob : `**/${glob}`])

/** What is wrong with a glob that is relative to a folder, as the end of a sentence that starts with it; undefined for a glob that can match. */
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
 * A glob can come from anywhere, and becomes a regular expression whose time grows with the length of a path to the
 * power of the number of wildcards.
 */
const isQuick = (glob: string): boolean =>
  glob.length <= 1000 &&
  (glob.match(/\*+/g) ?? []).length <= mostStars &&
  (glob.match(/\{/g) ?? []).length <= mostBraces

const mostStars = 5
const mostBraces = 4

const compile = (globs: readonly string[]): ((path: string) => boolean) => {
  const usable = globs.filter(glob => glob !== '' && isQuick(glob))
  return usable.length === 0 ? () => false : picomatch(usable, { dot: true, noextglob: true, nonegate: true })
}
