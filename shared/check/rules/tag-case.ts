import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { tagWord } from '../../syntax/nodes.ts'
import { never, type Rule } from '../rule.ts'

export const tagCase: Rule = {
  code: 'tag-case',
  severity: 'warning',
  summary: 'A tag is not written in capital letters with `_` between words.',
  mayHaveSafeFix: true,
  mayObjectToRecord: never,
  record: ({ record, name, report }) => {
    const word = tagWord(record)
    if (name === undefined || name === word) return
    report(
      localize('{word} is read as {tag}; a tag is written in capital letters, with _ between words.', {
        word: `@${shorten(word)}`,
        tag: shorten(name),
      }),
      {
        fixes: () => [
          {
            title: localize('Change to {text}', { text: `@${shorten(name)}` }),
            edits: [{ start: record.tagStart, end: record.tagEnd, text: name }],
            isPreferred: true,
            // As @BEGIN or @END it would be a line of a block.
            isSafe: name !== 'BEGIN' && name !== 'END',
          },
        ],
      },
    )
  },
}
