import { localize } from '../../domains/localize.ts'
import { rawValue } from '../../syntax/nodes.ts'
import { never, type Rule } from '../rule.ts'

export const unclosedString: Rule = {
  code: 'unclosed-string',
  severity: 'error',
  summary: 'A string has no closing quote; it is read to the next field or to the end of the line.',
  mayObjectToField: never,
  field: ({ record, node, label, report }) => {
    const { value } = node
    if (value?.kind !== 'quoted' || value.closed) return
    const places = { field: label }
    report(
      localize('{field} starts with a quote that is not closed on its line; write " at the end of the text.', places),
      {
        at: value,
        fixes: () => {
          // A backslash at the end would escape the quote that closes the string.
          const text = endsEscaping(rawValue(record, value)) ? '\\"' : '"'
          return [
            {
              title: localize('Close the string'),
              edits: [{ start: value.end, end: value.end, text }],
              isPreferred: true,
            },
          ]
        },
      },
    )
  },
}

function endsEscaping(raw: string): boolean {
  let start = raw.length
  while (raw[start - 1] === '\\') start--
  return (raw.length - start) % 2 === 1
}
