import * as vscode from 'vscode'
import { withoutIcons, withoutLinks } from '../editor/plain-text.ts'

/** The internal command of the code action *History*. */
export const showHistoryCommand = 'recline.historyOfRecord'

/** A record by its file, tag and id. */
interface RecordAddress {
  readonly uri: vscode.Uri
  readonly tag: string
  readonly id: string
}

/**
 * Reads the commits that changed a record, as text: what `recline log` prints. Throws an error with a sentence for the
 * user.
 */
export type ReadHistory = (record: RecordAddress, context: vscode.ExtensionContext) => Promise<string>

/**
 * The commands that show the history of a record in a read-only document.
 *
 * @param readHistory undefined where there is no git
 */
export function createHistoryCommands(
  context: vscode.ExtensionContext,
  readHistory: ReadHistory | undefined,
): vscode.Disposable[] {
  // The manifest asks for this. `isWeb` would also be true in a browser whose extensions run on a server, with git.
  void vscode.commands.executeCommand('setContext', 'recline.runsGit', readHistory !== undefined)
  const scheme = 'recline-history'
  const texts = new Map<string, string>()
  const changed = new vscode.EventEmitter<vscode.Uri>()
  const show = async (record: RecordAddress): Promise<void> => {
    if (!readHistory)
      throw new Error('The history of a record comes from git, which VS Code for the web does not have.')
    if (!vscode.workspace.isTrusted)
      throw new Error('Git runs only in folders that you trust; trust this folder first.')
    const text = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: withoutIcons(`Reading the history of ${record.id}`) },
      () => readHistory(record, context),
    )
    const name = `${record.tag} ${record.id}`.replaceAll('/', '-')
    const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: record.uri.toString() })
    texts.set(uri.toString(), text)
    changed.fire(uri)
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true })
  }
  return [
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: uri => texts.get(uri.toString()),
    }),
    vscode.commands.registerCommand(showHistoryCommand, async (uri: string, tag: string, id: string) => {
      try {
        await show({ uri: vscode.Uri.parse(uri), tag, id })
      } catch (error) {
        void vscode.window.showInformationMessage(withoutLinks(error instanceof Error ? error.message : String(error)))
      }
    }),
  ]
}
