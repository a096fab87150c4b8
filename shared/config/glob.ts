import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'

/** Matches paths, with `/`, by globs. A glob that is empty, or that has too many alternatives, matches nothing. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.filter(glob => glob !== '').flatMap(glob => (alternativesOf(glob) ?? []).map(segmentsOf))
  if (patterns.length === 0) return () => false
  return path => {
    const segments = path.split('/')
    return patterns.some(pattern => matchesPattern(segments, pattern))
  }
}

/** Matches folders, by globs that match all that is below a folder, as `archive/**` does for the folder `archive`. */
export const folderMatcher = (globs: readonly string[]): ((path: string) => boolean) =>
  globMatcher(globs.filter(glob => glob.endsWith('/**')).map(glob => glob.slice(0, -'/**'.length)))

/** Matches paths by one glob. A glob without `/` matches file names in every folder. */
export const fileNameMatcher = (glob: string): ((path: string) => boolean) =>
  globMatcher([glob.includes('/') ? glob : `**/${glob}`])

/**
 * The folder that has all files which a glob can match, relative to the glob's own; empty if that is its own folder.
 */
export function folderOfGlob(glob: string): string {
  const names = glob.split('/').slice(0, -1)
  const firstPattern = names.findIndex(name => /[\\*?[\]{}]/.test(name))
  return names.slice(0, firstPattern < 0 ? names.length : firstPattern).join('/')
}

/**
 * What is wrong with a glob of a configuration, as a sentence; undefined if it can match.
 *
 * @param as the glob in the sentence, as it is written
 */
export function globProblem(glob: string, as = glob): string | undefined {
  const written = shorten(as)
  if (glob === '') return localize('The glob "{glob}" is empty; write one such as "**/*.rec".', { glob: written })
  if (glob.startsWith('!'))
    return localize('The glob "{glob}" starts with "!"; write what is left out under "exclude".', { glob: written })
  if (/^([A-Za-z]:|\/)|(^|\/)\.\.(\/|$)/.test(glob))
    return localize(
      'The glob "{glob}" leads out of the folder that it is relative to; write it from there on downwards.',
      { glob: written },
    )
  if (/\\(?![[\](){}*?!+@|\\])/.test(glob))
    return localize('The glob "{glob}" has a backslash; write / between folders.', { glob: written })
  if (/[!?*+@]\(|\([^()]*\|[^()]*\)/.test(glob))
    return localize('The glob "{glob}" has a group in parentheses; write {example} for one or the other.', {
      glob: written,
      example: '{a,b}',
    })
  if (/\{[^{},]*\.\.[^{},]*\}/.test(glob))
    return localize('The glob "{glob}" has a range in braces; write {example} for one or the other.', {
      glob: written,
      example: '{1,2,3}',
    })
  if (!alternativesOf(glob))
    return localize(
      'The glob "{glob}" has too many alternatives in braces, or more than {most} characters; write several globs instead.',
      { glob: written, most: longestGlob },
    )
  const open = unclosedIn(glob)
  return (
    open &&
    localize('The glob "{glob}" has a {open} that is never closed; close it, or write [{open}] for the character.', {
      glob: written,
      open,
    })
  )
}

/** A bracket or brace that is never closed, and so a character of names. Brackets close in the same name. */
function unclosedIn(glob: string): '[' | '{' | undefined {
  const rest = glob.replace(/\\./gsu, '').replace(/\[[!^]?[^/][^\]/]*\]/gsu, '')
  if (rest.includes('[')) return '['
  let depth = 0
  for (const character of rest)
    if (character === '{') depth++
    else if (character === '}') depth = Math.max(0, depth - 1)
  return depth > 0 ? '{' : undefined
}

/** The maximum length of a glob. */
const longestGlob = 1000

/** The maximum number of globs without braces that one glob with braces stands for. */
const mostAlternatives = 100

