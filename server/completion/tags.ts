import { CompletionItemKind } from 'vscode-languageserver-types'
import { groupBy } from '../../shared/basics/group.ts'
import { sectionAt } from '../../shared/check/check.ts'
import { escapeSnippet, fieldSnippet } from '../../shared/check/fixes/edits.ts'
import { deprecatedLast } from '../../shared/domains/deprecation.ts'
import { firstFields, requiredFields } from '../../shared/domains/example-record.ts'
import { shortMeaning } from '../../shared/domains/field-text.ts'
import { localize } from '../../shared/domains/localize.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { practiceTags } from '../../shared/domains/practice.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { localTitle } from '../../shared/domains/texts/part-texts.ts'
import { defaultValues } from '../../shared/expression/default-values.ts'
import { freeIdIn } from '../../shared/index/free-ids.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import { lineBreakOf } from '../../shared/syntax/tree.ts'
import { describeTagShortly, escapeMarkdown } from '../snapshot/describe.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { hasSuggestions, ofPractice } from './fields.ts'
import type { CompletionEntry } from './item.ts'
import { fieldsOfLast } from './siblings.ts'
import { wordsToFind } from './words.ts'

/**
 * The tags of the domains in force at an entry, as `@TAG` with the required fields to fill in.
 *
 * @param isNew false if the record already has fields, so that only its tag is inserted
 * @param canBeBlock whether a block can start there too
 * @param typed what is typed of the tag, which can be a word of another language
 */
export function suggestTags(
  snapshot: Snapshot,
  entry: number,
  isNew: boolean,
  canBeBlock = true,
  typed = '',
): CompletionEntry[] {
  const { domains } = sectionAt(snapshot.file, entry)
  // The list for a tag that nobody has begun has only what is in force.
  const practice = typed === '' ? [] : domains.flatMap(practiceTags)
  const tags = deprecatedLast(
    domains.flatMap(domain => [...domain.tags.values()]),
    tag => tag.descriptor.deprecated !== undefined,
  )
  if (!isNew)
    return [
      ...withDomains(
        tags.map(tag => suggestTag(tag, `@${tag.name}`, snapshot, typed)),
        tags,
      ),
      ...practice.map(tag => ofPractice(suggestTag(tag, `@${tag.name}`, snapshot, typed), tag)),
    ]
  const simpleOnes = withDomains(
    tags.map(tag => suggestRecord(tag, snapshot, typed)),
    tags,
  )
  const suggestions = tags.flatMap((tag, index) => {
    const simple = simpleOnes[index]!
    const ofLast = fieldsOfLast(snapshot.file, entry, tag)
    const first = new Set(chosenFields(tag, snapshot).map(({ name }) => name))
    return ofLast?.some(name => !first.has(name)) ? [simple, suggestSameFields(tag, ofLast, snapshot, typed)] : [simple]
  })
  return [
    ...suggestions,
    header(),
    ...(canBeBlock ? [block(lineBreakOf(snapshot.file.tree))] : []),
    ...practice.map(tag => ofPractice(suggestRecord(tag, snapshot, typed), tag)),
  ]
}

function suggestTag(tag: Tag, snippet: string, { client }: Snapshot, typed: string): CompletionEntry {
  return {
    label: `@${tag.name}`,
    kind: CompletionItemKind.Class,
    snippet,
    aliases: wordsToFind(client, typed, tag),
    detail: localTitle(client.language, tag) ?? (shortMeaning(tag.descriptor.description ?? '') || tag.domain.path),
    documentation: describeTagShortly(tag, client.language),
    isDeprecated: tag.descriptor.deprecated !== undefined,
  }
}

/** Entries whose labels are in the list several times tell their domains, or else nobody could choose. */
function withDomains(entries: readonly CompletionEntry[], tags: readonly Tag[]): CompletionEntry[] {
  const named = groupBy(tags, ({ name }) => name)
  return entries.map((entry, index) => {
    const tag = tags[index]!
    return named.get(tag.name)!.length > 1 ? { ...entry, detail: tag.domain.path } : entry
  })
}

