import { localize } from '../../domains/localize.ts'
import { rawValue } from '../../syntax/nodes.ts'
import { never, type Rule } from '../rule.ts'

export const unclosedList: Rule = {
  code: 'unclosed-list',
  severity: 'error',
  summary: 'A list has no closing bracket or brace; it is read to the next field or to the end of the line.',
  mayObjectToField: never,
  field: ({ record, node, label, report }) => {
    const { value } = node
    if (value?.kind !== 'list' || value.closed) return
    const raw = rawValue(record, value)
    const message = raw.startsWith('[')
      ? localize('{field} starts with a bracket that is not closed on its line; write ] at the end of the list.', {
          field: label,
        })
      : localize(
          '{field} starts with a brace that is not closed on its line; write } at the end of the value, or the value in double quotes.',
          { field: label },
        )
    report(message, {
      at: value,
      fixes: () => [
        {
          title: raw.startsWith('[') ? localize('Close the list') : localize('Close the brace'),
          edits: [{ start: value.end, end: value.end, text: missingEnd(raw) }],
          isPreferred: true,
        },
      ],
    })
  },
}

/** The quote and the brackets or braces that are missing. As in the parser, there are escapes only inside quotes. */
function missingEnd(list: string): string {
  const [open, close] = list.startsWith('[') ? '[]' : '{}'
  let depth = 0
  let inQuotes = false
  let position = 0
  for (; position < list.length; position++) {
    const character = list[position]
    if (character === '\\' && inQuotes) position++
    else if (character === '"') inQuotes = !inQuotes
    else if (character === open && !inQuotes) depth++
    else if (character === close && !inQuotes) depth--
  }
  // A backslash at the end would escape the quote that closes the string.
  const missingBackslash = position > list.length ? '\\' : ''
  return missingBackslash + (inQuotes ? '"' : '') + close!.repeat(depth)
}
