import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { recordsFromTextRequest } from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { placeForRecords } from './place-for-records.ts'

/** What is dropped as records. */
const recordsKind = vscode.DocumentDropOrPasteEditKind.Text.append('recline', 'records')

/** The names of files with data that can become records. */
const dataFile = /\.(csv|tsv|json|jsonl|ndjson)$/i

/** Inserts the data of a CSV or JSON file that is dropped into the editor as records. */
export const createDropProvider = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.languages.registerDocumentDropEditProvider({ language: 'rec' }, dropProvider(client), {
    dropMimeTypes: ['text/uri-list', 'files'],
    providedDropEditKinds: [recordsKind],
  })

const dropProvider = (client: BaseLanguageClient): vscode.DocumentDropEditProvider => ({
  async provideDocumentDropEdits(document, { line }, data, token) {
    const text = await textOfFile(data)
    if (text === undefined) return undefined
    const uri = client.code2ProtocolConverter.asUri(document.uri)
    const found = await send(client, recordsFromTextRequest, { uri, line, text }, token)
    return (found ?? []).map(({ tag, text: records }) => {
      const edit = new vscode.DocumentDropEdit(
        '',
        tag === null ? 'Insert as records' : `Insert as ${tag} records`,
        recordsKind,
      )
      edit.additionalEdit = new vscode.WorkspaceEdit()
      edit.additionalEdit.insert(document.uri, ...placeForRecords(document, line, records))
      return edit
    })
  },
})

/** The text of the one file that is dropped, from VS Code's Explorer or from elsewhere; undefined for other files. */
async function textOfFile(data: vscode.DataTransfer): Promise<string | undefined> {
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
  const uris = (await data.get('text/uri-list')?.asString())?.split(/\r?\n/).filter(uri => uri !== '') ?? []
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
