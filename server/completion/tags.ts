import { CompletionItemKind } from 'vscode-languageserver-types'
import { sectionAt } from '../../shared/check/check.ts'
import { escapeSnippet, fieldSnippet } from '../../shared/check/edits.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import { lineBreakOf } from '../../shared/syntax/tree.ts'
import { escapeMarkdown, paragraphs } from '../snapshot/describe.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Suggestion } from './item.ts'
import { fieldsOfLast } from './siblings.ts'

/**
 * The tags of the domains in force at an entry, as `@TAG` with the required fields to fill in.
 *
 * @param isNew false if the record already has fields, so that only its tag is inserted
 * @param canBeBlock whether a block can start there too
 */
export function suggestTags(snapshot: Snapshot, entry: number, isNew: boolean, canBeBlock = true): Suggestion[] {
  const { domains } = sectionAt(snapshot.file, entry)
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  if (!isNew) return tags.map(tag => suggestTag(tag, `@${tag.name}`))
  const suggestions = tags.flatMap(tag => {
    const simple = suggestTag(tag, newRecordSnippet(tag, snapshot.index))
    const usual = fieldsOfLast(snapshot.file, entry, tag)
    return usual && usual.length > tag.required.length
      ? [simple, suggestSameFields(tag, simple, usual, snapshot)]
      : [simple]
  })
  return canBeBlock ? [...suggestions, header, block(lineBreakOf(snapshot.file.tree))] : [...suggestions, header]
}

function suggestTag(tag: Tag, snippet: string): Suggestion {
  return {
    label: `@${tag.name}`,
    kind: CompletionItemKind.Class,
    snippet,
    detail: tag.domain.path,
    documentation: paragraphs(
      escapeMarkdown(tag.descriptor.description ?? ''),
      `Fields: ${escapeMarkdown([...tag.fields.keys()].join(', '))}`,
    ),
    suggestsNext: snippet.endsWith(' $0'),
  }
}

/** A record with the same fields as the last one of its tag, all of them empty. */
const suggestSameFields = (
  tag: Tag,
  simple: Suggestion,
  names: readonly string[],
  { index }: Snapshot,
): Suggestion => ({
  ...simple,
  label: `@${tag.name} …`,
  filter: `@${tag.name}`,
  snippet: newRecordSnippet(tag, index, names),
  detail: 'same fields as the last one',
  documentation: `Fields: ${escapeMarkdown(names.join(', '))}`,
})

/**
 * A new record of a tag as a snippet: its required fields with empty tab stops, the id first. The id is the next free
 * one without a tab stop, if there is one: an author seldom wants another.
 *
 * @param more names of further fields
 */
export function newRecordSnippet(tag: Tag, index: RecordIndex, more: readonly string[] = []): string {
  const id = index.nextIdOf(tag.fullName)
  const required = requiredFields(tag)
  const optional = more.flatMap(name => fieldOf(tag, name) ?? []).filter(field => !required.includes(field))
  const fields = [...required, ...optional]
  if (fields.length === 0) return `@${tag.name} $0`
  let stops = 0
  const snippets = fields.map(field =>
    field.name === tag.identityField && id !== undefined
      ? escapeSnippet(canonicalField(field, id))
      : fieldSnippet(field, ++stops),
  )
  return `@${tag.name} ${snippets.join(' | ')}$0`
}

/**
 * The fields of a tag: the id if it is required, the other required fields, then all others in the order of the
 * descriptor.
 */
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
