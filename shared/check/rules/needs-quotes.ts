import { shorten } from '../../domains/values.ts'
import { quote, rawValue, unsafeCharacter } from '../../syntax/nodes.ts'
import type { Rule } from '../rule.ts'

export const needsQuotes: Rule = {
  code: 'needs-quotes',
  severity: 'warning',
  summary: 'A value without quotes has a character that needs quotes.',
  mayHaveSafeFix: true,
  field: ({ record, node, label, report }) => {
    const { value } = node
    if (value?.kind !== 'bare') return
    const raw = rawValue(record, value)
    const character = unsafeCharacter(raw)
    if (character === undefined) return
    const shown = character.trim() === '' ? 'a blank' : shorten(character)
    report(`${label} has ${shown} in its value; such a value is written in double quotes.`, {
      at: value,
      fixes: () => [
        {
          title: 'Put the value in quotes',
          edits: [{ start: value.start, end: value.end, text: quote(raw) }],
          isPreferred: true,
          isSafe: true,
        },
      ],
    })
  },
}
