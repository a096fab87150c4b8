import { formatField } from '../../shared/check/format.ts'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import { gapsOf, hasBreak, newLine, separator, writeRecord } from './layout.ts'
import { isWhole, type Refactoring, type RefactoringContext } from './refactoring.ts'

/** Writes the tag, the fields and the values in canonical notation. Line breaks between fields stay. */
export const convertToCanonical: Refactoring = {
  kind: 'refactor.rewrite.canonical',
  isRewriting: true,
  offers: context => {
    const { record, tag } = context
    if (!isWhole(record)) return []
    const gaps = gapsOf(record)
    const line = newLine(context)
    const gapBefore = (index: number): string => {
      if (index === 0) return ' '
      return hasBreak(gaps[index]!) ? line : separator
    }
    const cells = record.fields.map((field, index) => ({
      gap: gapBefore(index),
      text: formatField(record, field, tag && fieldOf(tag, field.name)),
    }))
    const changes = writeRecord(context, `@${canonicalTag(context)}`, cells, '')
    return changes.length > 0 ? [{ title: 'Convert to canonical notation', changes }] : []
  },
}

/** The tag as its descriptor spells it; an unknown tag as it is. */
const canonicalTag = ({ record, tag }: RefactoringContext): string =>
  isHeader(record) ? 'DOC' : (tag?.name ?? tagWord(record))
