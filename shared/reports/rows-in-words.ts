import { recordsInWords } from '../domains/counts-in-words.ts'
import { localize } from '../domains/localize.ts'
import type { ReportTable } from './filled-report.ts'

/** Rows of a table in the language of the reader, such as `1 group` and `12 days`. */
export function rowsInWords(count: number, rowsAre: ReportTable['rowsAre']): string {
  switch (rowsAre) {
    case 'record':
      return recordsInWords(count)
    case 'group':
      return count === 1 ? localize('1 group') : localize('{count} groups', { count })
    case 'day':
      return count === 1 ? localize('1 day') : localize('{count} days', { count })
    case 'matrix':
      return count === 1 ? localize('1 row') : localize('{count} rows', { count })
    case 'problem':
      return count === 1 ? localize('1 problem') : localize('{count} problems', { count })
    case 'reference':
      return count === 1 ? localize('1 reference') : localize('{count} references', { count })
    case 'change':
      return count === 1 ? localize('1 change') : localize('{count} changes', { count })
  }
}

/** A note below a table that has only the first rows. */
export const cutRowsNote = (shown: number, all: number, rowsAre: ReportTable['rowsAre']): string =>
  localize('Shows {shown} of {rows}.', { shown, rows: rowsInWords(all, rowsAre) })
