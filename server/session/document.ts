import type { TextDocumentContentChangeEvent, TextDocumentsConfiguration } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { edit, offsetAt, parse, type Tree } from '../../shared/syntax/tree.ts'
import { isConfigFile } from './config-store.ts'

/** An open file: one with records, or a configuration or descriptor. */
export type OpenDocument = RecDocument | JsonDocument

/** An open file with records. It is immutable; a change makes a new one. The tree holds the text. */
export interface RecDocument {
  readonly kind: 'records'
  readonly uri: string
  readonly version: number
  readonly tree: Tree
}

/** An open configuration or descriptor. */
interface JsonDocument {
  readonly kind: 'descriptor' | 'config'
  readonly uri: string
  readonly version: number
  readonly text: TextDocument
}

/**
 * How `TextDocuments` makes and changes documents.
 *
 * @param read parses the text of a file with records
 */
export const openDocuments = (
  read: (text: string, uri: string) => Tree = parse,
): TextDocumentsConfiguration<OpenDocument> => ({
  create: (uri, languageId, version, content) =>
    isJson(uri, languageId)
      ? {
          kind: isConfigFile(uri) ? 'config' : 'descriptor',
          uri,
          version,
          text: TextDocument.create(uri, languageId, version, content),
        }
      : { kind: 'records', uri, version, tree: read(content, uri) },
  update: (document, changes, version) =>
    document.kind === 'records'
      ? { ...document, version, tree: changes.reduce(applyChange, document.tree) }
      : { ...document, version, text: TextDocument.update(document.text, changes, version) },
})

const isJson = (uri: string, languageId: string): boolean =>
  languageId === 'json' || languageId === 'jsonc' || uri.endsWith('.json')

function applyChange(tree: Tree, change: TextDocumentContentChangeEvent): Tree {
  if (!('range' in change)) return parse(change.text)
  const start = offsetAt(tree, change.range.start)
  const end = offsetAt(tree, change.range.end)
  return edit(tree, Math.min(start, end), Math.max(start, end), change.text)
}
