import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { recordsFromTextRequest } from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { recordsKind } from './drop-records.ts'

/** Offers to paste JSON and CSV as records. VS Code itself offers to paste it as text. */
export const createPasteProvider = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.languages.registerDocumentPasteEditProvider({ language: 'rec' }, pasteProvider(client), {
    pasteMimeTypes: ['text/plain'],
    providedPasteEditKinds: [recordsKind],
  })

const pasteProvider = (client: BaseLanguageClient): vscode.DocumentPasteEditProvider => ({
  async provideDocumentPasteEdits(document, [range], data, context, token) {
    const text = await data.get('text/plain')?.asString()
    // In the middle of a line, the text becomes part of a record.
    if (!text || !range || document.lineAt(range.start.line).text.slice(0, range.start.character).trim() !== '')
      return []
    if (context.only && !context.only.contains(recordsKind)) return []
    const uri = client.code2ProtocolConverter.asUri(document.uri)
    const found = await send(client, recordsFromTextRequest, { uri, line: range.start.line, text }, token)
    return (found ?? []).map(
      ({ tag, text: records }) =>
        new vscode.DocumentPasteEdit(
          records,
          tag === null ? 'Paste as records' : `Paste as ${tag} records`,
          recordsKind,
        ),
    )
  },
})
