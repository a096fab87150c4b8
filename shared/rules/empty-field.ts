import { removeSeparator } from '../edits.ts'
import { recordRule } from '../rule.ts'

/** A `|` with no field to separate. */
export const emptyField = recordRule('empty-field', 'information', ({ record, report }) => {
  const hasTag = record.tagEnd > record.tagStart
  for (const at of record.emptyFields) {
    report('This | has no field to separate from the one before; write a field or remove the |.', {
      at: { start: at, end: at + 1 },
      // Without a tag, what stands behind the | would become one.
      fixes: () => hasTag ? [{ title: 'Remove |', edits: [removeSeparator(record, at)], isPreferred: true, isSafe: true }] : [],
    })
  }
})
