import type { TextDocumentContentChangeEvent, TextDocumentsConfiguration } from 'vscode-languageserver'
import { edit, offsetAt, parse, type Tree } from '../shared/tree.ts'

/** An open file: its text is its tree. A change makes a new one. */
export interface RecDocument {
  readonly uri: string
  readonly version: number
  readonly tree: Tree
}

/** How the protocol's document manager makes and changes documents. */
export const recDocuments: TextDocumentsConfiguration<RecDocument> = {
  create: (uri, _languageId, version, content) => ({ uri, version, tree: parse(content) }),
  update: (document, changes, version) => ({ uri: document.uri, version, tree: changes.reduce(applyChange, document.tree) }),
}

function applyChange(tree: Tree, change: TextDocumentContentChangeEvent): Tree {
  if (!('range' in change)) return parse(change.text)
  const start = offsetAt(tree, change.range.start)
  const end = offsetAt(tree, change.range.end)
  return edit(tree, Math.min(start, end), Math.max(start, end), change.text)
}
