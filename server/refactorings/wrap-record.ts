import { fieldText, gapsOf, hasBreak, newLine, recordHead, writeRecord } from './layout.ts'
import { isWhole, type Refactoring } from './refactoring.ts'

/** Puts each field but the first on a continuation line of its own. */
export const wrapRecord: Refactoring = {
  kind: 'refactor.rewrite.wrap',
  isRewriting: true,
  offers: context => {
    const { record } = context
    const { fields } = record
    const gaps = gapsOf(record)
    const isWrapped = gaps.slice(0, -1).every((gap, index) => hasBreak(gap) === index > 0)
    if (fields.length < 2 || isWrapped || !isWhole(record)) return []
    const line = newLine(context)
    const cells = fields.map((field, index) => ({
      gap: index === 0 ? ' ' : line,
      text: fieldText(context, field),
    }))
    return [{ title: 'Wrap onto continuation lines', changes: writeRecord(context, recordHead(record), cells, '') }]
  },
}
