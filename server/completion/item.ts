import {
  type Command,
  type CompletionItem,
  type CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  type Range,
  type TextEdit,
} from 'vscode-languageserver-types'
import { withoutTabStops } from '../../shared/syntax/text-change.ts'
import { markup } from '../snapshot/markup.ts'
import type { Client, Snapshot } from '../snapshot/snapshot.ts'
import type { ReferenceData } from './reference-details.ts'

/** A suggestion of a completion, before it is turned into an item of the protocol. */
export interface CompletionEntry {
  readonly label: string
  readonly kind: CompletionItemKind
  /** The snippet that replaces the range. */
  readonly snippet: string
  /** The range that it replaces, if that is another one than for the other suggestions. */
  readonly range?: Range
  /** The text that the client matches with the text before the cursor, instead of the label. */
  readonly filter?: string
  /** Other words that the client finds the suggestion by. */
  readonly aliases?: readonly string[] | undefined
  readonly detail?: string
  /** Markdown. */
  readonly documentation?: string
  /** Edits outside the range, as plain text. */
  readonly additionalEdits?: TextEdit[]
  /** Whether accepting it opens the completion list again, for what comes next. */
  readonly suggestsNext?: boolean
  readonly isPreselected?: boolean
  /** What the client sends back to ask for more about it. */
  readonly data?: ReferenceData
  /** Whether it should no longer be written. The client strikes it out. */
  readonly isDeprecated?: boolean
}

/**
 * The items of the protocol for some suggestions, in the same order. A client without snippets gets plain text.
 *
 * @param range all of the word at the cursor, which an item replaces
 * @param insert what it replaces unless the user wants the whole word replaced, as with VS Code's
 *   `editor.suggest.insertMode`
 */
export function toItems(
  suggestions: readonly CompletionEntry[],
  range: Range,
  { client }: Pick<Snapshot, 'client'>,
  insert = range,
): CompletionItem[] {
  const next: Command | undefined =
    client.suggestCommand === undefined ? undefined : { title: 'Suggest', command: client.suggestCommand }
  return suggestions.map((suggestion, index) => ({
    label: suggestion.label,
    kind: suggestion.kind,
    sortText: String(index).padStart(4, '0'),
    ...itemText(suggestion, suggestion.range ?? range, suggestion.range ?? insert, client),
    // Without a filter, Neovim up to 0.10 uses the start of the range as the start of the word; with one it does not.
    ...filterTextOf(suggestion),
    ...(suggestion.detail &&
      (client.hasLabelDetails ? { labelDetails: { description: suggestion.detail } } : { detail: suggestion.detail })),
    ...(suggestion.documentation && { documentation: markup(suggestion.documentation, client) }),
    ...(suggestion.additionalEdits && { additionalTextEdits: suggestion.additionalEdits }),
    ...(suggestion.suggestsNext && next && { command: next }),
    ...(suggestion.data && { data: suggestion.data }),
    ...(suggestion.isPreselected && { preselect: true }),
    ...(suggestion.isDeprecated && client.hasDeprecatedItems && { tags: [CompletionItemTag.Deprecated] }),
  }))
}

/** The text that the client compares with what is typed. Clients look for its letters in order, so words can follow. */
function filterTextOf({ label, filter = label, aliases = [] }: CompletionEntry): Pick<CompletionItem, 'filterText'> {
  const filterText = [filter, ...aliases].join(' ')
  return filterText === label ? {} : { filterText }
}

/**
 * The text of an item. A snippet without a tab stop is plain text: only then does VS Code know when an entry would
 * change nothing, and gives Enter to the text.
 */
function itemText(
  { snippet }: CompletionEntry,
  replace: Range,
  insert: Range,
  { hasSnippets, hasInsertReplace }: Client,
): Partial<CompletionItem> {
  const isSnippet = hasSnippets && /(?<!\\)\$/.test(snippet)
  const newText = isSnippet ? snippet : withoutStops(snippet)
  const hasTwo = hasInsertReplace && insert.end.character !== replace.end.character
  return {
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: hasTwo ? { insert, replace, newText } : { range: insert, newText },
  }
}

/** A snippet as plain text. The cursor will be after the text, so quotes for the cursor are left out. */
const withoutStops = (snippet: string): string => withoutTabStops(snippet.replace(/"\$0"$/, ''))
