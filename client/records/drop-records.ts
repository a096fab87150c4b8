import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { importRequest } from '../../shared/protocol/import.ts'
import { recordsFromTextRequest } from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { fileName } from '../editor/active-file.ts'
import { placeForRecords } from './place-for-records.ts'

/** What is dropped as records. */
const recordsKind = vscode.DocumentDropOrPasteEditKind.Text.append('recline', 'records')

/** The names of files with data that can become records. */
const dataFile = /\.(csv|tsv|json|jsonl|ndjson)$/i

/** The names of files that the page for imports reads, because they have several tables or are no text. */
const importedFile = /\.(?:xlsx|xlsm|parquet)$/i

/**
 * Inserts the data of a CSV or JSON file that is dropped into the editor as records. The page for imports opens instead
 * where records of the data exist already, and for other files of data.
 */
export const createDropProvider = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.languages.registerDocumentDropEditProvider({ language: 'rec' }, dropProvider(client), {
    dropMimeTypes: ['text/uri-list', 'files'],
    providedDropEditKinds: [recordsKind],
  })

const dropProvider = (client: BaseLanguageClient): vscode.DocumentDropEditProvider => ({
  async provideDocumentDropEdits(document, { line }, data, token) {
    const dropped = await droppedUri(data)
    if (dropped && importedFile.test(dropped.path)) return openImport(dropped, document)
    const text = await textOfFile(data)
    if (text === undefined) return undefined
    const uri = client.code2ProtocolConverter.asUri(document.uri)
    if (dropped) {
      const records = await send(client, importRequest, { uri, line, data: text, tag: null, fields: [] }, token)
      if (records && records.into !== 'new') return openImport(dropped, document)
    }
    const found = await send(client, recordsFromTextRequest, { uri, line, text }, token)
    return (found ?? []).map(({ tag, text: records }) => {
      const edit = new vscode.DocumentDropEdit(
        '',
        tag === null ? vscode.l10n.t('Insert as records') : vscode.l10n.t('Insert as {tag} records', { tag }),
        recordsKind,
      )
      edit.additionalEdit = new vscode.WorkspaceEdit()
      edit.additionalEdit.insert(document.uri, ...placeForRecords(document, line, records))
      return edit
    })
  },
})

/**
 * Opens the page for imports. VS Code asks for edits only when a file is dropped, and does not say which one it takes:
 * the page opens behind the drop, which inserts nothing. Without an edit, VS Code would insert the path.
 */
function openImport(dropped: vscode.Uri, { uri }: vscode.TextDocument): vscode.DocumentDropEdit[] {
  setTimeout(() => vscode.commands.executeCommand('recline.import', dropped, uri))
  return [
    new vscode.DocumentDropEdit(
      '',
      vscode.l10n.t('Import records from {file}', { file: fileName(dropped) }),
      recordsKind,
    ),
  ]
}

/** The one file that is dropped, if it is one of the computer or of VS Code's Explorer. */
async function droppedUri(data: vscode.DataTransfer): Promise<vscode.Uri | undefined> {
  const [uri, ...others] = await urisIn(data)
  return uri !== undefined && others.length === 0 ? vscode.Uri.parse(uri) : undefined
}

const urisIn = async (data: vscode.DataTransfer): Promise<readonly string[]> =>
  (await data.get('text/uri-list')?.asString())?.split(/\r?\n/).filter(uri => uri !== '') ?? []

/** The text of the one file that is dropped, from VS Code's Explorer or from elsewhere; undefined for other files. */
async function textOfFile(data: vscode.DataTransfer): Promise<string | undefined> {
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
  const uris = await urisIn(data)
  const [uri] = uris
  if (uris.length > 1) return undefined
  if (uri !== undefined && dataFile.test(uri)) {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(uri)).then(undefined, () => undefined)
    if (bytes) return decode(bytes)
  }
  const files = [...data].flatMap(([, item]) => item.asFile() ?? [])
  const [file] = files
  return files.length === 1 && file && dataFile.test(file.name) ? decode(await file.data()) : undefined
}
