/** What an entry has, as bits of one byte: who looks for the few that have something passes all others in no time. */
export const Mark = { suppression: 1, findings: 2, undecided: 4, references: 8, definition: 16 } as const

/** The indices that have a mark, in order. */
export function indicesWith(marks: Uint8Array, mark: number): number[] {
  const indices: number[] = []
  for (let index = 0; index < marks.length; index++) if (marks[index]! & mark) indices.push(index)
  return indices
}

/** A copy of marks with those from `first` to `end` replaced by as many blank ones as `length` says. */
export function withBlank(marks: Uint8Array, first: number, end: number, length: number): Uint8Array {
  const copy = new Uint8Array(marks.length + length - (end - first))
  copy.set(marks.subarray(0, first))
  copy.set(marks.subarray(end), first + length)
  return copy
}
