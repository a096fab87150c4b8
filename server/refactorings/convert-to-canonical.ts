import { formatField } from '../../shared/check/format.ts'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import { gapsOf, hasBreak, newLine, separator, writeRecord } from './layout.ts'
import { isWhole, type RecordContext, type Refactoring } from './refactoring.ts'

/** Writes tag, fields and values in canonical notation; the fields stay on their lines. */
export const convertToCanonical: Refactoring = {
  kind: 'refactor.rewrite.canonical',
  offers: context => {
    const { record, tag } = context
    if (!isWhole(record)) return []
    const gaps = gapsOf(record)
    const gapBefore = (index: number): string => {
      if (index === 0) return ' '
      return hasBreak(gaps[index]!) ? newLine(context) : separator
    }
    const cells = record.fields.map((field, index) => ({
      gap: gapBefore(index),
      text: formatField(record, field, tag && fieldOf(tag, field.name)),
    }))
    const changes = writeRecord(context, `@${canonicalTag(context)}`, cells, '')
    return changes.length > 0 ? [{ title: 'Convert to canonical notation', changes }] : []
  },
}

/** The tag in its own spelling, where it is known. */
const canonicalTag = ({ record, tag }: RecordContext): string =>
  isHeader(record) ? 'DOC' : (tag?.name ?? tagWord(record))
