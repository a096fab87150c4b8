import type { Node } from 'jsonc-parser'
import type { TextChange } from '../syntax/text-change.ts'

/**
 * The change that adds an item behind the last one of a JSON list, in the form of the items there: on a line of its own
 * or not, and in one line or in several. So a diff shows nothing else.
 *
 * @param items the items of the list, at least one
 * @param indent the indentation of one level
 */
export function appendItem(text: string, items: readonly Node[], item: unknown, indent: string): TextChange {
  const [previous, last] = [items.at(-2), items.at(-1)!]
  const end = endOf(last)
  const written = text.slice(last.offset, end)
  const lineStart = text.lastIndexOf('\n', last.offset - 1) + 1
  const before = text.slice(lineStart, last.offset)
  const ownIndent = /^\s*/.exec(before)![0]
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const content = written.includes('\n')
    ? JSON.stringify(item, undefined, indent).replaceAll('\n', lineEnd + ownIndent)
    : inOneLine(item, written)
  const alone = before === ownIndent ? `,${lineEnd}${ownIndent}` : ', '
  const between = previous ? text.slice(endOf(previous), last.offset) : alone
  return { start: end, end, text: between + content }
}

const endOf = ({ offset, length }: Node): number => offset + length

/** JSON with blanks where another JSON text has them: behind colons and commas, and inside of brackets. */
function inOneLine(item: unknown, like: string): string {
  if (!/"\s*:\s/.test(like)) return JSON.stringify(item)
  const inside = /^[{[]\s/.test(like) ? ' ' : ''
  return JSON.stringify(item, undefined, 1).replace(
    /([{[])\n\s*|\n\s*([}\]])|\n\s*/g,
    (_, open?: string, close?: string) => {
      if (open) return open + inside
      return close ? inside + close : ' '
    },
  )
}
