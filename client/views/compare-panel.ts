import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { compareText } from '../../shared/basics/text.ts'
import { comparePageRequests, compareRequest, takeRequest } from '../../shared/protocol/compare.ts'
import { send } from '../../shared/protocol/request.ts'
import { activeFile, fileName } from '../editor/active-file.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import { type Repository, repositoryOf } from './git-extension.ts'
import { openPanel, openRecord, tellPage } from './webview.ts'

/** The command that compares the records of a file with another version of it, or with another file. */
export const createCompareCommand = (context: vscode.ExtensionContext, client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand('recline.compare', async (given?: vscode.Uri, selected?: readonly vscode.Uri[]) => {
    const uri = given ?? activeFile()
    if (!uri)
      return void vscode.window.showInformationMessage(vscode.l10n.t('Open a .rec file to compare its records.'))
    const other = selected?.length === 2 && selected.find(one => one.toString() !== uri.toString())
    try {
      const version = other ? fileVersion(other) : await chooseVersion(uri)
      if (version) showComparison(context, client, uri, version)
    } catch (error) {
      void vscode.window.showInformationMessage(withoutLinks(error instanceof Error ? error.message : String(error)))
    }
  })

function showComparison(
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
        throw new Error(vscode.l10n.t('The text has changed in the meantime, so nothing was changed; try again.'))
      const edits = await send(client, takeRequest, { ...params, text: shown.text, into, row, field })
      if (!edits) throw new Error(vscode.l10n.t('This field cannot be changed alone; take the whole record.'))
      const change = new vscode.WorkspaceEdit()
      change.set(
        target,
        edits.map(({ range, newText }) => new vscode.TextEdit(client.protocol2CodeConverter.asRange(range), newText)),
      )
      if (!(await vscode.workspace.applyEdit(change)))
        throw new Error(
          vscode.l10n.t('VS Code did not change {file}; it may be read-only.', { file: fileName(target) }),
        )
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

/** What a file is compared with. */
interface OtherVersion {
  /** What it is, in words. */
  readonly label: string
  /** The file, if it is one. */
  readonly uri?: vscode.Uri
  /** Reads the text as it is now. Throws an error with a sentence for the user. */
  readonly read: () => Promise<string>
  /** Fires when the text may have changed. */
  readonly onDidChange: vscode.Event<unknown>
}

/** Asks what a file should be compared with; undefined if the user cancels. */
async function chooseVersion(uri: vscode.Uri): Promise<OtherVersion | undefined> {
  const choices: readonly (vscode.QuickPickItem & { readonly choose: () => Promise<OtherVersion | undefined> })[] = [
    {
      label: vscode.l10n.t('Last Commit'),
      detail: vscode.l10n.t('HEAD of the git repository'),
      choose: () => revisionVersion(uri, 'HEAD'),
    },
    {
      label: vscode.l10n.t('Branch or Tag…'),
      detail: vscode.l10n.t('A version of the git repository'),
      choose: () => chooseRevision(uri),
    },
    {
      label: vscode.l10n.t('File…'),
      detail: vscode.l10n.t('Another file with records'),
      choose: () => chooseFile(uri),
    },
    { label: vscode.l10n.t('Clipboard'), detail: vscode.l10n.t('The text of the clipboard'), choose: clipboardVersion },
  ]
  const title = vscode.l10n.t('Compare Records of {file} with', { file: fileName(uri) })
  const choice = await vscode.window.showQuickPick(choices, { title })
  return choice?.choose()
}

/** Another file. */
const fileVersion = (uri: vscode.Uri): OtherVersion => ({
  label: vscode.workspace.asRelativePath(uri),
  uri,
  read: async () => (await vscode.workspace.openTextDocument(uri)).getText(),
  onDidChange: (listener, scope, disposables) =>
    vscode.workspace.onDidChangeTextDocument(
      event => event.document.uri.toString() === uri.toString() && listener.call(scope, event),
      undefined,
      disposables,
    ),
})

async function revisionVersion(uri: vscode.Uri, revision: string): Promise<OtherVersion> {
  const { repository } = await repositoryOf(uri)
  const read = (): Promise<string> => readVersionOf(repository, revision, uri)
  await read()
  return { label: revision, read, onDidChange: repository.state.onDidChange }
}

async function chooseRevision(uri: vscode.Uri): Promise<OtherVersion | undefined> {
  const { repository } = await repositoryOf(uri)
  const refs = await repository.getRefs({ sort: 'committerdate' })
  const names = new Set(refs.flatMap(({ name }) => name ?? []))
  const name = await vscode.window.showQuickPick([...names], {
    title: vscode.l10n.t('Compare {file} with Which Version?', { file: fileName(uri) }),
  })
  return name === undefined ? undefined : revisionVersion(uri, name)
}

async function chooseFile(uri: vscode.Uri): Promise<OtherVersion | undefined> {
  const files = await vscode.workspace.findFiles('**/*.rec')
  const items = files
    .filter(file => file.toString() !== uri.toString())
    .map(file => ({ label: vscode.workspace.asRelativePath(file), file }))
    .sort((one, other) => compareText(one.label, other.label))
  if (items.length === 0) throw new Error(vscode.l10n.t('The workspace has no other .rec file.'))
  const item = await vscode.window.showQuickPick(items.map(plainItem), {
    title: vscode.l10n.t('Compare {file} with Which File?', { file: fileName(uri) }),
  })
  return item && fileVersion(item.file)
}

async function clipboardVersion(): Promise<OtherVersion> {
  const text = await vscode.env.clipboard.readText()
  if (text.trim() === '') throw new Error(vscode.l10n.t('The clipboard has no text to compare with.'))
  return {
    label: vscode.l10n.t('Clipboard'),
    read: () => Promise.resolve(text),
    onDidChange: () => new vscode.Disposable(() => {}),
  }
}

/** Reads a file in a revision. Throws an error with a sentence for the user if the revision does not have it. */
async function readVersionOf(repository: Repository, revision: string, uri: vscode.Uri): Promise<string> {
  try {
    return await repository.show(revision, uri.fsPath)
  } catch {
    throw new Error(
      vscode.l10n.t('{revision} has no version of {file}.', { revision, file: vscode.workspace.asRelativePath(uri) }),
    )
  }
}
