import { groupBy } from '../../shared/basics/group.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { type NewValue, writeValues } from '../../shared/edit/write-values.ts'
import type { ReplacedText, ReplaceTextParams } from '../../shared/protocol/table/table-edit.ts'
import { type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { smallestChange, type TextChange } from '../../shared/syntax/text-change.ts'
import { changedFile } from '../../shared/views/preview/changed-records.ts'
import type { PlacedRecord } from './table-source.ts'

/** What to look for in the cells of records, and what replaces it. */
type CellReplacement = Pick<ReplaceTextParams, 'columns' | 'find' | 'replacement' | 'matchesCase' | 'isWholeCell'>

/**
 * Replaces a text in cells of records. Ids stay, as references have them too; a cell that becomes empty loses its
 * field.
 */
export function replaceInRecords(placed: readonly PlacedRecord[], wanted: CellReplacement): ReplacedText {
  const replace = replacer(wanted)
  let left = 0
  const files = [...groupBy(placed, ({ snapshot }) => snapshot)].flatMap(([{ uri, file, registry }, records]) => {
    const { tree, entries } = file
    const changes: TextChange[] = []
    for (const entry of records.map(({ record }) => record).sort((one, other) => one - other)) {
      const record = tree.entries[entry] as RecordNode
      const tag = entries[entry]?.tag
      const values = wanted.columns.flatMap((name): NewValue[] => {
        const value = record.fields.find(field => field.name === name)?.value
        if (!value || name === (tag?.identityField ?? 'rid')) return []
        const text = valueText(record, value)
        const now = replace(text)
        return now === text ? [] : [{ name, field: tag && fieldOf(tag, name), value: now === '' ? null : now }]
      })
      if (values.length === 0) continue
      const after = writeValues(record, values)
      if (!after) left++
      const start = tree.starts[entry]!
      for (const change of after ? smallestChange(record.text, after.text) : [])
        changes.push({ ...change, start: start + change.start, end: start + change.end })
    }
    return changes.length === 0 ? [] : changedFile(uri, tree, changes, registry)
  })
  return { files, left }
}

/** A function that replaces the text wherever it is in a cell. */
function replacer({ find, replacement, matchesCase, isWholeCell }: CellReplacement): (text: string) => string {
  const pattern = find.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const expression = new RegExp(isWholeCell ? `^${pattern}$` : pattern, matchesCase ? 'gu' : 'giu')
  return text => text.replace(expression, () => replacement)
}
