import { fieldText, gapsOf, hasBreak, recordHead, separator, writeRecord } from './layout.ts'
import { isWhole, type Refactoring } from './refactoring.ts'

/** Puts a record and its continuation lines on one line. */
export const unwrapRecord: Refactoring = {
  kind: 'refactor.rewrite.unwrap',
  isRewriting: true,
  offers: context => {
    const { record } = context
    if (!gapsOf(record).some(hasBreak) || !isWhole(record)) return []
    const cells = record.fields.map((field, index) => ({
      gap: index === 0 ? ' ' : separator,
      text: fieldText(context, field),
    }))
    return [{ title: 'Unwrap to one line', changes: writeRecord(context, recordHead(record), cells, '') }]
  },
}
