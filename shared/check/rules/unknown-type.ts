import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { canonicalStart } from '../../domains/notation.ts'
import { nearestType, typeNames } from '../../domains/value-types/index.ts'
import { fieldType } from '../../syntax/nodes.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import { foreignTypes, typeNamed } from '../../syntax/type-words.ts'
import { type FieldContext, type Fix, never, type Rule } from '../rule.ts'

export const unknownType: Rule = {
  code: 'unknown-type',
  severity: 'warning',
  summary: 'A field is written with an unknown type.',
  mayObjectToField: never,
  field: context => {
    const { record, node, field, label, report } = context
    const written = fieldType(record, node)
    if (written === undefined || node.equals < 0 || typeNamed(written) !== undefined || foreignTypes.has(written))
      return
    report(unknownTypeMessage(label, written, field?.type), {
      at: written === '' ? { start: node.nameEnd, end: node.typeEnd } : { start: node.typeStart, end: node.typeEnd },
      fixes: () => unknownTypeFixes(context, written),
    })
  },
}

function unknownTypeMessage(field: string, written: string, type: TypeName | undefined): string {
  const places = { field, written: show(written), types: { and: typeNames }, type: type ?? '' }
  if (written === '')
    return type === undefined
      ? localize('{field} has an empty type; the types are {types}.', places)
      : localize('{field} has an empty type; it is declared as {type}.', places)
  return type === undefined
    ? localize('{field} has the unknown type {written}; the types are {types}.', places)
    : localize('{field} has the unknown type {written}; it is declared as {type}.', places)
}

/**
 * Offers the declared type first, then the most similar type. An empty type is removed if nothing is declared, because
 * a field without a type is text.
 */
function unknownTypeFixes({ node, field, fieldName }: FieldContext, written: string): Fix[] {
  const near = written === '' ? 'string' : nearestType(written)
  const choices = [...new Set([field?.type, near].filter((type): type is TypeName => type !== undefined))]
  return choices.map((type, index) => ({
    title: type === 'string' ? localize('Remove the type') : localize('Change the type to {type}', { type }),
    edits: [{ start: node.nameStart, end: node.equals + 1, text: canonicalStart(fieldName, type) }],
    isPreferred: index === 0,
  }))
}
