import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { practiceInForceRequest, usePracticeRequest } from '../../shared/protocol/domains.ts'
import { send } from '../../shared/protocol/request.ts'

/**
 * Puts an extension in force for a file that comes with Recline: in its `recline.json`, which is saved, or in a new
 * one. Then the server has it.
 *
 * @throws a sentence for the user if that is not possible
 */
export async function usePractice(client: BaseLanguageClient, file: vscode.Uri, extension: string): Promise<void> {
  const uri = client.code2ProtocolConverter.asUri(file)
  const unsaved = new Set(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(toUri))
  const config = await send(client, usePracticeRequest, { uri, extension })
  if (config === null) throw new Error(notPossible(extension))
  const document = await vscode.workspace.openTextDocument(client.protocol2CodeConverter.asUri(config))
  // What the user has changed there and not saved stays so.
  if (!unsaved.has(toUri(document))) await document.save()
  // The server reads what the changed file says after it was told of it.
  if (!(await send(client, practiceInForceRequest, { uri, extension }))) throw new Error(notPossible(extension))
}

const notPossible = (extension: string): string =>
  vscode.l10n.t(
    '{extension} could not be put in force: save the records in a folder, and mend the recline.json above them if it has mistakes.',
    { extension },
  )

const toUri = ({ uri }: vscode.TextDocument): string => uri.toString()