/** @param more names of further fields */
function suggestRecord(tag: Tag, snapshot: Snapshot, typed: string, more?: readonly string[]): CompletionEntry {
  const record = recordStart(tag, snapshot, more)
  const { fields, id } = record
  const first = fields.find(field => field.name !== tag.identityField || id === undefined)
  const suggestsNext = first ? opensList(first, snapshot.index) : fields.length === 0
  return { ...suggestTag(tag, snippetOf(tag, record), snapshot, typed), suggestsNext }
}

/** Whether there is a list for the empty value of a field. */
const opensList = (field: FieldDefinition, index: RecordIndex): boolean =>
  hasSuggestions(field) && (!field.target || !index.idsOf(field.target)[Symbol.iterator]().next().done)

/** A record with the same fields as the last one of its tag, all of them empty. */
const suggestSameFields = (tag: Tag, names: readonly string[], snapshot: Snapshot, typed: string): CompletionEntry => ({
  ...suggestRecord(tag, snapshot, typed, names),
  label: `@${tag.name} …`,
  filter: `@${tag.name}`,
  detail: localize('same fields as the last one'),
  documentation: localize('Fields: {fields}', { fields: escapeMarkdown(names.join(', ')) }),
})

/**
 * A new record of a tag as a snippet: its required fields with empty tab stops, the id first, and the usual ones if the
 * user wants them. The id is the next free one without a tab stop, if there is one: an author seldom wants another.
 */
export const newRecordSnippet = (tag: Tag, snapshot: Snapshot): string => snippetOf(tag, recordStart(tag, snapshot))

function snippetOf(tag: Tag, { fields, id, defaults }: RecordStart): string {
  if (fields.length === 0) return `@${tag.name} $0`
  let stops = 0
  const snippets = fields.map(field =>
    field.name === tag.identityField && id !== undefined
      ? escapeSnippet(canonicalField(field, id))
      : // A default is selected when the cursor comes to it: Tab takes it, and what is typed replaces it.
        fieldSnippet(field, ++stops, defaults.get(field.name)),
  )
  return `@${tag.name} ${snippets.join(' | ')}$0`
}

/** What a new record starts with. */
interface RecordStart {
  readonly fields: readonly FieldDefinition[]
  /** The next free id, if there is one. */
  readonly id: string | undefined
  /** The default values of the fields, by their names. */
  readonly defaults: ReadonlyMap<string, string>
}

function recordStart(tag: Tag, snapshot: Snapshot, more: readonly string[] = []): RecordStart {
  const id = freeIdIn(snapshot.file, snapshot.index, tag.nameOfRecords)
  const given = new Map(id === undefined ? [] : [[tag.identityField, id]])
  const defaults = defaultValues(tag, snapshot.registry, given, Date.now())
  // Clients know a new record by its empty fields and remove them, but not those of a record with values.
  const first = defaults.size > 0 ? requiredFields(tag) : chosenFields(tag, snapshot)
  const optional = [...more, ...defaults.keys()].flatMap(name => fieldOf(tag, name) ?? [])
  return { fields: [...new Set([...first, ...optional])], id, defaults }
}

/**
 * What a new record of a tag starts with, as the user wants it. A client without snippets shows no places to fill in,
 * so its records start with no more than they must have.
 */
function chosenFields(tag: Tag, { settings, client }: Snapshot): FieldDefinition[] {
  const wanted = settings.newRecords ?? (client.removesEmptyFields ? 'usual' : 'required')
  return wanted === 'usual' && client.hasSnippets ? firstFields(tag) : requiredFields(tag)
}

const header = (): CompletionEntry => ({
  label: '@DOC',
  kind: CompletionItemKind.Module,
  snippet: '@DOC domain=$0',
  detail: localize('header'),
  documentation: localize('Names the domain of the records below, to the next {header}.', { header: '`@DOC`' }),
  suggestsNext: true,
})

const block = (lineBreak: string): CompletionEntry => ({
  label: '@BEGIN',
  kind: CompletionItemKind.Snippet,
  snippet: ['@BEGIN ${1:note}', '$0', '@END'].join(lineBreak),
  detail: localize('block of text'),
  documentation: localize('Text to the next {end} line that is kept as it is and not checked.', { end: '`@END`' }),
})
