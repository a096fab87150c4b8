import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { dataExtensions } from '../../shared/protocol/data-files.ts'
import { listDomainsRequest } from '../../shared/protocol/domains.ts'
import { draftDescriptorRequest } from '../../shared/protocol/draft.ts'
import type { ImportedTable } from '../../shared/protocol/import.ts'
import { send } from '../../shared/protocol/request.ts'
import { fileName } from '../editor/active-file.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import { type ReadTableFile, readData } from '../records/data-file.ts'

/** The command that drafts a descriptor from files of data, and opens it unsaved. */
export const createDraftCommand = (
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  readTableFile: ReadTableFile,
): vscode.Disposable =>
  vscode.commands.registerCommand(
    'recline.draftDescriptor',
    async (given?: vscode.Uri, all?: readonly vscode.Uri[]) => {
      const chosen = given ? [given] : []
      const sources = all && all.length > 0 ? all : chosen
      const wanted = sources.length > 0 ? sources : ((await askForFiles()) ?? [])
      const files: { name: string; data: string | ImportedTable }[] = []
      for (const source of wanted) {
        const data = await readData(source, context, readTableFile)
        if (!data) return
        files.push({ name: fileName(source), data: data.content })
      }
      const base = files.length > 0 ? await askForBase(client) : undefined
      if (base === undefined) return
      const draft = await send(client, draftDescriptorRequest, { files, extends: base })
      const [problem] = draft?.problems ?? [
        vscode.l10n.t('The data could not be read; the output of Recline says why.'),
      ]
      if (!draft || problem !== undefined) return void vscode.window.showErrorMessage(withoutLinks(problem!))
      await openDraft(draft.fileName, draft.text)
      client.outputChannel.appendLine(`${draft.fileName}, drafted from ${files.map(({ name }) => name).join(', ')}:`)
      for (const reason of draft.reasons) client.outputChannel.appendLine(`  ${reason}`)
      const show = vscode.l10n.t('Show Reasons')
      const advice = vscode.l10n.t(
        'Read each field of the draft, and correct it: data show what was, and you know what may be.',
      )
      if ((await vscode.window.showInformationMessage(advice, show)) === show) client.outputChannel.show(true)
    },
  )

async function askForFiles(): Promise<readonly vscode.Uri[] | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri
  return vscode.window.showOpenDialog({
    title: vscode.l10n.t('Draft a Descriptor from Data'),
    openLabel: vscode.l10n.t('Draft'),
    canSelectMany: true,
    ...(folder && { defaultUri: folder }),
    filters: { 'CSV, JSON, NDJSON, Parquet, Excel and records': [...dataExtensions, 'rec'] },
  })
}

/** The path of the domain to extend; null for none, undefined if the user picks nothing. */
async function askForBase(client: BaseLanguageClient): Promise<string | null | undefined> {
  const none = plainItem({
    label: vscode.l10n.t('A domain of its own'),
    detail: vscode.l10n.t('Records extend the domain that most of them belong to.'),
  })
  const domains = (await send(client, listDomainsRequest, {})) ?? []
  const items = domains.map(({ path, description }) => plainItem({ label: path, detail: description }))
  const chosen = await vscode.window.showQuickPick([none, ...items], {
    title: vscode.l10n.t('Draft a Descriptor: Domain to Extend'),
    placeHolder: vscode.l10n.t('The draft then has only what this domain lacks'),
    matchOnDetail: true,
  })
  return chosen === none ? null : chosen?.label
}

/** Opens a descriptor that is not saved yet, with its name in the folder of the workspace. */
async function openDraft(name: string, content: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri
  const uri = folder && vscode.Uri.joinPath(folder, name)
  const isFree = uri && !(await isExistingFile(uri))
  if (!isFree) {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content })
    return void (await vscode.window.showTextDocument(document))
  }
  const document = await vscode.workspace.openTextDocument(uri.with({ scheme: 'untitled' }))
  const edit = new vscode.WorkspaceEdit()
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), content)
  await vscode.workspace.applyEdit(edit)
  await vscode.window.showTextDocument(document)
}

const isExistingFile = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  )
