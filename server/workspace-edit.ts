import type { Range, SnippetTextEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import { plainText, type TextChange } from '../shared/text-change.ts'
import { positionAt, type Tree } from '../shared/tree.ts'
import type { Client, Snapshot } from './snapshot.ts'

/** What is to change in one file. */
export interface FileChanges {
  readonly uri: string
  /** The version of the open document that was looked at; null for a file that is not open. */
  readonly version: number | null
  readonly tree: Tree
  readonly changes: readonly TextChange[]
}

/** Changes of the snapshot's own file as an edit of the protocol. */
export const workspaceEdit = ({ uri, version, client, file: { tree } }: Snapshot, changes: readonly TextChange[]): WorkspaceEdit =>
  editOfFiles(client, [{ uri, version, tree, changes }])

/** Changes of files as one edit of the protocol; a client without snippet edits gets their plain text. */
export function editOfFiles({ hasVersionedEdits, hasSnippetEdits }: Client, files: readonly FileChanges[]): WorkspaceEdit {
  if (!hasVersionedEdits) {
    return { changes: Object.fromEntries(files.map(({ uri, tree, changes }) => [uri, changes.map(change => plainEdit(tree, change))])) }
  }
  const toEdit = (tree: Tree, change: TextChange): TextEdit | SnippetTextEdit => (hasSnippetEdits && change.isSnippet
    ? { range: rangeOf(tree, change), snippet: { kind: 'snippet', value: change.text } }
    : plainEdit(tree, change))
  return {
    documentChanges: files.map(({ uri, version, tree, changes }) => ({
      textDocument: { uri, version },
      edits: changes.map(change => toEdit(tree, change)),
    })),
  }
}

const plainEdit = (tree: Tree, change: TextChange): TextEdit =>
  ({ range: rangeOf(tree, change), newText: change.isSnippet ? plainText(change.text) : change.text })

const rangeOf = (tree: Tree, { start, end }: TextChange): Range => ({ start: positionAt(tree, start), end: positionAt(tree, end) })
