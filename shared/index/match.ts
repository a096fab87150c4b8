/** Converts typed text to a query that is searched in the results of `foldRecord`. */
export const foldQuery = (typed: string): string => foldedLine(typed.trim())

/** The search text of a record: its tag, a blank, its id, and its title. */
export const foldRecord = (tag: string, id: string | undefined, title: string): string =>
  foldedLine(`${tag}${id === undefined ? '' : ` ${id}`}${title === '' ? '' : ` ${title}`}`)

/** Ignores case, and keeps each text on one line. */
function foldedLine(text: string): string {
  const folded = text.toLowerCase()
  return folded.includes('\n') ? folded.replaceAll('\n', ' ') : folded
}

/** How well a record matches: the better, the lower. */
export const Rank = { id: 0, startOfId: 1, startOfWord: 2, text: 3, characters: 4, none: 5 } as const

/**
 * The rank of a folded query that is the start of an id; undefined otherwise. With an empty query, all ids are equal.
 */
export function rankOfId(query: string, id: string): number | undefined {
  if (query === '') return Rank.id
  const folded = foldedLine(id)
  if (!folded.startsWith(query)) return undefined
  return folded === query ? Rank.id : Rank.startOfId
}

/** The rank of a query whose first match is at an offset of a folded text. */
export const rankOfText = (text: string, found: number): number =>
  found === 0 || isBetweenWords(text.charCodeAt(found - 1)) ? Rank.startOfWord : Rank.text

/**
 * Whether a part of a text has the characters of a folded query in their order. White space matches any text, as in the
 * lists of editors.
 */
export function hasInOrder(query: string, text: string, start: number, end: number): boolean {
  let next = 0
  for (let position = start; ; position++) {
    while (query.charCodeAt(next) === BLANK_UNIT) next++
    if (next === query.length) return true
    const wanted = query.charCodeAt(next)
    while (position < end && text.charCodeAt(position) !== wanted) position++
    if (position >= end) return false
    next++
  }
}

/**
 * The set of characters of a folded text or query, as bits of two numbers. A text without all characters of the query
 * cannot match. Blanks do not count.
 */
export function charactersIn(text: string): readonly [signs: number, letters: number] {
  let signs = 0
  let letters = 0
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code >= 0x40) letters |= 1 << (code & 31)
    else if (code > BLANK_UNIT) signs |= 1 << (code & 31)
  }
  return [signs, letters]
}

/** Compares names by their characters, and numbers in them by their size: `CTL-2` comes before `CTL-10`. */
export function compareNames(one: string, other: string): number {
  if (one === other) return 0
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  const [digits, otherDigits] = [countDigits(one, at), countDigits(other, at)]
  const isInNumber = (digits > 0 && otherDigits > 0) || (at > 0 && countDigits(one, at - 1) > 0)
  if (isInNumber && digits !== otherDigits) return digits - otherDigits
  return one < other ? -1 : 1
}

const BLANK_UNIT = 0x20

const isBetweenWords = (code: number): boolean => /[\s_.\-/:]/.test(String.fromCharCode(code))

function countDigits(text: string, start: number): number {
  let end = start
  while (text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++
  return end - start
}
