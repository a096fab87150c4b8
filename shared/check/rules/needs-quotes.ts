import { isAllowed } from '../../domains/allowed-value.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import {
  isSingleQuoted,
  quote,
  type RecordNode,
  rawValue,
  type Span,
  unsafeCharacter,
  type ValueNode,
  valueText,
} from '../../syntax/nodes.ts'
import { curlyQuoted, openingIn } from '../../syntax/open-ends.ts'
import { type Fix, never, type Rule } from '../rule.ts'

export const needsQuotes: Rule = {
  code: 'needs-quotes',
  severity: 'warning',
  summary: 'A value without quotes has a character that needs quotes.',
  mayHaveSafeFix: true,
  mayObjectToField: never,
  field: ({ record, node, field, value: said, isOfType, label, report }) => {
    const { value } = node
    if (value?.kind !== 'bare') return
    // Quotes do not help if the value has to change anyway.
    if (field && said !== undefined && !(isOfType && isAllowed(said, field))) return
    const character = unsafeCharacter(rawValue(record, value))
    if (character === undefined) return
    const curly = curlyQuoted(record, value)
    if (!curly) {
      report(quotesMessage(label, record, value, character), {
        at: value,
        fixes: () => [{ ...putInQuotes(record, value), isPreferred: true, isSafe: true }],
      })
      return
    }
    const { text } = record
    report(
      localize(
        '{field} is in the curly quotes {first} and {last}, which word processors write; write straight quotes.',
        {
          field: label,
          first: text[curly.start]!,
          last: text[curly.end - 1]!,
        },
      ),
      {
        at: curly,
        fixes: () =>
          curly.end === value.end
            ? [writeStraightQuotes(record, curly), putInQuotes(record, value)]
            : [writeStraightQuotes(record, curly)],
      },
    )
  },
}

/** What is wrong with the value, and what to do. */
function quotesMessage(field: string, record: RecordNode, value: ValueNode, character: string): string {
  const opening = openingIn(record, value)
  if (isSingleQuoted(record, value))
    return localize('{field} is in single quotes; write the text in double quotes.', { field })
  if (opening === undefined)
    return character.trim() === ''
      ? localize('{field} has a blank in its value; write the value in double quotes.', { field })
      : localize('{field} has {text} in its value; write the value in double quotes.', {
          field,
          text: shorten(character),
        })
  const places = { field, text: shorten(opening) }
  if (opening.startsWith('<<'))
    return localize(
      '{field} starts a text of several lines with {text}; write the text in double quotes on one line, with \\n for a line end.',
      places,
    )
  if (opening.startsWith('/'))
    return localize(
      '{field} has {text} in its value; write a comment on its own line after #, or the text in double quotes.',
      places,
    )
  if (/[,;]/.test(opening))
    return localize(
      '{field} has {text} before what looks like a field; write | between two fields, or the text in double quotes.',
      places,
    )
  return localize('{field} has {text} without the matching one; write the whole text in double quotes.', places)
}

const putInQuotes = (record: RecordNode, value: ValueNode): Fix => ({
  title: localize('Put the value in quotes'),
  edits: [{ start: value.start, end: value.end, text: quote(valueText(record, value)) }],
})

/** The title of the fix for a value in curly quotes. */
export const straightQuotesTitle = (): string => localize('Write straight quotes')

/** Not safe, as the curly quotes can be a part of the text. */
const writeStraightQuotes = ({ text }: RecordNode, { start, end }: Span): Fix => ({
  title: straightQuotesTitle(),
  edits: [{ start, end, text: quote(text.slice(start + 1, end - 1).trim()) }],
  isPreferred: true,
})
