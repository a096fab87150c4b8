import { shorten } from '../../domains/values.ts'
import { tagWord } from '../../syntax/nodes.ts'
import { recordRule } from '../rule.ts'

/** A tag in another spelling than its own. */
export const tagCase = recordRule('tag-case', 'warning', ({ record, name, report }) => {
  const word = tagWord(record)
  if (name === undefined || name === word) return
  report(`@${shorten(word)} is read as ${shorten(name)}; a tag is written in capital letters, with _ between words.`, {
    fixes: () => [
      {
        title: `Change to @${shorten(name)}`,
        edits: [{ start: record.tagStart, end: record.tagEnd, text: name }],
        isPreferred: true,
        isSafe: true,
      },
    ],
  })
})
