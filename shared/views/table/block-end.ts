/**
 * Where a jump over cells ends, as in spreadsheets: from a cell within a block, at its last cell; else at the first
 * cell of the next block, or at the end.
 *
 * @param from the index of the cell that it starts from
 * @param by whether it goes forward or backward
 * @param count how many cells there are
 */
export function blockEnd(from: number, by: 1 | -1, count: number, isFilled: (index: number) => boolean): number {
  const last = by > 0 ? count - 1 : 0
  if (from === last || count === 0) return from
  let at = from + by
  if (isFilled(from) && isFilled(at)) {
    while (at !== last && isFilled(at + by)) at += by
    return at
  }
  while (at !== last && !isFilled(at)) at += by
  return at
}
