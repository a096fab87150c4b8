import { isolateHistory } from '@codemirror/commands'
import type { CreateFile, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import { spanIn } from './positions.ts'
import type { Project } from './project.ts'

/**
 * Applies an edit of the server, one step of undo in each file. Nothing is done if it is for an older text.
 *
 * @returns a sentence for the user if nothing was done; otherwise undefined
 */
export function applyWorkspaceEdit(project: Project, { changes, documentChanges }: WorkspaceEdit): string | undefined {
  project.client.sync()
  const edits = documentChanges ?? editsOf(changes ?? {})
  const stale = 'A file has changed meanwhile, so nothing was done; try again.'
  for (const edit of edits) {
    if (!isTextEdit(edit)) continue
    const { uri, version } = edit.textDocument
    if (version !== null && project.getFile(uri)?.version !== version) return stale
  }
  for (const edit of edits) {
    if (isCreation(edit)) project.add({ name: nameOfUri(edit.uri), text: '' })
    else if (isTextEdit(edit)) {
      const { uri } = edit.textDocument
      const file = project.files.find(other => other.uri === uri)
      // An edit of a new file: the server knows that nobody has it.
      if (!file)
        project.add({
          name: nameOfUri(uri),
          text: edit.edits.map(one => ('newText' in one ? one.newText : '')).join(''),
        })
      else {
        const { doc } = file.state
        const made = edit.edits.flatMap(one =>
          'newText' in one ? { ...spanIn(doc, one.range), insert: one.newText } : [],
        )
        file.update({ changes: made, annotations: isolateHistory.of('full'), userEvent: 'input.edit' })
      }
    }
  }
  project.client.sync()
  return undefined
}

type DocumentEdit = NonNullable<WorkspaceEdit['documentChanges']>[number]

const isTextEdit = (edit: DocumentEdit): edit is TextDocumentEdit => !('kind' in edit)

const isCreation = (edit: DocumentEdit): edit is CreateFile => 'kind' in edit && edit.kind === 'create'

const editsOf = (changes: Readonly<Record<string, TextEdit[]>>): TextDocumentEdit[] =>
  Object.entries(changes).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits }))

const nameOfUri = (uri: string): string => decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))
