/** Flags of an entry in one byte, so that scans skip entries without flags quickly. */
export const Mark = {
  suppression: 1,
  findings: 2,
  undecided: 4,
  references: 8,
  definition: 16,
  acrossRules: 32,
  marker: 64,
} as const

/** The indices of entries with a flag, in order. Reads four bytes at once, because most entries have no flag. */
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

/** A copy of the flags with those from `first` to `end` replaced by `length` empty ones. */
export function withBlank(marks: Uint8Array, first: number, end: number, length: number): Uint8Array {
  const copy = new Uint8Array(marks.length + length - (end - first))
  copy.set(marks.subarray(0, first))
  copy.set(marks.subarray(end), first + length)
  return copy
}
