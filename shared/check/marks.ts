import { chunkAt, type List } from '../syntax/list.ts'

/** Flags of an entry, so that scans skip entries without flags quickly. */
export const Mark = {
  suppression: 1,
  findings: 2,
  undecided: 4,
  references: 8,
  definition: 16,
  acrossRules: 32,
  marker: 64,
} as const

/**
 * The indices of entries with any of some flags, in order, from one index to before another. Skips chunks of entries of
 * which none has one.
 */
export function indicesWith(marks: List<number>, mark: number, first = 0, end = marks.length): number[] {
  const { chunks, firsts } = marks
  const indices: number[] = []
  if ((allFlags(marks) & mark) === 0) return indices
  for (let number = Math.max(0, chunkAt(marks, first)); number < chunks.length && firsts[number]! < end; number++) {
    const chunk = chunks[number]!
    if ((flagsIn(chunk) & mark) === 0) continue
    const start = firsts[number]!
    const last = Math.min(chunk.length, end - start)
    for (let index = Math.max(0, first - start); index < last; index++)
      if (chunk[index]! & mark) indices.push(start + index)
  }
  return indices
}

/** All flags that any entry of a list has. */
function allFlags(marks: List<number>): number {
  let flags = flagsOfLists.get(marks)
  if (flags === undefined) {
    flags = marks.chunks.reduce((sum, chunk) => sum | flagsIn(chunk), 0)
    flagsOfLists.set(marks, flags)
  }
  return flags
}

function flagsIn(chunk: readonly number[]): number {
  let flags = flagsOfChunks.get(chunk)
  if (flags === undefined) {
    flags = chunk.reduce((sum, mark) => sum | mark, 0)
    flagsOfChunks.set(chunk, flags)
  }
  return flags
}

const flagsOfLists = new WeakMap<List<number>, number>()
const flagsOfChunks = new WeakMap<readonly number[], number>()
