import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { type HistoryStep, historyPageRequests } from '../../shared/protocol/history-page.ts'
import { withoutLinks } from '../editor/plain-text.ts'
import { repositoryOf } from './git-extension.ts'
import { openPanel } from './webview.ts'

/** The internal command of the code action *History*. */
export const showHistoryCommand = 'recline.historyOfRecord'

/** A record by its file, tag and id. */
interface RecordAddress {
  readonly uri: vscode.Uri
  readonly tag: string
  readonly id: string
}

/** Reads the changes of a record, the newest first. Throws an error with a sentence for the user. */
export type ReadHistory = (record: RecordAddress, context: vscode.ExtensionContext) => Promise<HistoryStep[]>

/**
 * The commands that show the commits that changed a record.
 *
 * @param readHistory undefined where there is no git
 */
export function createHistoryCommands(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  readHistory: ReadHistory | undefined,
): vscode.Disposable[] {
  // The manifest asks for this. `isWeb` would also be true in a browser whose extensions run on a server, with git.
  void vscode.commands.executeCommand('setContext', 'recline.runsGit', readHistory !== undefined)
  const show = (record: RecordAddress): void => {
    if (!readHistory)
      throw new Error(vscode.l10n.t('The history of a record comes from git, which VS Code for the web does not have.'))
    if (!vscode.workspace.isTrusted)
      throw new Error(vscode.l10n.t('Git runs only in folders that you trust; trust this folder first.'))
    let steps: readonly HistoryStep[] = []
    const page = {
      name: 'history',
      title: vscode.l10n.t('History of {tag} {id}', { tag: record.tag, id: record.id }),
      requests: historyPageRequests,
    }
    openPanel(context, client, page, record.uri, {
      history: async () => {
        steps = await readHistory(record, context)
        return steps
      },
      open: ({ step }) => openStep(record.uri, steps[step]),
    })
  }
  return [
    vscode.commands.registerCommand(showHistoryCommand, (uri: string, tag: string, id: string) => {
      try {
        show({ uri: vscode.Uri.parse(uri), tag, id })
      } catch (error) {
        void vscode.window.showInformationMessage(withoutLinks(error instanceof Error ? error.message : String(error)))
      }
    }),
  ]
}

/** Shows a file before and after a commit, at the record that it changed. */
async function openStep(uri: vscode.Uri, step: HistoryStep | undefined): Promise<void> {
  if (step?.commit === undefined || step.file === undefined) return
  const { commit, file, record } = step
  const { repository, toGitUri } = await repositoryOf(uri)
  const changed = vscode.Uri.joinPath(repository.rootUri, file)
  const title = `${file} (${commit.slice(0, 10)})`
  const versionAt = async (revision: string): Promise<vscode.Uri | undefined> => {
    const isThere = await repository.show(revision, changed.fsPath).then(
      () => true,
      () => false,
    )
    return isThere ? toGitUri(changed, revision) : undefined
  }
  const [before, after] = await Promise.all([versionAt(`${commit}~`), versionAt(commit)])
  const shown = after ?? before
  if (!shown)
    throw new Error(
      vscode.l10n.t('The commit {commit} has no version of {file}.', { commit: commit.slice(0, 10), file }),
    )
  const document = await vscode.workspace.openTextDocument(shown)
  const text = document.getText()
  const id = record.slice(record.indexOf(' ') + 1)
  const found = [`rid=${id} `, `"${id}"`, id].map(word => text.indexOf(word)).find(offset => offset >= 0)
  const place = document.positionAt(found ?? 0)
  const selection = new vscode.Range(place, place)
  const options = { selection, preview: true }
  // Of a file that the commit added or removed, there is nothing to compare.
  if (before && after) await vscode.commands.executeCommand('vscode.diff', before, after, title, options)
  else await vscode.window.showTextDocument(document, options)
}
