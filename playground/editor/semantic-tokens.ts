import type { LSPClientExtension, LSPPlugin } from '@codemirror/lsp-client'
import { type Range, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view'
import type { SemanticTokens, SemanticTokensLegend } from 'vscode-languageserver-types'
import { offsetIn } from '../files/positions.ts'
import { whenSettled } from './when-settled.ts'

/** Colors a text as the server reads it: what a tag, a field and a value is, known or unknown. */
export const semanticTokens = (): LSPClientExtension => ({
  clientCapabilities: {
    textDocument: {
      semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] },
    },
  },
  editorExtension: [
    coloring,
    ViewPlugin.define(view =>
      whenSettled(view, async plugin => {
        const textDocument = { uri: plugin.uri }
        const tokens = await plugin.client.request<object, SemanticTokens | null>('textDocument/semanticTokens/full', {
          textDocument,
        })
        const legend = plugin.client.serverCapabilities?.semanticTokensProvider?.legend
        return () => {
          if (!legend || !tokens) return
          view.dispatch({ effects: newColors.of(RangeSet.of(tokenMarks(tokens, legend, plugin), true)) })
        }
      }),
    ),
  ],
})

const newColors = StateEffect.define<RangeSet<Decoration>>()

/** The colors from the last answer, which move with the text until the next one. */
const coloring = StateField.define<RangeSet<Decoration>>({
  create: () => Decoration.none,
  update: (colors, transaction) =>
    transaction.effects.find(effect => effect.is(newColors))?.value ?? colors.map(transaction.changes),
  provide: field => EditorView.decorations.from(field),
})

/** Tokens are five numbers each: lines and characters since the last token, its length, type and modifiers. */
function tokenMarks(
  { data }: SemanticTokens,
  legend: SemanticTokensLegend,
  { syncedDoc }: LSPPlugin,
): Range<Decoration>[] {
  const marks: Range<Decoration>[] = []
  let line = 0
  let character = 0
  for (let index = 0; index + 4 < data.length; index += 5) {
    const [lines, characters, length, type, modifiers] = data.slice(index, index + 5) as [number, ...number[]]
    character = lines === 0 ? character + characters! : characters!
    line += lines
    const from = offsetIn(syncedDoc, { line, character })
    const to = offsetIn(syncedDoc, { line, character: character + length! })
    const names = [legend.tokenTypes[type!], ...legend.tokenModifiers.filter((_, bit) => modifiers! & (1 << bit))]
    if (from < to) marks.push(markNamed(names.join(' ')).range(from, to))
  }
  return marks
}

const knownDecorations = new Map<string, Decoration>()

function markNamed(names: string): Decoration {
  const mark = knownDecorations.get(names) ?? Decoration.mark({ class: names.replace(/\S+/g, 'token-$&') })
  knownDecorations.set(names, mark)
  return mark
}
