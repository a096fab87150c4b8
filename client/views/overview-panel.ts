import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { overviewRecordsRequest, overviewRequest } from '../../shared/protocol/overview.ts'
import { type OverviewAction, overviewPageRequests } from '../../shared/protocol/overview-page.ts'
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
      overview: async ({ whenRead }) => {
        const overview = await withProgress(uri, token => send(client, overviewRequest, { ...params, whenRead }, token))
        return overview && { ...overview, isOfWorkspace: uri === undefined }
      },
      run: ({ action }) => vscode.commands.executeCommand<void>(...commandOf(action, uri)),
      records: ({ key }) => send(client, overviewRecordsRequest, { ...params, key }),
      filter: filter =>
        uri
          ? vscode.commands.executeCommand<void>('recline.openAsTable', uri, filter)
          : vscode.commands.executeCommand<void>('recline.findRecords', { path: filter.table, filter }),
      copy: async ({ text }) => {
        await vscode.env.clipboard.writeText(text)
        void vscode.window.showInformationMessage(
          vscode.l10n.t('The report block is copied; paste it into a Markdown file.'),
        )
      },
      open: openRecord,
    })
  }
  return [
    registerFileCommand('recline.showOverview', show),
    vscode.commands.registerCommand('recline.showWorkspaceOverview', () => show(undefined)),
  ]
}

/** The command of a button, with its arguments. */
function commandOf(action: OverviewAction, uri: vscode.Uri | undefined): [command: string, ...args: vscode.Uri[]] {
  const given = uri ? [uri] : []
  switch (action) {
    case 'table':
      return ['recline.openAsTable', ...given]
    case 'graph':
      return uri ? ['recline.showGraph', uri] : ['recline.showWorkspaceGraph']
    case 'text':
      return ['vscode.open', ...given]
    case 'import':
      return ['recline.import', ...given]
    case 'find':
      return ['recline.findRecords']
    case 'fix':
      return ['recline.fixWorkspace']
    case 'newFile':
      return ['recline.newFile']
  }
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
