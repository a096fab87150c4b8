import { HASH } from '../characters.ts'
import { removeSeparator } from '../edits.ts'
import { recordRule } from '../rule.ts'

/** A `|` with no field to separate. */
export const emptyField = recordRule('empty-field', 'information', ({ record, report }) => {
  const hasTag = record.tagEnd > record.tagStart
  for (const at of record.emptyFields) {
    report('This | has no field to separate from the one before; write a field or remove the |.', {
      at: { start: at, end: at + 1 },
      fixes: () => {
        // Without a tag, what stands behind the | would become one.
        if (!hasTag) return []
        const edit = removeSeparator(record, at)
        // A # at the end of its line would become a comment.
        return [{ title: 'Remove |', edits: [edit], isPreferred: true, isSafe: record.text.charCodeAt(edit.start - 1) !== HASH }]
      },
    })
  }
})
