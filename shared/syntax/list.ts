import { lastPassing } from '../basics/binary-search.ts'

/**
 * An immutable list in chunks. A new version shares all chunks with the old one but those that the change touches. So a
 * small change of a long list copies a few hundred items, and not all of them.
 */
export interface List<Item> {
  readonly length: number
  /** None is empty, and most are of similar size. What is computed from a chunk can be remembered with it. */
  readonly chunks: readonly (readonly Item[])[]
  /** The index of the first item of each chunk; one more at the end is the length. */
  readonly firsts: Uint32Array
}

/** How many items a new chunk has, and how many it has at most after changes. */
const usualSize = 256
const largestSize = 512

/** A list of items. */
export function listOf<Item>(items: readonly Item[]): List<Item> {
  return fromChunks(cutIntoChunks(items))
}

/** The item at an index; undefined for an index that the list does not have. */
export function itemAt<Item>(list: List<Item>, index: number): Item | undefined {
  const chunk = chunkAt(list, index)
  return list.chunks[chunk]?.[index - list.firsts[chunk]!]
}

/** The number of the chunk with an index: the last one for an index behind the end, -1 in an empty list. */
export function chunkAt({ chunks, firsts }: List<unknown>, index: number): number {
  return lastPassing(chunks.length, chunk => firsts[chunk]! <= index)
}

/** The items from one index to before another. */
export function itemsBetween<Item>(list: List<Item>, first: number, end: number): Item[] {
  const { chunks, firsts } = list
  const parts: (readonly Item[])[] = []
  for (let chunk = Math.max(0, chunkAt(list, first)); chunk < chunks.length && firsts[chunk]! < end; chunk++) {
    const start = firsts[chunk]!
    const isWhole = first <= start && firsts[chunk + 1]! <= end
    parts.push(isWhole ? chunks[chunk]! : chunks[chunk]!.slice(Math.max(0, first - start), end - start))
  }
  return joinedChunks(parts)
}

/** All items. */
export const allItems = <Item>({ chunks }: List<Item>): Item[] => joinedChunks(chunks)

const joinedChunks = <Item>(chunks: readonly (readonly Item[])[]): Item[] => ([] as Item[]).concat(...chunks)

/** The list with the items from one index to before another replaced. */
export function replaced<Item>(list: List<Item>, first: number, end: number, fresh: readonly Item[]): List<Item> {
  const { chunks, firsts } = list
  if (chunks.length === 0) return listOf(fresh)
  const from = chunkAt(list, first)
  let to = Math.max(from, chunkAt(list, end))
  const above = chunks[from]!.slice(0, first - firsts[from]!)
  let changed = above.concat(fresh, chunks[to]!.slice(end - firsts[to]!))
  // Without this, deleting many items would leave many tiny chunks.
  const next = chunks[to + 1]
  if (next && changed.length + next.length <= usualSize) {
    changed = changed.concat(next)
    to++
  }
  return fromChunks(chunks.slice(0, from).concat(cutIntoChunks(changed), chunks.slice(to + 1)))
}

/** The list with other items at some indices. */
export function withItems<Item>(list: List<Item>, changes: ReadonlyMap<number, Item>): List<Item> {
  if (changes.size === 0) return list
  const copies = new Map<number, Item[]>()
  for (const [index, item] of changes) {
    const chunk = chunkAt(list, index)
    const copy = copies.get(chunk) ?? list.chunks[chunk]!.slice()
    copies.set(chunk, copy)
    copy[index - list.firsts[chunk]!] = item
  }
  return { ...list, chunks: list.chunks.map((chunk, number) => copies.get(number) ?? chunk) }
}

function fromChunks<Item>(chunks: readonly (readonly Item[])[]): List<Item> {
  const firsts = new Uint32Array(chunks.length + 1)
  for (let chunk = 0; chunk < chunks.length; chunk++) firsts[chunk + 1] = firsts[chunk]! + chunks[chunk]!.length
  return { length: firsts[chunks.length]!, chunks, firsts }
}

function cutIntoChunks<Item>(items: readonly Item[]): (readonly Item[])[] {
  if (items.length === 0) return []
  if (items.length <= largestSize) return [items]
  const chunks: (readonly Item[])[] = []
  for (let start = 0; start < items.length; start += usualSize) chunks.push(items.slice(start, start + usualSize))
  return chunks
}
