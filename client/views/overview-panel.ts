import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { overviewPageRequests, overviewRecordsRequest, overviewRequest } from '../../shared/protocol/overview.ts'
import { send } from '../../shared/protocol/request.ts'
import { fileName } from '../editor/active-file.ts'
import { openPanel, openRecord, registerFileCommand } from './webview.ts'

/** The commands that show the overview of a file or of the workspace. */
export function createOverviewCommands(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
): vscode.Disposable[] {
  const show = (uri: vscode.Uri | undefined): void => {
    const title = uri
      ? vscode.l10n.t('Overview of {file}', { file: fileName(uri) })
      : vscode.l10n.t('Overview of the workspace')
    const params = uri ? { uri: client.code2ProtocolConverter.asUri(uri) } : {}
    openPanel(context, client, { name: 'overview', title, requests: overviewPageRequests }, uri, {
      overview: () => withProgress(uri, token => send(client, overviewRequest, params, token)),
      records: ({ key }) => send(client, overviewRecordsRequest, { ...params, key }),
      filter: filter =>
        uri
          ? vscode.commands.executeCommand<void>('recline.openAsTable', uri, filter)
          : vscode.commands.executeCommand<void>('recline.findRecords', { path: filter.table, filter }),
      open: openRecord,
    })
  }
  return [
    registerFileCommand('recline.showOverview', show),
    vscode.commands.registerCommand('recline.showWorkspaceOverview', () => show(undefined)),
  ]
}

/** Shows progress in the status bar, as it takes a while to read all files of a workspace. */
const withProgress = <Result>(
  uri: vscode.Uri | undefined,
  work: (token: vscode.CancellationToken) => Promise<Result>,
): Thenable<Result> =>
  vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Window,
      title: uri ? vscode.l10n.t('Counting records') : vscode.l10n.t('Counting the records of the workspace'),
    },
    (_, token) => work(token),
  )
