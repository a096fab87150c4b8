import { rawValue } from '../../syntax/nodes.ts'
import type { Rule } from '../rule.ts'

export const unclosedList: Rule = {
  code: 'unclosed-list',
  severity: 'error',
  summary: 'A list has no closing bracket; it is read to the next field or to the end of the line.',
  field: ({ record, node, label, report }) => {
    const { value } = node
    if (value?.kind !== 'list' || value.closed) return
    report(`${label} starts with a bracket that is not closed; write ] at the end of the list.`, {
      at: value,
      fixes: () => [
        {
          title: 'Close the list',
          edits: [{ start: value.end, end: value.end, text: missingEnd(rawValue(record, value)) }],
          isPreferred: true,
        },
      ],
    })
  },
}

/** The quote and brackets that the list still needs; escapes count inside quotes only, as in the parser. */
function missingEnd(list: string): string {
  let depth = 0
  let inQuotes = false
  let position = 0
  for (; position < list.length; position++) {
    const character = list[position]
    if (character === '\\' && inQuotes) position++
    else if (character === '"') inQuotes = !inQuotes
    else if (character === '[' && !inQuotes) depth++
    else if (character === ']' && !inQuotes) depth--
  }
  // A backslash at the end would escape the quote that closes the string.
  const missingBackslash = position > list.length ? '\\' : ''
  return missingBackslash + (inQuotes ? '"' : '') + ']'.repeat(depth)
}
