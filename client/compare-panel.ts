import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { compareRequest, takeRequest } from '../shared/protocol/compare.ts'
import { comparePageRequests } from '../shared/protocol/compare-page.ts'
import { send } from '../shared/protocol/request.ts'
import { activeFile, fileName } from './active-file.ts'
import { chooseVersion, fileVersion, type OtherVersion } from './compare-versions.ts'
import { openPanel, openRecord } from './panel.ts'
import { withoutLinks } from './plain-text.ts'
import { tellPage } from './webview.ts'

/** The command that compares the records of a file with another version of it, or with another file. */
export const createCompareCommand = (context: vscode.ExtensionContext, client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand('recline.compare', async (given?: vscode.Uri, selected?: readonly vscode.Uri[]) => {
    const uri = given ?? activeFile()
    if (!uri) return void vscode.window.showInformationMessage('Open a .rec file to compare its records.')
    const other = selected?.length === 2 && selected.find(one => one.toString() !== uri.toString())
    try {
      const version = other ? fileVersion(other) : await chooseVersion(uri)
      if (version) show(context, client, uri, version)
    } catch (error) {
      void vscode.window.showInformationMessage(withoutLinks(error instanceof Error ? error.message : String(error)))
    }
  })

function show(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  uri: vscode.Uri,
  other: OtherVersion,
): void {
  const name = fileName(uri)
  const params = { uri: client.code2ProtocolConverter.asUri(uri) }
  /** What the page shows: the other text, and the version of the file. */
  let shown: { readonly text: string; readonly version: number } | undefined
  let lastChanged = uri
  const page = { name: 'compare', title: `${other.label} ↔ ${name}`, requests: comparePageRequests }
  const panel = openPanel(context, client, page, uri, {
    compare: async () => {
      // The server answers for open files only.
      const { version } = await vscode.workspace.openTextDocument(uri)
      const text = await other.read()
      const comparison = await send(client, compareRequest, { ...params, text })
      shown = { text, version }
      return comparison && { ...comparison, left: other.label, right: name, isLeftFile: other.uri !== undefined }
    },
    take: async ({ into, row, field }) => {
      const target = into === 'right' ? uri : other.uri
      const document = await vscode.workspace.openTextDocument(uri)
      if (!shown || !target || document.version !== shown.version || (await other.read()) !== shown.text)
        throw new Error('The text has changed in the meantime, so nothing was changed; try again.')
      const edits = await send(client, takeRequest, { ...params, text: shown.text, into, row, field })
      if (!edits) throw new Error('This field cannot be changed alone; take the whole record.')
      const change = new vscode.WorkspaceEdit()
      change.set(
        target,
        edits.map(({ range, newText }) => new vscode.TextEdit(client.protocol2CodeConverter.asRange(range), newText)),
      )
      if (!(await vscode.workspace.applyEdit(change)))
        throw new Error(`VS Code did not change ${fileName(target)}; it may be read-only.`)
      lastChanged = target
    },
    undo: async () => {
      // VS Code undoes only in the editor that has the focus.
      const viewColumn = vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.toString() === lastChanged.toString(),
      )?.viewColumn
      await vscode.window.showTextDocument(lastChanged, { viewColumn: viewColumn ?? vscode.ViewColumn.Active })
      await vscode.commands.executeCommand('undo')
      panel.reveal()
    },
    open: ({ line }) => openRecord({ uri: uri.toString(), line }),
  })
  const watched = other.onDidChange(() => tellPage(panel.webview, { event: 'changed' }))
  panel.onDidDispose(() => watched.dispose())
}
