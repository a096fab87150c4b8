import { type LSPClientExtension, LSPPlugin } from '@codemirror/lsp-client'
import type { EditorView } from '@codemirror/view'
import type { CodeAction, Command, Diagnostic, WorkspaceEdit } from 'vscode-languageserver-types'
import type { Choose } from '../dialogs/choose.ts'
import type { Project } from '../files/project.ts'
import { applyWorkspaceEdit } from '../files/workspace-edit.ts'

/** Tells the server that it may answer with whole actions, whose edits are asked for when they are chosen. */
export const codeActionExtension: LSPClientExtension = {
  clientCapabilities: {
    workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
    textDocument: {
      codeAction: {
        codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } },
        isPreferredSupport: true,
        dataSupport: true,
        resolveSupport: { properties: ['edit'] },
      },
    },
  },
}

/**
 * Lets the user choose from the fixes and refactorings at the selection, and applies the one chosen.
 *
 * @param found the problems of the file
 * @param choose shows a list to choose from
 * @param say tells the user something
 */
export async function chooseAction(
  view: EditorView,
  project: Project,
  found: readonly Diagnostic[],
  choose: Choose,
  say: (text: string) => void,
): Promise<void> {
  const plugin = LSPPlugin.get(view)
  if (!plugin) return
  const { client, uri } = plugin
  client.sync()
  const { from, to } = view.state.selection.main
  const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) }
  const diagnostics = found.filter(
    ({ range: { start, end } }) => start.line <= range.end.line && end.line >= range.start.line,
  )
  const { doc } = view.state
  const answer = await client.request<object, (CodeAction | Command)[] | null>('textDocument/codeAction', {
    textDocument: { uri },
    range,
    context: { diagnostics, triggerKind: 1 },
  })
  // A command is one of an editor, such as VS Code's; the playground has none.
  const actions = (answer ?? []).filter((action): action is CodeAction => 'kind' in action && !action.command)
  if (actions.length === 0) {
    say('No fix or refactoring is available at the cursor.')
    return
  }
  const items = actions.map(action => ({
    label: action.title,
    description: action.kind?.startsWith('quickfix') ? 'Fix' : 'Refactor',
    action,
  }))
  const chosen = await choose('Fixes and refactorings', items)
  view.focus()
  if (!chosen) return
  const edit = chosen.action.edit ?? (await resolved(plugin, chosen.action))
  if (!edit) return say(`"${chosen.label}" makes no change here.`)
  if (view.state.doc !== doc) return say('The text has changed meanwhile, so nothing was done; choose again.')
  const refusal = applyWorkspaceEdit(project, edit)
  if (refusal !== undefined) say(refusal)
}

const resolved = async ({ client }: LSPPlugin, action: CodeAction): Promise<WorkspaceEdit | undefined> =>
  (await client.request<CodeAction, CodeAction>('codeAction/resolve', action)).edit
