import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { type Exported, exportRequest } from '../../shared/protocol/export.ts'
import { type ParamsOf, send } from '../../shared/protocol/request.ts'
import { activeFile, fileName, pickFile } from '../editor/active-file.ts'
import { recordsText } from '../editor/counts.ts'
import { withoutLinks } from '../editor/plain-text.ts'

type ExportFormat = ParamsOf<typeof exportRequest>['format']

const exportFormats: readonly (vscode.QuickPickItem & { readonly format: ExportFormat; readonly extension: string })[] =
  [
    {
      format: 'csv',
      extension: 'csv',
      label: 'CSV',
      detail: vscode.l10n.t('For spreadsheets: a table of the records of one tag'),
    },
    { format: 'json', extension: 'json', label: 'JSON', detail: vscode.l10n.t('A list of all records') },
    {
      format: 'ndjson',
      extension: 'ndjson',
      label: 'NDJSON',
      detail: vscode.l10n.t('For data pipelines: one record on each line'),
    },
    {
      format: 'markdown',
      extension: 'md',
      label: 'Markdown',
      detail: vscode.l10n.t('For documents: a table for each tag'),
    },
  ]

/** The command that writes the records of the active file in another format to a new file. */
export const createExportCommand = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand('recline.export', async (given?: vscode.Uri) => {
    const uri = given ?? activeFile() ?? (await pickFile(vscode.l10n.t('Export Records')))
    if (!uri) return
    // The server answers for open files only.
    await vscode.workspace.openTextDocument(uri)
    const format = await vscode.window.showQuickPick(exportFormats, {
      title: vscode.l10n.t('Export {file}: Format', { file: fileName(uri) }),
    })
    if (!format) return
    const all = await send(client, exportRequest, { uri: uri.toString(), format: format.format })
    if (!all) return
    if (all.length === 0)
      return void vscode.window.showInformationMessage(
        withoutLinks(vscode.l10n.t('There are no records to export in {file}.', { file: fileName(uri) })),
      )
    const exported = all.length === 1 ? all[0] : await pickExportedTag(all, uri)
    if (exported) await save(exported, uri, format.extension)
  })

/** Asks which of several tags to export; undefined if the user cancels. */
async function pickExportedTag(all: readonly Exported[], uri: vscode.Uri): Promise<Exported | undefined> {
  const items = all.map(exported => ({
    label: exported.tag ?? '',
    description: recordsText(exported.records),
    exported,
  }))
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export {file}: Records of Which Tag?', { file: fileName(uri) }),
  })
  return picked?.exported
}

/** Asks where to save the text, writes it and opens it. */
async function save({ tag, text }: Exported, uri: vscode.Uri, extension: string): Promise<void> {
  const name = fileName(uri).replace(/\.rec$/, '')
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Records'),
    defaultUri: vscode.Uri.joinPath(uri, '..', `${tag ? `${name}.${tag}` : name}.${extension}`),
    filters: { [extension]: [extension] },
  })
  if (!target) return
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text))
  await vscode.window.showTextDocument(target)
}
