import { removeSeparator } from '../edits.ts'
import { recordRule } from '../rule.ts'

/** A `|` with no field to separate. */
export const emptyField = recordRule('empty-field', 'information', ({ record, report }) => {
  // Without a tag, what stands behind the | could become one.
  const isSafe = record.tagEnd > record.tagStart
  for (const at of record.emptyFields) {
    report('This | has no field to separate from the one before; write a field or remove the |.', {
      at: { start: at, end: at + 1 },
      fixes: () => [{ title: 'Remove |', edits: [removeSeparator(record, at)], isPreferred: true, isSafe }],
    })
  }
})
