import {
  type Command,
  type CompletionItem,
  type CompletionItemKind,
  InsertTextFormat,
  type Range,
  type TextEdit,
} from 'vscode-languageserver-types'
import { plainText } from '../../shared/syntax/text-change.ts'
import { markup } from '../snapshot/markup.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A completion as the features think of it: what it is called, and what the text becomes when it is accepted. */
export interface Suggestion {
  readonly label: string
  readonly kind: CompletionItemKind
  /** The text that stands in the range afterwards; a snippet of the protocol. */
  readonly snippet: string
  /** What the label is matched by: it starts with what stands in the range before the cursor. */
  readonly filter?: string
  readonly detail?: string
  /** Markdown. */
  readonly documentation?: string
  /** Further changes elsewhere, as plain text. */
  readonly additionalEdits?: TextEdit[]
  /** Whether the next thing to type has suggestions too. */
  readonly suggestsNext?: boolean
  readonly isPreselected?: boolean
}

/** The protocol's items for suggestions, in this order. A client without snippets gets their plain text. */
export function toItems(suggestions: readonly Suggestion[], range: Range, { client }: Snapshot): CompletionItem[] {
  const next: Command | undefined =
    client.suggestCommand === undefined ? undefined : { title: 'Suggest', command: client.suggestCommand }
  return suggestions.map((suggestion, index) => ({
    label: suggestion.label,
    kind: suggestion.kind,
    sortText: String(index).padStart(4, '0'),
    insertTextFormat: client.hasSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range, newText: client.hasSnippets ? suggestion.snippet : withoutStops(suggestion.snippet) },
    // Neovim up to 0.10 takes the start of the range for the start of the word only where no filter is given.
    ...(suggestion.filter !== undefined && suggestion.filter !== suggestion.label && { filterText: suggestion.filter }),
    ...(suggestion.detail &&
      (client.hasLabelDetails ? { labelDetails: { description: suggestion.detail } } : { detail: suggestion.detail })),
    ...(suggestion.documentation && { documentation: markup(suggestion.documentation, client) }),
    ...(suggestion.additionalEdits && { additionalTextEdits: suggestion.additionalEdits }),
    ...(suggestion.suggestsNext && next && { command: next }),
    ...(suggestion.isPreselected && { preselect: true }),
  }))
}

/** A snippet as plain text, behind which the cursor comes to stand: so it has no quotes for the cursor to stand in. */
const withoutStops = (snippet: string): string => plainText(snippet.replace(/"\$0"$/, ''))
