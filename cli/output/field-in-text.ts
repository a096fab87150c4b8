import { followersOf, kindsOfValues, meaningText, originText, phraseOf } from '../../shared/domains/field-text.ts'
import { formatTitle } from '../../shared/domains/formats/formats.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { Domain, FieldDefinition } from '../../shared/domains/registry.ts'
import { columnFor, entry, joinLines, wrap } from './layout.ts'

/** A field as `recline descriptors show` and `recline explain` print it. */
export function fieldInText(field: FieldDefinition, domain: Domain, column: number): string {
  const { name, type, list, required, usual, range, unit, target, enum: values, pattern, format, example } = field
  const facts = [
    list ? 'list' : type,
    required ? 'required' : usual && 'usual',
    range && `${range[0]} to ${range[1]}`,
    unit !== undefined && `in ${unit}`,
    target && `refers to ${target.tag}`,
    ...kindsOfValues(
      field,
      [...domain.tags.values()].find(({ fields }) => fields.get(name) === field),
    ),
  ]
    .filter(Boolean)
    .join(', ')
  const valueColumn = column + 2 + columnFor(values ?? [], 0)
  return joinLines(
    entry(name, facts, { indent: 2, column }),
    indentedProse(meaningText(field), column),
    ...(values ?? []).map(value =>
      entry(value, meaningAndNext(field, value), { indent: column + 2, column: valueColumn }),
    ),
    pattern !== undefined && paragraph(`Pattern: ${pattern}`, column),
    format !== undefined && paragraph(`Format: ${formatTitle(format)}`, column),
    example !== undefined && !values && paragraph(`Example: ${example}`, column),
    paragraph(originText(field, domain), column),
  )
}

/** What an allowed value means, and which values can follow it. */
function meaningAndNext(field: FieldDefinition, value: string): string {
  const next = followersOf(field, value)
  return [plainProse(phraseOf(field, value) ?? ''), next && `(${next})`].filter(Boolean).join(' ')
}

/** A text of a descriptor, wrapped and indented. */
export const indentedProse = (text: string | undefined, indent: number): string | undefined =>
  paragraph(plainProse(text ?? ''), indent)

/** A text, wrapped and indented. */
export const paragraph = (text: string | undefined, indent: number): string | undefined =>
  text ? ' '.repeat(indent) + wrap(text, indent) : undefined