/** The globs without `{a,b}` that a glob stands for; undefined if they are too many. Other braces are characters. */
function alternativesOf(glob: string): string[] | undefined {
  if (glob.length > longestGlob) return undefined
  const done: string[] = []
  // The first brace of each pending glob is replaced by each of its alternatives in turn.
  const pending = [glob]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const brace = firstBrace(next)
    if (!brace) done.push(next)
    else pending.push(...brace.alternatives.map(each => `${brace.before}${each}${brace.after}`))
    if (done.length + pending.length > mostAlternatives) return undefined
  }
  return done
}

interface Brace {
  readonly before: string
  readonly alternatives: readonly string[]
  readonly after: string
}

/** The first `{…,…}` that closes. */
function firstBrace(glob: string): Brace | undefined {
  /** The offsets of the open braces, each with the offsets of its commas. */
  const open: number[][] = []
  let found: number[] | undefined
  for (let at = 0; at < glob.length && !(found && open.length === 0); at++) {
    const character = glob[at]
    if (character === '\\') at++
    else if (character === '{') open.push([at])
    else if (character === ',') open.at(-1)?.push(at)
    else if (character === '}') {
      const closed = open.pop()
      if (closed && closed.length > 1) found = [...closed, at]
    }
  }
  if (!found) return undefined
  const offsets = found
  return {
    before: glob.slice(0, offsets[0]),
    alternatives: offsets.slice(1).map((end, index) => glob.slice(offsets[index]! + 1, end)),
    after: glob.slice(offsets.at(-1)! + 1),
  }
}

/** A part of a pattern: a test of one item, or any number of items. */
type PatternPart<Item> = ((item: Item) => boolean) | typeof anyItems

const anyItems = Symbol('any items')

/**
 * Whether a pattern matches all items. If an item does not fit, only the last `anyItems` takes one item more: more than
 * that is never needed. So the time is at most the number of items times the number of parts.
 */
function matchesPattern<Item>(items: readonly Item[], pattern: readonly PatternPart<Item>[]): boolean {
  let part = 0
  let retry: { readonly part: number; item: number } | undefined
  for (let item = 0; item < items.length; ) {
    const current = pattern[part]
    if (current === anyItems) retry = { part: ++part, item }
    else if (current?.(items[item]!)) {
      part++
      item++
    } else if (retry) {
      part = retry.part
      item = ++retry.item
    } else return false
  }
  while (pattern[part] === anyItems) part++
  return part === pattern.length
}

/** The parts of a glob without braces, one for each folder and one for the file name. */
const segmentsOf = (glob: string): PatternPart<string>[] =>
  glob
    .split('/')
    .filter(segment => segment !== '.')
    .map(segment => (/^\*{2,}$/.test(segment) ? anyItems : nameTest(segment)))

function nameTest(segment: string): (name: string) => boolean {
  if (!/[\\*?[]/.test(segment)) return name => name === segment
  const characters = charactersOf(segment)
  return name => matchesPattern([...name], characters)
}

/** The parts of a segment, one for each character of a name that it tests. */
const charactersOf = (segment: string): PatternPart<string>[] =>
  (segment.match(segmentPart) ?? []).map(part => {
    if (part.startsWith('*')) return anyItems
    if (part === '?') return () => true
    if (part.length > 1 && part.startsWith('[')) return classTest(part.slice(1, -1))
    const character = part.replace(/^\\(?=.)/s, '')
    return name => name === character
  })

/** Stars, a class such as `[!a-z]`, an escaped character, or another character. */
const segmentPart = /\*+|\[[!^]?[^][^\]]*\]|\\.|./gsu

/** A test for the characters of a class, which is given without its brackets. */
function classTest(text: string): (character: string) => boolean {
  const isNegated = /^[!^]/.test(text)
  const ranges = (isNegated ? text.slice(1) : text).match(/.-.|./gsu) ?? []
  return character =>
    isNegated !==
    ranges.some(range => {
      const [first, , last = first] = range
      return first! <= character && character <= last!
    })
}
