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

/** The start and the end of a deletion: a line, from 0 for the line where Enter was pressed, and a column. */
export type Deletion = readonly [start: readonly [line: 0 | 1, column: number], end: readonly [0 | 1, number]]

/**
 * What to delete when VS Code has broken a line because a key was pressed before it knew what Enter does there.
 *
 * @param above the text of the line above the one where Enter was pressed
 * @param line the text of this line now
 * @param below the text of the new line
 * @returns the bar at the end of the line if the new line starts with one; the line itself if it has no more than an
 *   indentation and a bar below a record, so that Enter leaves the indentation; undefined if nothing is to be deleted
 */
export function leftover(above: string, line: string, below: string): Deletion | undefined {
  const indentation = /^\s*/.exec(below)![0].length
  const isBarRepeated = below[indentation] === '|' && indentation > 0
  const isIndentation = line === '' ? recordLine.test(above) && indentation > 0 : enterAt(line, '', above) !== undefined
  if (line.trim().length < 2)
    return isIndentation && !isBarRepeated
      ? [
          [0, 0],
          [1, indentation],
        ]
      : undefined
  if (!isBarRepeated || !recordLine.test(line) || openQuote.test(line)) return undefined
  const bar = /\s*\|\s*$/.exec(line)
  return bar
    ? [
        [0, bar.index],
        [0, line.length],
      ]
    : undefined
}

/** A line of a record, and not of a block. */
const recordLine = /^\s*(?:@(?!(?:BEGIN|END)(?:\s|$))|\|)/

/** Text that ends behind a value, or behind the `=` of one. */
const lastValue = /=\s*(?:[^"|=]*|"(?:[^"\\]|\\.)*")\s*$/

/** Text that ends inside quotes. */
const openQuote = /^(?:[^"]|"(?:[^"\\]|\\.)*")*"(?:[^"\\]|\\.)*$/
