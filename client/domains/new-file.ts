import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { listDomainsRequest } from '../../shared/protocol/domains.ts'
import { send } from '../../shared/protocol/request.ts'
import { plainItem } from '../editor/plain-text.ts'

/** The command that makes a new file with the header of a domain. */
export const createNewFileCommand = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand('recline.newFile', async (folder?: vscode.Uri, purpose?: unknown) => {
    const uri = await makeNewFile(client, folder)
    // VS Code gives a command of a menu other arguments. An import writes the records itself.
    if (uri && purpose !== 'import') await vscode.commands.executeCommand('editor.action.triggerSuggest')
    return uri
  })

/**
 * Makes a new file with the header of a domain that the user picks.
 *
 * @param folder the folder of the file, whose name the user enters; without it, the file is unsaved
 * @returns the address of the file; undefined if the user cancels
 */
async function makeNewFile(
  client: BaseLanguageClient,
  folder: vscode.Uri | undefined,
): Promise<vscode.Uri | undefined> {
  const domains = (await send(client, listDomainsRequest, {})) ?? []
  const items = domains.map(({ path, description }) => plainItem({ label: path, detail: description }))
  const domain = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('New File: Domain of the Records'),
    matchOnDetail: true,
  })
  if (!domain) return undefined
  const uri = folder && (await askForName(folder, domain.label))
  if (folder && !uri) return undefined
  const { document } = await openNewFile(domain.label, uri)
  return document.uri
}

/**
 * Opens a new file with the header of a domain, with the cursor below it.
 *
 * @param domain the path of the domain, such as `core.compliance`
 * @param uri where to write the file; without it, the file is unsaved, and saving it proposes a name of the domain
 */
export async function openNewFile(domain: string, uri?: vscode.Uri): Promise<vscode.TextEditor> {
  const content = `@DOC domain=${domain}\n\n`
  const document = uri ? await writeContent(uri, content) : await unsaved(domain, content)
  const editor = await vscode.window.showTextDocument(document)
  const end = document.positionAt(document.getText().length)
  editor.selection = new vscode.Selection(end, end)
  return editor
}

async function writeContent(uri: vscode.Uri, content: string): Promise<vscode.TextDocument> {
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content))
  return vscode.workspace.openTextDocument(uri)
}

/** An unsaved file. It has a name in the folder of the workspace: otherwise VS Code calls it by its first line. */
async function unsaved(domain: string, content: string): Promise<vscode.TextDocument> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri
  if (!folder) return vscode.workspace.openTextDocument({ language: 'rec', content })
  const taken = await lowerCaseNamesIn(folder)
  let name = `records${endingOf(domain)}`
  for (let number = 2; taken.has(name); number++) name = `records-${number}${endingOf(domain)}`
  const uri = vscode.Uri.joinPath(folder, name).with({ scheme: 'untitled' })
  const document = await vscode.workspace.openTextDocument(uri)
  const edit = new vscode.WorkspaceEdit()
  edit.insert(uri, new vscode.Position(0, 0), content)
  await vscode.workspace.applyEdit(edit)
  return document
}

/** Asks for the name of a new file in a folder; undefined if the user cancels. */
async function askForName(folder: vscode.Uri, domain: string): Promise<vscode.Uri | undefined> {
  const taken = await lowerCaseNamesIn(folder)
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('New File: Name'),
    value: `records${endingOf(domain)}`,
    valueSelection: [0, 'records'.length],
    validateInput: typed => {
      if (!/^[^/\\]+\.rec$/i.test(typed))
        return vscode.l10n.t('Enter a file name that ends in .rec and has no / or \\.')
      return taken.has(typed.toLowerCase())
        ? vscode.l10n.t('A file named {name} already exists.', { name: typed })
        : undefined
    },
  })
  return name === undefined ? undefined : vscode.Uri.joinPath(folder, name)
}

/** The ending of a file name that chooses a domain: `.compliance.rec` for `core.compliance`. */
const endingOf = (domain: string): string => `.${domain.slice(domain.lastIndexOf('.') + 1)}.rec`

/** The names in a folder in lower case, also those of unsaved files. */
async function lowerCaseNamesIn(folder: vscode.Uri): Promise<Set<string>> {
  const files = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name)
  const unsavedFiles = vscode.workspace.textDocuments
    .filter(({ isUntitled }) => isUntitled)
    .map(({ uri: { path } }) => path.slice(path.lastIndexOf('/') + 1))
  return new Set([...files, ...unsavedFiles].map(name => name.toLowerCase()))
}
