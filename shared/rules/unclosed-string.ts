import { fieldRule } from '../rule.ts'
import { rawValue } from '../syntax.ts'

/** A string without its closing quote; it ends before the next field, or with its line. */
export const unclosedString = fieldRule('unclosed-string', 'error', ({ record, node, label, report }) => {
  const { value } = node
  if (value?.kind !== 'quoted' || value.closed) return
  report(`${label} starts with a quote that is not closed; write " at the end of the text.`, {
    at: value,
    fixes: () => {
      const endsEscaping = /\\*$/.exec(rawValue(record, value))![0].length % 2 === 1
      return [{
        title: 'Close the string',
        edits: [{ start: value.end, end: value.end, text: endsEscaping ? '\\"' : '"' }],
        isPreferred: true,
      }]
    },
  })
})
