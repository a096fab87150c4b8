import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { listDomainsRequest } from '../shared/protocol/domains.ts'
import { send } from '../shared/protocol/request.ts'

/** The command that makes a new file with the header of a domain. */
export const createNewFileCommand = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand('recline.newFile', (folder?: vscode.Uri) => newFile(client, folder))

/**
 * Makes a new file with the header of a domain that the user picks.
 *
 * @param folder the folder of the file, whose name the user enters; without it, the file is untitled
 */
async function newFile(client: BaseLanguageClient, folder: vscode.Uri | undefined): Promise<void> {
  const domains = (await send(client, listDomainsRequest, {})) ?? []
  const items = domains.map(({ path, description }) => ({ label: path, detail: description }))
  const domain = await vscode.window.showQuickPick(items, {
    title: 'New File: Domain of the Records',
    matchOnDetail: true,
  })
  if (!domain) return
  const content = `@DOC domain=${domain.label}\n\n`
  const document = folder
    ? await createIn(folder, domain.label, content)
    : await vscode.workspace.openTextDocument({ language: 'rec', content })
  if (!document) return
  const editor = await vscode.window.showTextDocument(document)
  const end = document.positionAt(document.getText().length)
  editor.selection = new vscode.Selection(end, end)
  await vscode.commands.executeCommand('editor.action.triggerSuggest')
}

/** Asks for the name of the file and writes it; undefined if the user cancels. */
async function createIn(folder: vscode.Uri, domain: string, content: string): Promise<vscode.TextDocument | undefined> {
  const existing = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name.toLowerCase()))
  const ending = `.${domain.slice(domain.lastIndexOf('.') + 1)}.rec`
  const name = await vscode.window.showInputBox({
    title: 'New File: Name',
    value: `records${ending}`,
    valueSelection: [0, 'records'.length],
    validateInput: typed => {
      if (!/^[^/\\]+\.rec$/i.test(typed)) return 'Enter a file name that ends in .rec and has no / or \\.'
      return existing.has(typed.toLowerCase()) ? `A file named ${typed} already exists.` : undefined
    },
  })
  if (name === undefined) return undefined
  const uri = vscode.Uri.joinPath(folder, name)
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content))
  return vscode.workspace.openTextDocument(uri)
}
