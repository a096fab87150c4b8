import { CompletionItemKind } from 'vscode-languageserver-types'
import type { RulesInForce } from '../../shared/check/declared/declared-rules.ts'
import { fieldSnippet } from '../../shared/check/fixes/edits.ts'
import { rangeText, shortMeaning, typeText } from '../../shared/domains/field-text.ts'
import { localize } from '../../shared/domains/localize.ts'
import { practiceDomain } from '../../shared/domains/practice.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { localTitle } from '../../shared/domains/texts/part-texts.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { type Field, isHeader, type RecordNode } from '../../shared/syntax/nodes.ts'
import { describeField } from '../snapshot/describe.ts'
import type { Client } from '../snapshot/snapshot.ts'
import type { CompletionEntry } from './item.ts'
import { wordsToFind } from './words.ts'

/**
 * The fields that a record does not have yet: required ones first, then those that come next in the records of the
 * file, then those that most records have, then the others in the order of the descriptor.
 *
 * @param usual names of fields, the most likely next one first
 * @param written the field whose name the user is typing; the text after the name stays
 * @param before text to insert before the name, such as ` | `
 * @param inForce the rules that the descriptions name
 * @param typed what is typed of the name, which can be a word of another language
 */
export function suggestFields(
  record: RecordNode,
  tag: Tag | undefined,
  usual: readonly string[],
  written: Field | undefined,
  before: string,
  inForce?: RulesInForce,
  client: Pick<Client, 'language'> = { language: undefined },
  typed = '',
): CompletionEntry[] {
  if (isHeader(record)) return suggestHeaderField(record, written, before)
  if (!tag) return []
  const used = new Set(record.fields.filter(field => field !== written).map(({ name }) => name))
  const fields = [...tag.fields.values()]
  const rid = fieldOf(tag, 'rid')
  if (rid && !tag.fields.has('rid')) fields.push(rid)
  const open = fields.filter(({ name }) => !used.has(name))
  const rankOf = ({ name, required, usual: isUsual, deprecated }: FieldDefinition): number => {
    if (deprecated) return usual.length + 2
    if (required) return -1
    const rank = usual.indexOf(name)
    if (rank >= 0) return rank
    return isUsual ? usual.length : usual.length + 1
  }
  const suggestion = (field: FieldDefinition, of: Tag): CompletionEntry => ({
    label: field.name,
    kind: fieldKind(field),
    snippet: before + (hasMore(written) ? field.name : fieldSnippet(field, 0)),
    filter: before + field.name,
    aliases: wordsToFind(client, typed, of, field),
    detail: [
      field.required ? localize('required') : '',
      localTitle(client.language, of, field) ?? (shortMeaning(field.description ?? '') || fieldValueText(field)),
    ]
      .filter(Boolean)
      .join(' · '),
    documentation: describeField(field, of, { ...(inForce && { inForce }), language: client.language }),
    suggestsNext: !hasMore(written) && hasSuggestions(field),
    isDeprecated: field.deprecated !== undefined,
  })
  // The list for a name that nobody has begun has only what is in force.
  const practice = typed === '' ? undefined : practiceDomain(tag.domain)?.tags.get(tag.name)
  const added = practice ? [...practice.fields.values()] : []
  return [
    ...open.sort((one, other) => rankOf(one) - rankOf(other)).map(field => suggestion(field, tag)),
    ...added
      .filter(({ name }) => !tag.fields.has(name) && !used.has(name))
      .map(field => ofPractice(suggestion(field, practice!), practice!)),
  ]
}

/** A suggestion from an extension that comes with Recline and is not in force, which it says. */
export const ofPractice = (suggestion: CompletionEntry, { domain }: Tag): CompletionEntry => ({
  ...suggestion,
  detail: domain.path,
  documentation: [
    localize('Comes with Recline in {extension}, which is not in force here; a quick fix puts it in force.', {
      extension: `\`${domain.path}\``,
    }),
    suggestion.documentation ?? '',
  ].join('\n\n'),
})

/** Required, usual and other fields have different icons. */
function fieldKind({ required, usual }: FieldDefinition): CompletionItemKind {
  if (required) return CompletionItemKind.Property
  return usual ? CompletionItemKind.Field : CompletionItemKind.Variable
}

/** What can be written in a field without a description. */
const fieldValueText = (field: FieldDefinition): string =>
  [typeText(field), rangeText(field), field.unit ?? ''].filter(Boolean).join(' · ')

/** Whether there may be values to offer other than an example. */
export function hasSuggestions({ enum: allowed, target, type }: FieldDefinition): boolean {
  const { choices, suggest } = valueTypes[type]
  return (allowed ?? target ?? choices ?? suggest) !== undefined
}

const hasMore = (written: Field | undefined): boolean =>
  written !== undefined && (written.typeStart >= 0 || written.equals >= 0)

function suggestHeaderField(record: RecordNode, written: Field | undefined, before: string): CompletionEntry[] {
  if (record.fields.some(field => field !== written && field.name === 'domain')) return []
  return [
    {
      label: 'domain',
      kind: CompletionItemKind.Field,
      snippet: before + (hasMore(written) ? 'domain' : 'domain=$0'),
      filter: `${before}domain`,
      documentation: localize('The domain of the records below, or a list {example}.', {
        example: '`[core.health, core.fintech]`',
      }),
      suggestsNext: !hasMore(written),
    },
  ]
}
