import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { Tree } from '../../shared/syntax/tree.ts'
import { plainEdit, rangeOf } from './ranges.ts'
import type { Client, Snapshot } from './snapshot.ts'

/** The changes in a file. */
export interface FileChanges {
  readonly uri: string
  /** The version of the open document that the changes are for; null for a file that is not open. */
  readonly version: number | null
  readonly tree: Tree
  readonly changes: readonly TextChange[]
}

/** Changes in the file of a snapshot as an edit of the protocol. */
export const workspaceEdit = (
  { uri, version, client, file: { tree } }: Snapshot,
  changes: readonly TextChange[],
): WorkspaceEdit => editOfFiles(client, [{ uri, version, tree, changes }])

/** Changes in files as an edit of the protocol. A client without snippet edits gets plain text. */
export function editOfFiles(client: Client, files: readonly FileChanges[]): WorkspaceEdit {
  const hasSnippets = client.hasVersionedEdits && client.hasSnippetEdits
  const toEdit = (tree: Tree, change: TextChange): TextEdit | SnippetTextEdit =>
    hasSnippets && change.isSnippet
      ? { range: rangeOf(tree, change), snippet: { kind: 'snippet', value: change.text } }
      : plainEdit(tree, change)
  return editOf(
    client,
    files.map(({ uri, version, tree, changes }) => ({
      uri,
      version,
      edits: changes.map(change => toEdit(tree, change)),
    })),
  )
}

/** The edits of a file as the protocol has them. */
export interface TextDocumentEdits<Edit extends TextEdit | SnippetTextEdit = TextEdit>
  extends Pick<FileChanges, 'uri' | 'version'> {
  readonly edits: Edit[]
}

/** Edits of files as a single edit of the protocol. */
export const editOf = (
  { hasVersionedEdits }: Client,
  files: readonly TextDocumentEdits<TextEdit | SnippetTextEdit>[],
): WorkspaceEdit =>
  hasVersionedEdits
    ? { documentChanges: files.map(({ uri, version, edits }) => ({ textDocument: { uri, version }, edits })) }
    : {
        changes: Object.fromEntries(
          files.map(({ uri, edits }) => [uri, edits.flatMap(edit => ('newText' in edit ? edit : []))]),
        ),
      }

/** Edits of files and a new file with a text. The client must be one that creates files. */
export const editWithFile = (
  client: Client,
  { uri, text }: { readonly uri: string; readonly text: string },
  files: readonly TextDocumentEdits<TextEdit | SnippetTextEdit>[],
): WorkspaceEdit => ({
  documentChanges: [
    { kind: 'create', uri, options: { ignoreIfExists: false } },
    ...(editOf({ ...client, hasVersionedEdits: true }, [
      { uri, version: null, edits: [{ range: { start: fileStart, end: fileStart }, newText: text }] },
      ...files,
    ]).documentChanges ?? []),
  ],
})

const fileStart = { line: 0, character: 0 }
