import { type LSPClientExtension, LSPPlugin } from '@codemirror/lsp-client'
import { EditorView } from '@codemirror/view'
import type { DocumentSymbol } from 'vscode-languageserver-types'
import type { Choose } from '../dialogs/choose.ts'
import { offsetIn } from '../files/positions.ts'

/** Tells the server that it may answer with a tree. */
export const symbols: LSPClientExtension = {
  clientCapabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
}

/**
 * Lets the user choose from the records of the file, and goes to the one chosen.
 *
 * @param choose shows a list to choose from
 * @param say tells the user something
 */
export async function goToRecord(view: EditorView, choose: Choose, say: (text: string) => void): Promise<void> {
  const plugin = LSPPlugin.get(view)
  if (!plugin) return
  plugin.client.sync()
  const textDocument = { uri: plugin.uri }
  const found = await plugin.client.request<object, DocumentSymbol[] | null>('textDocument/documentSymbol', {
    textDocument,
  })
  const items = symbolItems(found ?? [])
  if (items.length === 0) {
    say('This file has no records.')
    return
  }
  const chosen = await choose('Go to a record', items)
  view.focus()
  if (!chosen) return
  const anchor = offsetIn(view.state.doc, chosen.position)
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
}

/** The records of a tree as a list. Those below a header stand below its name. */
const symbolItems = (found: readonly DocumentSymbol[], group?: string): Item[] =>
  found.flatMap(({ name, detail, selectionRange, children = [] }) => [
    { label: name, position: selectionRange.start, ...(detail && { description: detail }), ...(group && { group }) },
    ...symbolItems(children, name),
  ])

interface Item {
  readonly label: string
  readonly description?: string
  readonly group?: string
  readonly position: DocumentSymbol['selectionRange']['start']
}
