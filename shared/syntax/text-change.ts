import { editAll, type Tree, textBetween, textOf } from './tree.ts'

/** A replacement in a file's text, from offset `start` to `end`, in UTF-16 code units. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
  /** The text is a snippet of the Language Server Protocol. */
  readonly isSnippet?: boolean
}

/** The text of a file after changes, given in order. Snippets become plain text with their placeholders. */
export const applyChanges = (tree: Tree, changes: readonly TextChange[]): string => changedText(textOf(tree), changes)

/** A text after changes, given in order. Snippets become plain text with their placeholders. */
export function changedText(text: string, changes: readonly TextChange[]): string {
  let result = ''
  let end = 0
  for (const change of changes) {
    result += text.slice(end, change.start) + insertedText(change)
    end = change.end
  }
  return result + text.slice(end)
}

/** The tree of a file after changes, given in order. All entries that they do not change are the same objects. */
export const changedTree = (tree: Tree, changes: readonly TextChange[]): Tree =>
  editAll(
    tree,
    changes.map(change => ({ start: change.start, end: change.end, text: insertedText(change) })),
  )

/**
 * What takes changes back: for each of them the change of the text after all of them.
 *
 * @param changes in order, not overlapping
 * @param text the text before
 */
export function inverseChanges(changes: readonly TextChange[], text: string): TextChange[] {
  let shift = 0
  return changes.map(change => {
    const start = change.start + shift
    const inserted = insertedText(change)
    shift += inserted.length - (change.end - change.start)
    return { start, end: start + inserted.length, text: text.slice(change.start, change.end) }
  })
}

/** The inserted text of a change, without tab stops. */
export const insertedText = ({ text, isSnippet }: TextChange): string => (isSnippet ? withoutTabStops(text) : text)

/** A snippet without its tab stops: each placeholder's text, each choice's first value. */
export const withoutTabStops = (snippet: string): string =>
  snippet
    .replace(/\$\{\d+\|((?:\\.|[^\\,|])*)(?:,(?:\\.|[^\\|])*)?\|\}/g, '$1')
    .replace(/\$\{\d+:((?:\\.|[^\\}])*)\}/g, '$1')
    .replace(/(?<!\\)\$\d+/g, '')
    .replace(/\\([\\$},|])/g, '$1')

/** The changes from one text to another: one for each changed entry, and for each run of added or removed entries. */
export function changesBetween(before: Tree, after: Tree): TextChange[] {
  const changes: TextChange[] = []
  const add = (one: number, oneEnd: number, other: number, otherEnd: number): void => {
    const start = before.starts[one]!
    for (const change of smallestChange(textBetween(before, one, oneEnd), textBetween(after, other, otherEnd)))
      changes.push({ ...change, start: start + change.start, end: start + change.end })
  }
  const [left, right] = [before.entries.length, after.entries.length]
  for (let [one, other] = [0, 0]; one < left || other < right; ) {
    if (one < left && before.entries[one] === after.entries[other]) {
      one++
      other++
      continue
    }
    const [gone, come] = left === right ? [1, 1] : differentEntries(before, one, after, other)
    if (gone === come) {
      for (const end = one + Math.max(1, gone); one < end; one++, other++) add(one, one + 1, other, other + 1)
      continue
    }
    add(one, one + gone, other, other + come)
    one += gone
    other += come
  }
  return changes
}

/** How far two texts are looked through for the next entry that both have. */
const mostDifferent = 16

/** How many entries differ from here on in each text, until both go on with the same entry. */
function differentEntries(
  before: Tree,
  one: number,
  after: Tree,
  other: number,
): readonly [gone: number, come: number] {
  const [left, right] = [before.entries.length - one, after.entries.length - other]
  for (let both = 0; both <= 2 * mostDifferent; both++) {
    for (let gone = Math.max(0, both - mostDifferent); gone <= Math.min(both, mostDifferent); gone++) {
      const come = both - gone
      if (gone > left || come > right) continue
      if (gone === left && come === right) return [gone, come]
      if (gone < left && come < right && before.entries[one + gone]!.text === after.entries[other + come]!.text)
        return [gone, come]
    }
  }
  return [left, right]
}

/**
 * The change from one text to another: from the first different character to the last. No change if they are equal.
 */
export function smallestChange(before: string, after: string): TextChange[] {
  if (before === after) return []
  const shorter = Math.min(before.length, after.length)
  let same = sameCharacters(shorter, (start, end) => before.slice(start, end) === after.slice(start, end))
  let sameAtEnd = sameCharacters(
    shorter - same,
    (start, end) =>
      before.slice(before.length - end, before.length - start) ===
      after.slice(after.length - end, after.length - start),
  )
  // A change neither starts nor ends inside a CRLF or a pair of surrogates, of either text.
  while (splitsPair(before, same) || splitsPair(after, same)) same--
  while (splitsPair(before, before.length - sameAtEnd) || splitsPair(after, after.length - sameAtEnd)) sameAtEnd--
  return [{ start: same, end: before.length - sameAtEnd, text: after.slice(same, after.length - sameAtEnd) }]
}

/**
 * How many of the first characters are the same. They are compared in blocks: that takes 2 ms in a text of 12 MB, where
 * one after the other takes 75.
 *
 * @param most how many there are
 * @param areSame compares those from one to before another
 */
function sameCharacters(most: number, areSame: (start: number, end: number) => boolean): number {
  let same = 0
  for (let size = largestBlock; size >= 1; size /= 16)
    while (same + size <= most && areSame(same, same + size)) same += size
  return same
}

const largestBlock = 16 ** 4

const splitsPair = (text: string, offset: number): boolean =>
  /\r\n|[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(offset - 1, offset + 1))
