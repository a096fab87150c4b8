import { choicesOf, rangeText } from '../../shared/domains/field-text.ts'
import { localize } from '../../shared/domains/localize.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import { shownField } from '../../shared/domains/texts/part-texts.ts'
import type { TableColumn } from '../../shared/protocol/table/table.ts'
import { type Column, columnKind } from '../../shared/views/table/tables.ts'

/**
 * A column as a table view shows it.
 *
 * @param language the one of its texts
 */
export function toColumn(column: Column, tag: Tag | undefined, language: TextLanguage | undefined): TableColumn {
  const { name } = column
  const field = tag && column.field ? shownField(language, tag, column.field) : column.field
  return {
    name,
    kind: columnKind(column),
    isRequired: field?.required ?? false,
    isDefined: field !== undefined,
    unit: field?.unit ?? '',
    description: field ? describedField(field) : localize('The tag does not define this field.'),
    choices: (field && choicesOf(field)) ?? [],
    ...(field?.list && { isList: true }),
    ...(field?.transitions && { transitions: field.transitions }),
  }
}

/** The full description of a field, as plain text. */
const describedField = (field: FieldDefinition): string =>
  [
    plainProse(field.description ?? ''),
    [rangeText(field), field.unit ?? ''].filter(Boolean).join(' '),
    field.target ? localize('Refers to {tag}.', { tag: field.target.tag }) : '',
    field.pattern === undefined ? '' : localize('Pattern: {pattern}', { pattern: field.pattern }),
    field.example === undefined || field.enum ? '' : localize('Example: {examples}', { examples: field.example }),
  ]
    .filter(Boolean)
    .join('\n')
