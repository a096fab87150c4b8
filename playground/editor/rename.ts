import { type LSPClientExtension, LSPPlugin } from '@codemirror/lsp-client'
import type { EditorView } from '@codemirror/view'
import type { Range, WorkspaceEdit } from 'vscode-languageserver-types'
import { askInDialog } from '../dialogs/ask.ts'
import type { Project } from '../files/project.ts'
import { applyWorkspaceEdit } from '../files/workspace-edit.ts'

/** Tells the server that it is asked what can be renamed. The command of the library takes a word, which no id is. */
export const renameExtension: LSPClientExtension = {
  clientCapabilities: { textDocument: { rename: { prepareSupport: true } } },
}

/**
 * Asks for another name of what is at the cursor, and writes it in all files.
 *
 * @param say tells the user something
 */
export async function renameAtCursor(view: EditorView, project: Project, say: (text: string) => void): Promise<void> {
  const plugin = LSPPlugin.get(view)
  if (!plugin) return
  const { client, uri } = plugin
  client.sync()
  const place = { textDocument: { uri }, position: plugin.toPosition(view.state.selection.main.head) }
  try {
    const found = await client.request<object, { range: Range; placeholder: string } | null>(
      'textDocument/prepareRename',
      place,
    )
    if (!found) {
      say('Nothing at the cursor can be renamed.')
      return
    }
    const newName = await askInDialog(`New name of ${found.placeholder}`, found.placeholder, () => undefined)
    view.focus()
    if (newName === undefined || newName === found.placeholder) return
    const edit = await client.request<object, WorkspaceEdit | null>('textDocument/rename', { ...place, newName })
    const refusal = edit && applyWorkspaceEdit(project, edit)
    say(refusal ?? `${found.placeholder} is now ${newName}, in all files.`)
  } catch (error) {
    // The server says in a sentence why it refuses.
    say(typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error))
  }
}
