import type { CodeAction, Command, WorkspaceEdit } from 'vscode-languageserver-types'

/** The command of the server that makes the edit of a code action. */
export const codeActionCommand = 'recline.applyCodeAction'

/**
 * Code actions as commands, for a client that cannot take code actions themselves: it sends back the command that the
 * user chose, and the server asks it to make the edit. Only the latest ones can be chosen, and only while the document
 * is as it was.
 */
export class CodeActionCommands {
  private latest:
    | { readonly uri: string; readonly version: number | null; readonly edits: readonly WorkspaceEdit[] }
    | undefined

  /** The actions that have an edit, as commands. All others need a client with commands of its own. */
  offer(uri: string, version: number | null, actions: readonly CodeAction[]): Command[] {
    const own = actions.flatMap(({ title, edit }) => (edit ? [{ title, edit }] : []))
    this.latest = { uri, version, edits: own.map(({ edit }) => edit) }
    return own.map(({ title }, index) => ({ title, command: codeActionCommand, arguments: [uri, version, index] }))
  }

  /** The edit of a command; undefined if the command is not one of the latest, or the document has changed since. */
  edit([uri, version, index]: readonly unknown[], versionNow: number | null): WorkspaceEdit | undefined {
    const { latest } = this
    if (!latest || latest.uri !== uri || latest.version !== version || version !== versionNow) return undefined
    return latest.edits[Number(index)]
  }
}
