import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { type Field, nameSpan, type RecordNode, type Span } from '../../syntax/nodes.ts'
import { skipBlanks } from '../../syntax/record-line.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import { replaceBlanksBefore } from '../fixes/edits.ts'
import { never, type RecordContext, type Rule } from '../rule.ts'

export const missingSeparator: Rule = {
  code: 'missing-separator',
  severity: 'warning',
  summary: 'There is no `|` between two fields.',
  mayHaveSafeFix: true,
  mayObjectToRecord: never,
  mayObjectToField: never,
  record: commas,
  field: ({ record, node, fieldName, report }) => {
    if (node.separator >= 0 || isFirst(record, node)) return
    report(localize('There is no | before {field}; write | between two fields.', { field: shorten(fieldName) }), {
      at: nameSpan(node),
      fixes: () => [
        {
          title: localize('Insert |'),
          edits: [replaceBlanksBefore(record, node.nameStart, ' | ')],
          isPreferred: true,
          isSafe: true,
        },
      ],
    })
  },
}

/** Reports commas or semicolons between fields, as in other notations: one problem for the whole record. */
function commas({ record, report }: RecordContext): void {
  const found = record.strays.filter(({ kind }) => kind === 'comma')
  const [first] = found
  if (!first) return
  const separators = new Set(record.fields.map(({ separator }) => separator))
  const isBetween = separators.has(first.start)
  const shown = record.text.slice(first.start, first.end)
  const message = isBetween
    ? localize('The fields of this record are separated by {text}; write | between two fields.', { text: show(shown) })
    : localize('There is {text} after a field; write | between two fields, and nothing after the last one.', {
        text: show(shown),
      })
  report(message, {
    at: first,
    fixes: () => [
      {
        title: isBetween ? localize('Separate the fields with |') : localize('Remove {text}', { text: shown }),
        edits: found.map(comma => replaceComma(record, comma, separators.has(comma.start))),
        isPreferred: true,
      },
    ],
  })
}

function replaceComma(record: RecordNode, { start, end }: Span, isBeforeField: boolean): TextChange {
  return isBeforeField
    ? { ...replaceBlanksBefore(record, start, ' | '), end: skipBlanks(record.text, end) }
    : { ...replaceBlanksBefore(record, start, ''), end }
}

/** Whether it is the first field and there is no stray text before it. */
const isFirst = (record: RecordNode, field: Field): boolean =>
  field.nameStart === record.fields[0]?.nameStart && !(record.strays[0] && record.strays[0].start < field.nameStart)
