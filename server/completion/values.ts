import { CompletionItemKind } from 'vscode-languageserver-types'
import { escapeSnippet } from '../../shared/check/edits.ts'
import { phraseOf, rangeText } from '../../shared/domains/field-text.ts'
import { canonicalValue } from '../../shared/domains/notation.ts'
import type { FieldDefinition } from '../../shared/domains/registry.ts'
import { code, escapeMarkdown, paragraphs } from '../snapshot/describe.ts'
import type { Suggestion } from './item.ts'

/**
 * The values for a field: the allowed ones in their order, true and false, today and now, or else the example of the
 * descriptor and the values of other records. Each replaces the whole value with its quotes.
 *
 * @param written the current text of the value, with its quotes
 * @param used the values of other records, most frequent first
 * @param now the time for `now` and `today`
 */
export function suggestValues(
  field: FieldDefinition,
  written: string,
  used: readonly string[],
  now: Date,
): Suggestion[] {
  const quotes = written.startsWith('"') ? '"' : ''
  const suggestion = (value: string, rest: Omit<Suggestion, 'label' | 'snippet'>): Suggestion => ({
    label: value,
    snippet: escapeSnippet(canonicalValue(field.name, field.type, value)),
    filter: quotes + value,
    ...rest,
  })
  // If the value is already one of these, the user wants to replace it, so the client must not filter by it.
  const anew = (field.enum ?? used).includes(written.replace(/^"|"$/g, '')) && { filter: written }
  if (field.enum) {
    return field.enum.map((value, index) =>
      suggestion(value, {
        ...anew,
        kind: CompletionItemKind.EnumMember,
        detail: `${index + 1} of ${field.enum!.length}`,
        documentation: paragraphs(escapeMarkdown(phraseOf(field, value) ?? ''), lifecycle(field.enum!, value)),
      }),
    )
  }
  switch (field.type) {
    case 'bool':
      return ['true', 'false'].map(value =>
        suggestion(value, { kind: CompletionItemKind.Keyword, documentation: escapeMarkdown(field.description ?? '') }),
      )
    case 'ts':
      return suggestTimes(quotes, now)
    default:
      return [
        ...(field.example === undefined ? [] : [exampleOf(field, field.example, quotes)]),
        ...used
          .filter(value => value !== field.example)
          .map(value => suggestion(value, { ...anew, kind: CompletionItemKind.Text, detail: 'used before' })),
      ]
  }
}

/** The allowed values in their order, with the chosen one in bold. */
const lifecycle = (values: readonly string[], chosen: string): string =>
  values.map(value => (value === chosen ? `**${escapeMarkdown(value)}**` : escapeMarkdown(value))).join(' · ')

function suggestTimes(quotes: string, now: Date): Suggestion[] {
  const seconds = `${now.toISOString().slice(0, 19)}Z`
  const today = seconds.slice(0, 10)
  return [
    { label: today, name: 'today', documentation: 'Today, as a date (UTC).' },
    { label: seconds, name: 'now', documentation: 'The time now, to the second, in UTC.' },
  ].map(({ label, name, documentation }) => ({
    label,
    detail: name,
    documentation,
    kind: CompletionItemKind.Value,
    snippet: label,
    filter: `${quotes}${label} ${name}`,
  }))
}

/** The example of the descriptor, selected so that typing replaces it. */
function exampleOf(field: FieldDefinition, example: string, quotes: string): Suggestion {
  const written = canonicalValue(field.name, field.type, example)
  const isQuoted = written.startsWith('"')
  const inside = escapeSnippet(isQuoted ? written.slice(1, -1) : written)
  return {
    label: example,
    kind: CompletionItemKind.Text,
    snippet: isQuoted ? '"${1:' + inside + '}"' : '${1:' + inside + '}',
    filter: quotes + example,
    detail: [rangeText(field), field.unit ?? '', 'example'].filter(Boolean).join(' · '),
    documentation: paragraphs(escapeMarkdown(field.description ?? ''), `Example: ${code(example)}`),
  }
}
