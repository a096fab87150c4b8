import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { NewRecord } from '../shared/protocol/records.ts'

/** Inserts a record where the server says, as one step of undo. */
export async function insertRecordAt(
  client: BaseLanguageClient,
  { document, viewColumn }: vscode.TextEditor,
  { lineBreakAt, line, snippet }: NewRecord,
): Promise<void> {
  const editor = await vscode.window.showTextDocument(document, viewColumn)
  if (lineBreakAt) {
    const place = client.protocol2CodeConverter.asPosition(lineBreakAt)
    await editor.edit(edit => edit.insert(place, '\n'), { undoStopBefore: true, undoStopAfter: false })
  }
  await editor.insertSnippet(new vscode.SnippetString(snippet), document.lineAt(line).range, {
    undoStopBefore: !lineBreakAt,
    undoStopAfter: true,
  })
}
