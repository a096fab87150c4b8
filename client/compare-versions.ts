import * as vscode from 'vscode'
import { compareText } from '../shared/basics/text.ts'
import { fileName } from './active-file.ts'
import { readVersion, repositoryOf } from './git-versions.ts'
import { plainItem } from './plain-text.ts'

/** What a file is compared with. */
export interface OtherVersion {
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
export async function chooseVersion(uri: vscode.Uri): Promise<OtherVersion | undefined> {
  const choices: readonly (vscode.QuickPickItem & { readonly choose: () => Promise<OtherVersion | undefined> })[] = [
    { label: 'Last Commit', detail: 'HEAD of the git repository', choose: () => revisionVersion(uri, 'HEAD') },
    { label: 'Branch or Tag…', detail: 'A version of the git repository', choose: () => chooseRevision(uri) },
    { label: 'File…', detail: 'Another file with records', choose: () => chooseFile(uri) },
    { label: 'Clipboard', detail: 'The text of the clipboard', choose: clipboardVersion },
  ]
  const title = `Compare Records of ${fileName(uri)} with`
  const choice = await vscode.window.showQuickPick(choices, { title })
  return choice?.choose()
}

/** Another file. */
export const fileVersion = (uri: vscode.Uri): OtherVersion => ({
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
  const repository = await repositoryOf(uri)
  const read = (): Promise<string> => readVersion(repository, revision, uri)
  await read()
  return { label: revision, read, onDidChange: repository.state.onDidChange }
}

async function chooseRevision(uri: vscode.Uri): Promise<OtherVersion | undefined> {
  const refs = await (await repositoryOf(uri)).getRefs({ sort: 'committerdate' })
  const names = new Set(refs.flatMap(({ name }) => name ?? []))
  const name = await vscode.window.showQuickPick([...names], { title: `Compare ${fileName(uri)} with Which Version?` })
  return name === undefined ? undefined : revisionVersion(uri, name)
}

async function chooseFile(uri: vscode.Uri): Promise<OtherVersion | undefined> {
  const files = await vscode.workspace.findFiles('**/*.rec')
  const items = files
    .filter(file => file.toString() !== uri.toString())
    .map(file => ({ label: vscode.workspace.asRelativePath(file), file }))
    .sort((one, other) => compareText(one.label, other.label))
  if (items.length === 0) throw new Error('The workspace has no other .rec file.')
  const item = await vscode.window.showQuickPick(items.map(plainItem), {
    title: `Compare ${fileName(uri)} with Which File?`,
  })
  return item && fileVersion(item.file)
}

async function clipboardVersion(): Promise<OtherVersion> {
  const text = await vscode.env.clipboard.readText()
  if (text.trim() === '') throw new Error('The clipboard has no text to compare with.')
  return { label: 'Clipboard', read: () => Promise.resolve(text), onDidChange: () => new vscode.Disposable(() => {}) }
}
