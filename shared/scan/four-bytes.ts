// Four bytes at a time, as one number. A byte is out of a range if adding or subtracting sets its first bit.

/** Whether four bytes are visible characters of ASCII. */
export const areVisible = (word: number): boolean =>
  (((word - 0x21212121) | (word + 0x01010101) | word) & firstBits) === 0

/** Whether four bytes are of ASCII and no line ends, nor control characters below these. */
export const areOnLine = (word: number): boolean => (((word - 0x0e0e0e0e) | word) & firstBits) === 0

/** Whether one of four bytes is a backslash. */
export function haveBackslash(word: number): boolean {
  const other = word ^ 0x5c5c5c5c
  return ((other - 0x01010101) & ~other & firstBits) !== 0
}

/** The next bytes, at most four, and letters instead of those from `end` on; the view has them all the same. */
export function wordBefore(view: DataView, position: number, end: number): number {
  const word = view.getInt32(position, true)
  const left = end - position
  if (left >= 4) return word
  const own = (1 << (left * 8)) - 1
  return (word & own) | (letters & ~own)
}

const firstBits = 0x80808080
const letters = 0x61616161
