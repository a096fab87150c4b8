import { fieldRule } from '../rule.ts'
import { isBareSafe, quote, rawValue } from '../syntax.ts'

/** A value without quotes that has a character which wants them. */
export const needsQuotes = fieldRule('needs-quotes', 'warning', ({ record, node, label, report }) => {
  const { value } = node
  if (value?.kind !== 'bare') return
  const raw = rawValue(record, value)
  if (isBareSafe(raw)) return
  const character = [...raw].find(one => !isBareSafe(one))!
  const shown = character.trim() === '' ? 'a blank' : character
  report(`${label} has ${shown} in a value without quotes; write it in double quotes.`, {
    at: value,
    fixes: () => [{
      title: 'Put the value in quotes',
      edits: [{ start: value.start, end: value.end, text: quote(raw) }],
      isPreferred: true,
      isSafe: true,
    }],
  })
})
