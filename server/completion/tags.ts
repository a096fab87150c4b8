import { CompletionItemKind } from 'vscode-languageserver-types'
import { sectionAt } from '../../shared/check/check.ts'
import { fieldSnippet } from '../../shared/check/edits.ts'
import type { FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import { lineBreakOf } from '../../shared/syntax/tree.ts'
import { escapeMarkdown, paragraphs } from '../snapshot/describe.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Suggestion } from './item.ts'

/**
 * The tags of the domains in force at an entry, as `@TAG` with the required fields to fill in.
 *
 * @param isNew false if the record already has fields, so that only its tag is inserted
 * @param canBeBlock whether a block can start there too
 */
export function suggestTags(snapshot: Snapshot, entry: number, isNew: boolean, canBeBlock = true): Suggestion[] {
  const { domains } = sectionAt(snapshot.file, entry)
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  const suggestions = tags.map(
    (tag): Suggestion => ({
      label: `@${tag.name}`,
      kind: CompletionItemKind.Class,
      snippet: isNew ? newRecordSnippet(tag, snapshot.index) : `@${tag.name}`,
      detail: tag.domain.path,
      documentation: paragraphs(
        escapeMarkdown(tag.descriptor.description ?? ''),
        `Fields: ${[...tag.fields.keys()].join(', ')}`,
      ),
      suggestsNext: isNew && tag.required.length === 0,
    }),
  )
  if (!isNew) return suggestions
  return canBeBlock ? [...suggestions, header, block(lineBreakOf(snapshot.file.tree))] : [...suggestions, header]
}

/** A new record of a tag as a snippet with its required fields to fill in. The id comes first and starts with the next free one. */
export function newRecordSnippet(tag: Tag, index: RecordIndex): string {
  const ownField = tag.identityField
  const example = index.nextIdOf(tag.fullName)
  const fields = requiredFields(tag).map(field =>
    field.name === ownField && example !== undefined ? { ...field, example } : field,
  )
  return `@${tag.name} ${fields.map((field, position) => fieldSnippet(field, position + 1)).join(' | ')}$0`
}

/** The fields of a tag: the id if it is required, the other required fields, then all others in the order of the descriptor. */
export const requiredFirst = (tag: Tag): FieldDefinition[] => [
  ...requiredFields(tag),
  ...[...tag.fields.values()].filter(({ required }) => !required),
]

const requiredFields = ({ required, identityField }: Tag): FieldDefinition[] =>
  [...required].sort((one, other) => Number(other.name === identityField) - Number(one.name === identityField))

const header: Suggestion = {
  label: '@DOC',
  kind: CompletionItemKind.Module,
  snippet: '@DOC domain=$0',
  detail: 'header',
  documentation: 'Names the domain of the records below, to the next `@DOC`.',
  suggestsNext: true,
}

const block = (lineBreak: string): Suggestion => ({
  label: '@BEGIN',
  kind: CompletionItemKind.Snippet,
  snippet: ['@BEGIN ${1:note}', '$0', '@END'].join(lineBreak),
  detail: 'block of text',
  documentation: 'Text to the next `@END` line that is kept as it is and not checked.',
})
