import { expressionSpans } from '../expression/read/write.ts'
import { helpOfWord } from './block-words.ts'
import type { BlockLine } from './template.ts'

/** An expression in a line of a block, which can be empty, and where it starts in the text of the line. */
interface BlockExpression {
  readonly source: string
  readonly start: number
}

/** The expressions of a line, with the blanks around them; none if its word takes none. */
export function expressionsOf({ word, text, valueStart }: BlockLine): BlockExpression[] {
  const says = helpOfWord(word)?.says
  const value = text.slice(valueStart)
  if (says === 'condition') return [{ source: value, start: valueStart }]
  if (says !== 'expressions') return []
  return expressionSpans(value).map(({ start, end }) => {
    const source = value.slice(start, end)
    // The sign of the direction is no part of what is sorted by.
    const sign = word === 'sort' ? (/^\s*-/.exec(source)?.[0].length ?? 0) : 0
    return { source: source.slice(sign), start: valueStart + start + sign }
  })
}
