import type { LSPClientExtension } from '@codemirror/lsp-client'
import { type Range, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, WidgetType } from '@codemirror/view'
import type { InlayHint } from 'vscode-languageserver-types'
import { offsetIn } from '../files/positions.ts'
import { whenSettled } from './when-settled.ts'

/** Shows between the characters what the server adds: units, the titles of records, domains. */
export const inlayHintExtension = (): LSPClientExtension => ({
  clientCapabilities: { textDocument: { inlayHint: {} } },
  editorExtension: [
    hintsField,
    ViewPlugin.define(view =>
      whenSettled(view, async plugin => {
        const range = {
          start: plugin.toPosition(view.viewport.from),
          end: plugin.toPosition(view.viewport.to),
        }
        const textDocument = { uri: plugin.uri }
        const hints = await plugin.client.request<object, InlayHint[] | null>('textDocument/inlayHint', {
          textDocument,
          range,
        })
        return () => {
          const shown = (hints ?? []).map(hint => hintAt(hint, offsetIn(plugin.syncedDoc, hint.position)))
          view.dispatch({ effects: newHints.of(RangeSet.of(shown, true)) })
        }
      }),
    ),
  ],
})

const newHints = StateEffect.define<RangeSet<Decoration>>()

const hintsField = StateField.define<RangeSet<Decoration>>({
  create: () => Decoration.none,
  update: (hints, transaction) =>
    transaction.effects.find(effect => effect.is(newHints))?.value ?? hints.map(transaction.changes),
  provide: field => EditorView.decorations.from(field),
})

const hintAt = ({ label }: InlayHint, offset: number): Range<Decoration> => {
  const text = typeof label === 'string' ? label : label.map(({ value }) => value).join('')
  return Decoration.widget({ widget: new HintWidget(text.trim()), side: 1 }).range(offset)
}

class HintWidget extends WidgetType {
  constructor(private readonly text: string) {
    super()
  }

  override eq(other: HintWidget): boolean {
    return other.text === this.text
  }

  override toDOM(): HTMLElement {
    const hint = document.createElement('span')
    hint.className = 'hint'
    hint.textContent = this.text
    return hint
  }
}
