/**
 * What Enter does at a place of a line.
 *
 * @param before the line's text before the cursor
 * @param behind the line's text behind the cursor
 * @param above the text of the line above
 * @returns `recordEnd` behind the last value of a line or inside its quotes, where a new line starts behind it;
 *   `indentation` on a line with no more than an indentation and a bar below a record, which Enter leaves; undefined
 *   elsewhere, where Enter does what it does in any text
 */
export function enterAt(before: string, behind: string, above: string): 'recordEnd' | 'indentation' | undefined {
  if (/^\s+(\|\s*)?$/.test(before) && behind.trim() === '') return recordLine.test(above) ? 'indentation' : undefined
  if (!recordLine.test(before)) return undefined
  const isAtEnd = openQuote.test(before) ? /^"\s*$/.test(behind) : behind.trim() === '' && lastValue.test(before)
  return isAtEnd ? 'recordEnd' : undefined
}

/** A line of a record, and not of a block. */
const recordLine = /^\s*(?:@(?!(?:BEGIN|END)(?:\s|$))|\|)/

/** Text that ends behind a value, or behind the `=` of one. */
const lastValue = /=\s*(?:[^"|=]*|"(?:[^"\\]|\\.)*")\s*$/

/** Text that ends inside quotes. */
const openQuote = /^(?:[^"]|"(?:[^"\\]|\\.)*")*"(?:[^"\\]|\\.)*$/
