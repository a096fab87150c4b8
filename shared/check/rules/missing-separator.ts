import { shorten } from '../../domains/values.ts'
import { type Field, nameSpan, type RecordNode } from '../../syntax/nodes.ts'
import { replaceBlanksBefore } from '../edits.ts'
import type { Rule } from '../rule.ts'

export const missingSeparator: Rule = {
  code: 'missing-separator',
  severity: 'warning',
  summary: 'There is no `|` between two fields.',
  mayHaveSafeFix: true,
  field: ({ record, node, fieldName, report }) => {
    if (node.separator >= 0 || isFirst(record, node)) return
    report(`There is no | before ${shorten(fieldName)}; write | between two fields.`, {
      at: nameSpan(node),
      fixes: () => [
        {
          title: 'Insert |',
          edits: [replaceBlanksBefore(record, node.nameStart, ' | ')],
          isPreferred: true,
          isSafe: true,
        },
      ],
    })
  },
}

/** Whether nothing stands between the tag and the field that it would have to be separated from. */
const isFirst = (record: RecordNode, field: Field): boolean =>
  field.nameStart === record.fields[0]?.nameStart && !(record.strays[0] && record.strays[0].start < field.nameStart)
