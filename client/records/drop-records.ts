import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { droppedFileRequest } from '../../shared/protocol/files.ts'
import { importRequest } from '../../shared/protocol/import.ts'
import { recordsFromTextRequest } from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { fileName } from '../editor/active-file.ts'
import { placeForRecords } from './place-for-records.ts'

/** What is dropped as records, and as the path of a file. */
const recordsKind = vscode.DocumentDropOrPasteEditKind.Text.append('recline', 'records')
const pathKind = vscode.DocumentDropOrPasteEditKind.Text.append('recline', 'path')

/** The names of files with data that can become records. */
const dataFile = /\.(csv|tsv|json|jsonl|ndjson)$/i

/** The names of files that the page for imports reads, because they have several tables or are no text. */
const importedFile = /\.(?:xlsx|xlsm|parquet)$/i

/**
 * Writes the path of a file that is dropped on a record with a field for files. Elsewhere, inserts the data of a CSV or
 * JSON file as records. The page for imports opens instead where records of the data exist already, and for other files
 * of data.
 */
export const createDropProvider = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.languages.registerDocumentDropEditProvider({ language: 'rec' }, dropProvider(client), {
    dropMimeTypes: ['text/uri-list', 'files'],
    providedDropEditKinds: [pathKind, recordsKind],
  })

const dropProvider = (client: BaseLanguageClient): vscode.DocumentDropEditProvider => ({
  async provideDocumentDropEdits(document, position, data, token) {
    const { line } = position
    const dropped = await droppedUri(data)
    const path = dropped && (await pathEdit(client, document, position, dropped, token))
    if (path) return [path]
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

/** The edit that writes the path of a file into the record at a position; undefined if it has no field for one. */
async function pathEdit(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  position: vscode.Position,
  dropped: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<vscode.DocumentDropEdit | undefined> {
  const { code2ProtocolConverter: asProtocol, protocol2CodeConverter: asCode } = client
  const at = { uri: asProtocol.asUri(document.uri), position: asProtocol.asPosition(position) }
  const found = await send(client, droppedFileRequest, { ...at, file: { uri: asProtocol.asUri(dropped) } }, token)
  if (!found) return undefined
  const edit = new vscode.DocumentDropEdit(
    '',
    vscode.l10n.t('Write the path into {field}', { field: found.field }),
    pathKind,
  )
  edit.additionalEdit = new vscode.WorkspaceEdit()
  for (const { range, newText } of found.edits)
    edit.additionalEdit.replace(document.uri, asCode.asRange(range), newText)
  return edit
}

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
