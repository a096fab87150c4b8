import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { editRegions, inverseRegions } from '../../shared/protocol/edit-regions.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { FileEdits, TableEditAnswer, TableEditDone } from '../../shared/protocol/table/table-edit.ts'
import { askUntilApplied, type NotApplied } from '../../shared/protocol/table/table-host.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'

/**
 * Applies the edits of the server as one step of undo. If a file has changed since the server has made them, it is
 * asked again: its edits name records, which it finds in the new text.
 *
 * @param done is called with the changes that were applied
 */
export async function applyAnswer(
  client: BaseLanguageClient,
  ask: () => Promise<TableEditAnswer | null>,
  done: (changes: readonly FileChange[]) => void = () => {},
): Promise<Refusal | TableEditDone> {
  return askUntilApplied(ask, async files => {
    const applied = await applyFileChanges(await Promise.all(files.map(file => openedChange(client, file))))
    if (!('inverse' in applied)) return applied
    done(applied.inverse)
    return undefined
  })
}

/** A change of one file. */
export interface FileChange {
  readonly document: vscode.TextDocument
  /** The version of the document that the change is for. */
  readonly version: number
  /** In order. The offsets count UTF-16 code units. */
  readonly edits: readonly TextChange[]
}

/** The edits of a file as a change of its document, which is opened for it. */
export async function openedChange(
  client: BaseLanguageClient,
  { uri, version, edits }: FileEdits,
): Promise<FileChange> {
  const document = await vscode.workspace.openTextDocument(client.protocol2CodeConverter.asUri(uri))
  const inOrder = edits
    .map(({ range, newText }) => {
      const { start, end } = client.protocol2CodeConverter.asRange(range)
      return { start: document.offsetAt(start), end: document.offsetAt(end), text: newText }
    })
    .sort((one, other) => one.start - other.start)
  return { document, version: version ?? document.version, edits: inOrder }
}

/** Applies changes as one step of undo. The inverse undoes them while no file changes again. */
export async function applyFileChanges(
  changes: readonly FileChange[],
): Promise<NotApplied | { readonly inverse: readonly FileChange[] }> {
  const isStale = (): boolean => changes.some(({ document, version }) => document.version !== version)
  const stale = vscode.l10n.t(
    'A file has changed in the meantime, so nothing was written; check the table and try again.',
  )
  if (isStale()) return { refusal: stale, isStale: true }
  const change = new vscode.WorkspaceEdit()
  const inverses = changes.map(({ document, edits }) => {
    const before = document.getText()
    const regions = editRegions(edits, before)
    const textEdits = regions.map(({ start, end, text }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end))
      return new vscode.TextEdit(range, text)
    })
    change.set(document.uri, textEdits)
    return inverseRegions(regions, before)
  })
  const isEmpty = changes.every(({ edits }) => edits.length === 0)
  const isApplied = isEmpty || (await vscode.workspace.applyEdit(change))
  if (!isApplied && isStale()) return { refusal: stale, isStale: true }
  if (!isApplied)
    return { refusal: vscode.l10n.t('VS Code did not change the file; it may be read-only.'), isStale: false }
  return {
    inverse: changes.map(({ document }, index) => ({ document, version: document.version, edits: inverses[index]! })),
  }
}
