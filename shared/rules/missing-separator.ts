import { replaceBlanksBefore } from '../edits.ts'
import { fieldRule } from '../rule.ts'
import { nameSpan } from '../syntax.ts'

/** Two fields with only white space between them. */
export const missingSeparator = fieldRule('missing-separator', 'warning', ({ record, node, fieldName, report }) => {
  if (node.separator >= 0 || isFirst(record.tagEnd, node.nameStart, record.text)) return
  report(`There is no | before ${fieldName}; write | between two fields.`, {
    at: nameSpan(node),
    fixes: () => [{
      title: 'Insert |',
      edits: [replaceBlanksBefore(record, node.nameStart, ' | ')],
      isPreferred: true,
      isSafe: true,
    }],
  })
})

/** Whether only white space, and separators that have nothing to separate, stand between the tag and the field. */
const isFirst = (tagEnd: number, nameStart: number, text: string): boolean => /^[\s|\ufeff]*$/.test(text.slice(tagEnd, nameStart))
