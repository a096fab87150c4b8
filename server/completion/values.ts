import { CompletionItemKind } from 'vscode-languageserver-types'
import { escapeSnippet } from '../../shared/check/fixes/edits.ts'
import { deprecatedLast, deprecatedText, deprecationOf } from '../../shared/domains/deprecation.ts'
import { phraseOf } from '../../shared/domains/field-text.ts'
import type { TextFormatName } from '../../shared/domains/formats/format-names.ts'
import { valuesOfFormat } from '../../shared/domains/formats/formats.ts'
import { localize } from '../../shared/domains/localize.ts'
import { canonicalValue } from '../../shared/domains/notation.ts'
import type { FieldDefinition } from '../../shared/domains/registry.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { foldQuery, hasInOrder } from '../../shared/index/match.ts'
import { quote } from '../../shared/syntax/nodes.ts'
import { escapeMarkdown, markdownProse, mostDescribed, paragraphs } from '../snapshot/describe.ts'
import type { CompletionEntry } from './item.ts'

/** The most allowed values in one answer. If there are more, the client sends a new request with each character. */
const mostSuggestedValues = 1000

/** What a suggestion replaces. */
interface Replaced {
  /** The value as written, with its quotes unless they stay. */
  readonly written: string
  /** Whether the quotes around the value stay. Tab stops inside them stay too then. */
  readonly isInside: boolean
  /** What is written of it before the cursor, without a quote. */
  readonly typed: string
}

export interface SuggestedValues {
  readonly suggestions: CompletionEntry[]
  /** Whether there are more allowed values than suggestions. */
  readonly isCut?: boolean
}

/**
 * The values for a field: the allowed ones in their order, true and false, today and now, or else the values of other
 * records. The example of the descriptor is not offered, because it would stay in the record as data.
 *
 * @param used the values of other records, most frequent first
 * @param now the time for `now` and `today`
 */
export function suggestValues(
  field: FieldDefinition,
  { written, isInside, typed }: Replaced,
  used: readonly string[],
  now: Date,
): SuggestedValues {
  const quotes = written.startsWith('"') ? '"' : ''
  const suggestion = (value: string, rest: Omit<CompletionEntry, 'label' | 'snippet'>): CompletionEntry => ({
    label: value,
    snippet: escapeSnippet(isInside ? quote(value).slice(1, -1) : canonicalValue(field.name, field.type, value)),
    filter: quotes + value,
    ...rest,
  })
  const current = written.replace(/^"|"$/g, '')
  // If the value is already one of these, the user may want to replace it, so the client must not filter by it.
  const again = (values: readonly string[]): ((value: string) => Partial<CompletionEntry>) => {
    const isOneOf = values.includes(current)
    return value => (isOneOf ? { filter: written, isPreselected: value === current } : {})
  }
  if (field.enum) {
    const values = field.enum
    const chosenAgain = again(values)
    const isDeprecated = (value: string): boolean => deprecationOf(field, value) !== undefined
    const offered = deprecatedLast([...values.entries()], ([, value]) => isDeprecated(value)).filter(
      matching(values, typed),
    )
    const suggestions = offered.slice(0, mostSuggestedValues).map(([index, value]) =>
      suggestion(value, {
        ...chosenAgain(value),
        kind: CompletionItemKind.EnumMember,
        detail: `${index + 1} of ${values.length}`,
        documentation: paragraphs(
          markdownProse(deprecatedText(deprecationOf(field, value))),
          markdownProse(phraseOf(field, value) ?? ''),
          lifecycleText(values, value),
        ),
        isDeprecated: isDeprecated(value),
      }),
    )
    return { suggestions, isCut: offered.length > mostSuggestedValues }
  }
  const codes = field.format && !field.list ? valuesOfFormat(field.format) : undefined
  if (codes) {
    const codesAgain = again(codes)
    return {
      suggestions: codes.map(value => {
        const name = codeName(field.format!, value)
        const filter = name ? { filter: `${quotes}${value} ${name}`, detail: name } : {}
        return suggestion(value, { ...filter, ...codesAgain(value), kind: CompletionItemKind.EnumMember })
      }),
    }
  }
  const { choices, suggest } = valueTypes[field.type]
  if (choices) {
    const documentation = markdownProse(field.description ?? '')
    return { suggestions: choices.map(value => suggestion(value, { kind: CompletionItemKind.Keyword, documentation })) }
  }
  if (suggest) {
    const suggestions = suggest(now).map(({ value, name, description }) => ({
      ...suggestion(value, { kind: CompletionItemKind.Value, detail: name, documentation: description }),
      filter: `${quotes}${value} ${name}`,
    }))
    return { suggestions }
  }
  const usedAgain = again(used)
  const suggestions = used.map(value =>
    suggestion(value, { ...usedAgain(value), kind: CompletionItemKind.Value, detail: localize('used before') }),
  )
  return { suggestions }
}

/** The English name of a code, such as `Germany`; undefined where the runtime knows none. */
function codeName(format: TextFormatName, code: string): string | undefined {
  const type = namedCodes[format]
  if (!type) return undefined
  const name = new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code)
  return name === code ? undefined : name
}

const namedCodes: Partial<Record<TextFormatName, Intl.DisplayNamesType>> = {
  country: 'region',
  currency: 'currency',
  language: 'language',
}

/** Leaves it to the client which values match what is typed, unless they are too many for one answer. */
function matching(values: readonly string[], typed: string): (entry: readonly [number, string]) => boolean {
  const query = foldQuery(typed)
  if (values.length <= mostSuggestedValues || query === '') return () => true
  return ([, value]) => {
    const text = foldQuery(value)
    return hasInOrder(query, text, 0, text.length)
  }
}

/** The next free id for a record. */
export const suggestId = (
  field: FieldDefinition,
  { written }: Pick<Replaced, 'written'>,
  id: string,
): CompletionEntry => ({
  label: id,
  filter: written.startsWith('"') ? `"${id}` : id,
  kind: CompletionItemKind.Value,
  snippet: escapeSnippet(canonicalValue(field.name, field.type, id)),
  detail: localize('next free id'),
  documentation: markdownProse(field.description ?? ''),
})

/** The allowed values in their order, with the chosen one in bold; empty if they are too many to read. */
function lifecycleText(values: readonly string[], chosen: string): string {
  if (values.length > mostDescribed) return ''
  return values.map(value => (value === chosen ? `**${escapeMarkdown(value)}**` : escapeMarkdown(value))).join(' · ')
}
