/** What someone typed to find a record, as `matchRank` takes it. */
export const foldQuery = (typed: string): string => typed.trim().toLowerCase()

/**
 * How well a record matches a folded query, case aside: 0 for its id itself, then an id that starts with it, a text that
 * has it at the start of a word, one that has it anywhere, and last one that has its characters in their order.
 * Undefined for none of these; an empty query matches all alike.
 *
 * @param text gives all that is looked at, the id included; not asked for where the id decides
 */
export function matchRank(query: string, id: string, text: () => string): number | undefined {
  if (query === '') return 0
  const foldedId = id.toLowerCase()
  if (foldedId.startsWith(query)) return foldedId === query ? 0 : 1
  const folded = text().toLowerCase()
  const found = folded.indexOf(query)
  if (found >= 0) return startsWord(folded, found) ? 2 : 3
  return hasInOrder(folded, query) ? 4 : undefined
}

/** The first so many things in an order, without sorting all of them, and whether there were more. */
export function firstOf<Thing>(
  things: Iterable<Thing>,
  compare: (one: Thing, other: Thing) => number,
  limit: number,
): { first: Thing[]; isCut: boolean } {
  const first: Thing[] = []
  let last: Thing | undefined
  let count = 0
  for (const thing of things) {
    count++
    if (last !== undefined && compare(last, thing) <= 0) continue
    first.push(thing)
    if (first.length < 2 * limit) continue
    first.sort(compare).length = limit
    last = first[limit - 1]
  }
  first.sort(compare)
  return { first: first.slice(0, limit), isCut: count > limit }
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

const startsWord = (text: string, at: number): boolean => at === 0 || /[\s_.\-/:]/.test(text[at - 1]!)

/** White space in a query stands for any text, as it does in the lists of editors. */
function hasInOrder(text: string, characters: string): boolean {
  let found = -1
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index]!
    if (character === ' ') continue
    found = text.indexOf(character, found + 1)
    if (found < 0) return false
  }
  return true
}

function countDigits(text: string, start: number): number {
  let end = start
  while (text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++
  return end - start
}
