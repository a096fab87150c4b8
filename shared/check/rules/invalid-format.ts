import { formatProblem, formatTitle } from '../../domains/formats/formats.ts'
import { placedItems } from '../../domains/list-items.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import type { Span } from '../../syntax/nodes.ts'
import type { Rule } from '../rule.ts'

export const invalidFormat: Rule = {
  code: 'invalid-format',
  severity: 'warning',
  summary: 'A text does not have the format of its field, such as that of an IBAN with its check digits.',
  mayObjectToField: ({ format }) => format !== undefined,
  value: ({ record, written, value, field: { format, list, type }, label, report }) => {
    if (format === undefined || type !== 'string') return
    const check = (text: string, at: Span = written): void => {
      const why = text === '' ? undefined : formatProblem(format, text)
      if (why === undefined) return
      const places = { field: label, value: show(text), format: formatTitle(format), why }
      const message = list
        ? localize('{field} has the item {value}, which is no {format}: {why}.', places)
        : localize('{field} is {value}, which is no {format}: {why}.', places)
      report(message, { at })
    }
    if (!list) check(value)
    else for (const { item, at } of placedItems(record, written)) check(item, at)
  },
}
