import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import {
  type DomainSummary,
  listDomainsMethod,
  type PastedRecords,
  type RecordsFromTextParams,
  recordsFromTextMethod,
} from '../shared/protocol/protocol.ts'

/** The commands that help to write files of records, and what pasting other forms does. */
export const createWriting = (client: BaseLanguageClient): vscode.Disposable[] => [
  vscode.commands.registerCommand('recline.newFile', (folder?: vscode.Uri) => newFile(client, folder)),
  vscode.commands.registerCommand('recline.duplicateRecord', () =>
    vscode.commands.executeCommand('editor.action.codeAction', { kind: 'refactor.duplicate', apply: 'first' }),
  ),
  vscode.commands.registerCommand('recline.nextProblem', () =>
    vscode.commands.executeCommand('editor.action.marker.nextInFiles'),
  ),
  vscode.commands.registerCommand('recline.previousProblem', () =>
    vscode.commands.executeCommand('editor.action.marker.prevInFiles'),
  ),
  vscode.languages.registerDocumentPasteEditProvider({ language: 'rec' }, pasteProvider(client), {
    pasteMimeTypes: ['text/plain'],
    providedPasteEditKinds: [recordsKind],
  }),
]

/**
 * A new file with the header of a domain that the author picks: in a folder, under a name that is asked for, or without
 * a name yet.
 */
async function newFile(client: BaseLanguageClient, folder: vscode.Uri | undefined): Promise<void> {
  const domains = await client.sendRequest<DomainSummary[]>(listDomainsMethod)
  const items = domains.map(({ path, description }) => ({ label: path, detail: description }))
  const domain = await vscode.window.showQuickPick(items, {
    title: 'New file of records: its domain',
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

async function createIn(folder: vscode.Uri, domain: string, content: string): Promise<vscode.TextDocument | undefined> {
  const existing = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name.toLowerCase()))
  const ending = `.${domain.slice(domain.lastIndexOf('.') + 1)}.rec`
  const name = await vscode.window.showInputBox({
    title: 'New file of records: its name',
    value: `records${ending}`,
    valueSelection: [0, 'records'.length],
    validateInput: typed => {
      if (!/^[^/\\]+\.rec$/i.test(typed)) return 'A file of records has a name that ends in .rec, without / and \\.'
      return existing.has(typed.toLowerCase()) ? `There is a ${typed} already.` : undefined
    },
  })
  if (name === undefined) return undefined
  const uri = vscode.Uri.joinPath(folder, name)
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content))
  return vscode.workspace.openTextDocument(uri)
}

const recordsKind = vscode.DocumentDropOrPasteEditKind.Text.append('recline', 'records')

/** Offers JSON and CSV on the clipboard as records; pasting as text stays one of the choices. */
const pasteProvider = (client: BaseLanguageClient): vscode.DocumentPasteEditProvider => ({
  async provideDocumentPasteEdits(document, [range], data, context, token) {
    const text = await data.get('text/plain')?.asString()
    // In the middle of a line the text is part of a record.
    if (!text || !range || document.lineAt(range.start.line).text.slice(0, range.start.character).trim() !== '')
      return []
    if (context.only && !context.only.contains(recordsKind)) return []
    const params: RecordsFromTextParams = {
      uri: client.code2ProtocolConverter.asUri(document.uri),
      line: range.start.line,
      text,
    }
    const offers = await client.sendRequest<PastedRecords[] | null>(recordsFromTextMethod, params, token)
    return (offers ?? []).map(
      ({ tag, text: records }) =>
        new vscode.DocumentPasteEdit(
          records,
          tag === null ? 'Paste as records' : `Paste as ${tag} records`,
          recordsKind,
        ),
    )
  },
})
