import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import type { FileToWrite } from '../../shared/protocol/agents.ts'
import { applyFileChanges, openedChange } from '../editor/apply-edits.ts'

/**
 * Applies the edits of a tool as one step of undo; new files are made with their text.
 *
 * @returns why nothing was written; undefined if it was
 */
export async function applyToolEdits(
  client: BaseLanguageClient,
  files: readonly FileToWrite[],
): Promise<string | undefined> {
  const known = files.filter(file => file.fingerprint !== null)
  const changes = await Promise.all(known.map(file => openedChange(client, file)))
  const stale = changes.find(({ document }, index) => fingerprint(document.getText()) !== known[index]!.fingerprint)
  if (stale) return `${vscode.workspace.asRelativePath(stale.document.uri)} has changed in the meantime; call again.`
  const creation = new vscode.WorkspaceEdit()
  const created = files.filter(file => file.fingerprint === null)
  for (const { uri, edits } of created) {
    const contents = new TextEncoder().encode(edits.map(({ newText }) => newText).join(''))
    creation.createFile(client.protocol2CodeConverter.asUri(uri), { contents })
  }
  if (created.length > 0 && !(await vscode.workspace.applyEdit(creation)))
    return 'VS Code did not make the new file; it may exist by now, so call again.'
  if (changes.length === 0) return undefined
  const applied = await applyFileChanges(changes)
  return 'refusal' in applied ? applied.refusal : undefined
}
