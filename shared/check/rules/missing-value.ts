import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { canonicalField, canonicalStart } from '../../domains/notation.ts'
import type { Tag } from '../../domains/registry.ts'
import { fieldSpan, isFieldName } from '../../syntax/nodes.ts'
import { withoutTabStops } from '../../syntax/text-change.ts'
import { fieldSnippet, removeField } from '../fixes/edits.ts'
import { type FieldContext, type Fix, never, type Rule } from '../rule.ts'
import { fieldsMeant, nearestNames } from './unknown-field.ts'

export const missingValue: Rule = {
  code: 'missing-value',
  severity: 'error',
  summary: 'A field has a name but no value.',
  mayObjectToField: never,
  field: context => {
    const { node, tag, field, fieldName, label, report } = context
    if (node.value) return
    const isUnknown = tag && !field && isFieldName(fieldName)
    report(isUnknown ? emptyUnknownMessage(fieldName, tag) : emptyFieldMessage(context, label), {
      fixes: () => missingValueFixes(context),
    })
  },
}

function emptyUnknownMessage(fieldName: string, tag: Tag): string {
  const { meant, all } = fieldsMeant(tag, fieldName)
  const places = { field: shorten(fieldName), tag: tag.name, fields: { list: all }, names: { or: meant } }
  return meant.length > 0
    ? localize('{field} has no value, and is not a field of {tag}; did you mean {names}?', places)
    : localize('{field} has no value, and is not a field of {tag}, which has {fields}.', places)
}

function emptyFieldMessage(context: FieldContext, label: string): string {
  const places = { field: label, text: startOf(context) }
  return context.field?.required
    ? localize('{field} has no value; write {text}, because the field is required.', places)
    : localize('{field} has no value; write {text} or remove the field.', places)
}

/** The field with a place for its value, such as `title="…"`. */
function startOf({ field, fieldName }: FieldContext): string {
  const type = field?.type ?? 'string'
  const example = type === 'string' && fieldName !== 'rid' ? '"…"' : '…'
  return `${canonicalStart(shorten(fieldName), type)}${example}`
}

function missingValueFixes({ record, node, tag, field, fieldName, nextIdOf }: FieldContext): Fix[] {
  const remove: Fix = {
    title: localize('Remove {text}', { text: shorten(fieldName) }),
    edits: [removeField(record, node)],
  }
  // A name alone is a flag in other notations.
  const flag = canonicalField({ name: fieldName, type: 'bool' }, 'true')
  const setFlag: Fix = {
    title: localize('Change to {text}', { text: shorten(flag) }),
    edits: [{ ...fieldSpan(node), text: flag }],
  }
  const isFlag = node.equals < 0 && (!field || field.type === 'bool')
  const others = [...(isFlag ? [setFlag] : []), ...(field?.required ? [] : [remove])]
  if (!tag) return others
  if (!field) return [...nearestNames(record, tag, node), ...others]
  const id = fieldName === tag.identityField ? nextIdOf?.(tag.nameOfRecords) : undefined
  const span = fieldSpan(node)
  const snippet = fieldSnippet(field, 1, id)
  // If only the value is missing, there is nothing to write.
  if (withoutTabStops(snippet) === record.text.slice(span.start, span.end)) return others
  const complete: Fix = {
    title: localize('Write a value for {field}', { field: fieldName }),
    edits: [{ ...span, text: snippet, isSnippet: true }],
    isPreferred: true,
  }
  return [complete, ...others]
}
