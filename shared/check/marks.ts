/** What an entry has, as bits of one byte: who looks for the few that have something passes all others in no time. */
export const Mark = { suppression: 1, findings: 2, undecided: 4, references: 8, definition: 16 } as const

/** The indices that have a mark, in order. Looks at four at once, as most have not. */
export function indicesWith(marks: Uint8Array, mark: number): number[] {
  const indices: number[] = []
  const words = new Uint32Array(marks.buffer, marks.byteOffset, marks.length >> 2)
  const anyOfFour = mark * 0x01010101
  for (let word = 0; word < words.length; word++) {
    if ((words[word]! & anyOfFour) !== 0) addIndices(indices, marks, mark, word * 4, word * 4 + 4)
  }
  addIndices(indices, marks, mark, words.length * 4, marks.length)
  return indices
}

function addIndices(indices: number[], marks: Uint8Array, mark: number, first: number, end: number): void {
  for (let index = first; index < end; index++) if (marks[index]! & mark) indices.push(index)
}

/** A copy of marks with those from `first` to `end` replaced by as many blank ones as `length` says. */
export function withBlank(marks: Uint8Array, first: number, end: number, length: number): Uint8Array {
  const copy = new Uint8Array(marks.length + length - (end - first))
  copy.set(marks.subarray(0, first))
  copy.set(marks.subarray(end), first + length)
  return copy
}
