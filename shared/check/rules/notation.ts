import { formatProblem, formatTitle, plainOfFormat } from '../../domains/formats/formats.ts'
import { withoutPrefixes } from '../../domains/identity.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { canonicalField, canonicalStart } from '../../domains/notation.ts'
import { isComma } from '../../syntax/characters.ts'
import { fieldSpan, fieldType, isBareSafe, quote, rawValue } from '../../syntax/nodes.ts'
import { typeNamed } from '../../syntax/type-words.ts'
import { never, type Rule, type ValueContext } from '../rule.ts'

export const notation: Rule = {
  code: 'notation',
  severity: 'information',
  summary: 'A correct value is not written in canonical notation.',
  mayHaveSafeFix: true,
  mayObjectToField: never,
  value: context => {
    const { node, field, value, label, report } = context
    const meant = field.target ? withoutPrefixes(value) : value
    const how = deviation(context, meant)
    if (how === undefined) {
      checkGroups(context)
      return
    }
    const canonical = canonicalField(field, meant)
    const shown =
      canonical.length <= 60
        ? canonical
        : `${canonicalStart(field.name, field.type)}${field.type === 'string' ? '"…"' : '…'}`
    report(
      localize('{field} is written {how}; the canonical notation is {notation}.', {
        field: label,
        how,
        notation: shown,
      }),
      {
        at: fieldSpan(node),
        fixes: () => [
          {
            title: localize('Change to {text}', { text: shown }),
            edits: [{ ...fieldSpan(node), text: canonical }],
            isPreferred: true,
            isSafe: meant === value,
          },
        ],
      },
    )
  },
}

/** Reports blanks and hyphens that people write in a text of a known format, such as an IBAN in groups of four. */
function checkGroups({ field: { name, format, list, type }, written, value, label, report }: ValueContext): void {
  if (format === undefined || list || type !== 'string' || written.kind !== 'quoted') return
  const plain = plainOfFormat(format, value)
  if (plain === value || formatProblem(format, value) !== undefined) return
  const places = { field: label, value: show(value), format: formatTitle(format), text: plain }
  report(localize('{field} is {value}; programs write this {format} as {text}.', places), {
    fixes: () => [
      {
        title: localize('Change to {text}', { text: plain }),
        edits: [{ start: written.start, end: written.end, text: quote(plain) }],
        isPreferred: true,
        isSafe: true,
        answer: { field: name, value: plain },
      },
    ],
  })
}

/**
 * How the value differs from canonical notation. Other rules report wrong types, syntax problems and missing quotes.
 */
function deviation({ record, node, field, written, value }: ValueContext, meant: string): string | undefined {
  const type = fieldType(record, node)
  if (
    written.kind === 'list' ||
    !written.closed ||
    written.hasTextBehind ||
    isComma(record.text.charCodeAt(node.separator)) ||
    (type !== undefined && typeNamed(type) !== field.type)
  )
    return undefined
  if (written.kind === 'bare' && !isBareSafe(rawValue(record, written))) return undefined
  if (meant !== value) return localize('with rid: or ref: before an id')
  const isQuoted = written.kind === 'quoted'
  if (field.type !== 'string') {
    if (isQuoted) return type === undefined ? localize('in quotes and without its type') : localize('in quotes')
    return type === undefined ? localize('without its type') : undefined
  }
  if (type !== undefined) return localize('with the type {type}', { type })
  if (field.name === 'rid' && isBareSafe(value)) return isQuoted ? localize('in quotes') : undefined
  return isQuoted ? undefined : localize('without quotes')
}
