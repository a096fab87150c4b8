import { removeSeparator } from '../edits.ts'
import { recordRule } from '../rule.ts'

/** A `|` with no field to separate. */
export const emptyField = recordRule('empty-field', 'information', ({ record, report }) => {
  for (const at of record.emptyFields) {
    report('This | separates nothing; write a field behind it or remove it.', {
      at: { start: at, end: at + 1 },
      fixes: () => [{ title: 'Remove |', edits: [removeSeparator(record, at)], isPreferred: true, isSafe: true }],
    })
  }
})
