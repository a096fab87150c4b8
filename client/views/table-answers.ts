import * as vscode from 'vscode'
import {
  type BaseLanguageClient,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  type Location,
} from 'vscode-languageclient'
import { dataExtensions } from '../../shared/protocol/data-files.ts'
import type { PageAnswers, PageParams } from '../../shared/protocol/page.ts'
import { readParams, send } from '../../shared/protocol/request.ts'
import { type TableFilter, tableRecordRequest, tableTagsRequest } from '../../shared/protocol/table/table.ts'
import {
  type CellProblems,
  tableCellProblemsRequest,
  tableReferencesRequest,
} from '../../shared/protocol/table/table-cells.ts'
import { tableEditRequest } from '../../shared/protocol/table/table-edit.ts'
import {
  CutRecords,
  changesInTurn,
  fixesOfCell,
  type LostText,
  type ShownTable,
  serverAnswers,
} from '../../shared/protocol/table/table-host.ts'
import {
  type ColumnLayout,
  columnLayouts,
  type SavedColumnLayouts,
  type tablePageRequests,
} from '../../shared/protocol/table/table-page.ts'
import { fileName } from '../editor/active-file.ts'
import { applyAnswer, type FileChange } from '../editor/apply-edits.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import { isInFront } from '../editor/tabs.ts'
import type { ChangePreview } from './change-preview.ts'
import { chooseTag } from './choose-tag.ts'
import { replaceTextIn } from './replace-text.ts'
import { replaceValues } from './replace-values.ts'
import { TableViewChoice } from './table-view-choice.ts'

/**
 * The answers to the requests of a table view that are the same for a file and for the workspace.
 *
 * @param uri the file; undefined for the workspace
 * @param context has what VS Code remembers
 * @param preview shows changes before they are made
 */
export const commonAnswers = (
  client: BaseLanguageClient,
  uri: string | undefined,
  { globalState: memory, workspaceState }: vscode.ExtensionContext,
  preview: ChangePreview,
) =>
  ({
    ...serverAnswers(client, uri),
    ...cutRecords.answers(client, uri),
    writeClipboard: ({ text }) => vscode.env.clipboard.writeText(text).then(() => null),
    readClipboard: async () => vscode.env.clipboard.readText(),
    layouts: () => readLayouts(memory),
    chooseView: ({ table, view }) =>
      new TableViewChoice(client, preview.steps, workspaceState, uri).choose(table, view),
    saveLayout: ({ table, layout }) => saveLayout(memory, table, layout),
    fix: async params => {
      const found = await send(client, tableCellProblemsRequest, { ...params, uri })
      if (!found) throw new Error(vscode.l10n.t('This cell has no problem.'))
      await chooseFix(client, found)
    },
    replaceValues: ({ table, column }) => replaceValues(client, { tag: table, field: column, uri }),
    saveText: ({ name, text }) =>
      saveText(
        uri === undefined
          ? vscode.workspace.workspaceFolders?.[0]?.uri
          : vscode.Uri.joinPath(client.protocol2CodeConverter.asUri(uri), '..'),
        name,
        text,
      ),
    importData: params =>
      importDropped(params, uri === undefined ? undefined : client.protocol2CodeConverter.asUri(uri)),
    replaceText: params => replaceTextIn(client, { ...params, uri }, preview),
  }) satisfies Partial<PageAnswers<typeof tablePageRequests>>

/** Opens the import with a dropped file; without a target, it goes to the file that the import asks for. */
async function importDropped(
  dropped: PageParams<(typeof tablePageRequests)['importData']>,
  target: vscode.Uri | undefined,
): Promise<null> {
  const source =
    'uri' in dropped
      ? vscode.Uri.parse(dropped.uri, true)
      : { name: dropped.name, bytes: Uint8Array.from(atob(dropped.base64), sign => sign.charCodeAt(0)) }
  const name = source instanceof vscode.Uri ? fileName(source) : source.name
  if (!dataExtensions.some(ending => name.toLowerCase().endsWith(`.${ending}`)))
    throw new Error(
      vscode.l10n.t('{file} is no file of data; drop a CSV, JSON, Parquet or Excel file.', { file: name }),
    )
  await vscode.commands.executeCommand('recline.import', source, target)
  return null
}

const cutRecords = new CutRecords()

/**
 * Moves the records that were cut last to a place in a table.
 *
 * @param params the place, and the text that is pasted
 * @param done is called with the changes that were applied
 */
export const moveCut = (
  client: BaseLanguageClient,
  params: Parameters<CutRecords['move']>[1],
  done?: (changes: readonly FileChange[]) => void,
): ReturnType<CutRecords['move']> => cutRecords.move(client, params, ask => applyAnswer(client, ask, done))

/** Shows what was typed into a table whose page is gone, and why it was not written. */
export const showLostText = ({ refusal: why, text }: LostText): void =>
  void vscode.window.showWarningMessage(withoutLinks(vscode.l10n.t('{why} The text was: {text}', { why, text })))

/** What new tables show, by the addresses of their files. */
interface TableStarts {
  /** The lines that they start at. */
  readonly startLines: Map<string, number>
  /** The records that they show. */
  readonly startFilters: Map<string, TableFilter>
  /** Those that open the form of the record at their line. */
  readonly startForms: Set<string>
}

/**
 * The answers to the requests of the table view of a file.
 *
 * @param starts what new tables show, by the addresses of their files
 * @param context has what VS Code remembers
 * @param preview shows changes before they are made
 */
export function tableAnswers(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  { startLines, startFilters, startForms }: TableStarts,
  context: vscode.ExtensionContext,
  preview: ChangePreview,
): ShownTable {
  const uri = client.code2ProtocolConverter.asUri(document.uri)
  return changesInTurn(
    {
      ...commonAnswers(client, uri, context, preview),
      start: async () => {
        const key = document.uri.toString()
        const line = startLines.get(key)
        const filter = startFilters.get(key)
        startLines.delete(key)
        startFilters.delete(key)
        const hasForm = startForms.delete(key)
        if (filter) return { isWorkspace: false, hasViews: true, filter }
        const record = line === undefined ? null : await send(client, tableRecordRequest, { uri, line })
        return { isWorkspace: false, hasViews: true, hasForm, ...record }
      },
      edit: async params => {
        const done = await applyAnswer(client, () => send(client, tableEditRequest, { ...params, uri }))
        if ('refusal' in done) return done
        const { line, note } = done
        const found = line === null ? null : await send(client, tableRecordRequest, { uri, line })
        return { record: found?.record ?? null, note }
      },
      moveCut: params => moveCut(client, { ...params, uri }),
      // It edits the records of all files, which the table of one file does not show.
      editAll: () => null,
      undo: () => runInFront('undo', document.uri),
      redo: () => runInFront('redo', document.uri),
      save: async () => {
        await document.save()
      },
      tags: () => send(client, tableTagsRequest, { uri }),
      chooseTag: () =>
        chooseTag(vscode.l10n.t('Choose the Tag of the New Record'), send(client, tableTagsRequest, { uri })),
      follow: async params => {
        const locations = await send(client, tableReferencesRequest, { ...params, uri })
        const location = await chooseLocation(client, locations ?? [])
        if (!location) return null
        const { uri: target, range } = client.protocol2CodeConverter.asLocation(location)
        if (target.toString() === document.uri.toString())
          return send(client, tableRecordRequest, { uri, line: range.start.line })
        await vscode.window.showTextDocument(target, { selection: new vscode.Range(range.start, range.start) })
        return null
      },
      open: async ({ line }) => {
        const start = new vscode.Position(line, 0)
        const selection = new vscode.Range(start, start)
        await vscode.window.showTextDocument(document.uri, { selection, viewColumn: vscode.ViewColumn.Beside })
      },
    },
    showLostText,
  )
}

/**
 * Undoes or redoes in the table of a file. The user may have gone to another file since the key: then nothing is done,
 * and a message says so, as VS Code would undo in that file.
 */
async function runInFront(command: 'undo' | 'redo', uri: vscode.Uri): Promise<void> {
  if (isInFront(uri)) await vscode.commands.executeCommand(command)
  else
    void vscode.window.showInformationMessage(
      withoutLinks(
        vscode.l10n.t('Nothing was undone or redone in {file}, as another file is in front; go back to it first.', {
          file: fileName(uri),
        }),
      ),
    )
}

/** The location of a referenced record; if there are several, the user chooses one. Null if the user cancels. */
export async function chooseLocation(
  client: BaseLanguageClient,
  locations: readonly Location[],
): Promise<Location | null> {
  if (locations.length === 0) throw new Error(vscode.l10n.t('No file in the workspace has a record with this id.'))
  const items = locations.map(location => {
    const { uri, range } = client.protocol2CodeConverter.asLocation(location)
    return plainItem({
      label: fileName(uri),
      description: vscode.l10n.t('line {line}', { line: range.start.line + 1 }),
      location,
    })
  })
  const item =
    items.length > 1
      ? await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Choose a Referenced Record') })
      : items[0]
  return item?.location ?? null
}

/** Asks where to save a text, and writes it. The result is the name of the file; null if the user cancels. */
async function saveText(folder: vscode.Uri | undefined, name: string, text: string): Promise<string | null> {
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Shown Records'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  })
  if (!target) return null
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text))
  const path = vscode.workspace.asRelativePath(target)
  // Only a browser of this machine reads its files, and only a browser prints.
  if (target.path.endsWith('.html') && target.scheme === 'file')
    void vscode.window
      .showInformationMessage(
        withoutLinks(vscode.l10n.t('Exported to {path}.', { path })),
        vscode.l10n.t('Open in Browser'),
      )
      .then(pressed => (pressed === undefined ? undefined : vscode.env.openExternal(target)))
  return path
}

const layoutMemory = 'recline.tableLayouts'

/** The most tags whose layout is remembered; the one that was changed first is forgotten first. */
const mostLayouts = 200

/** How the user wants the columns of each tag. Anything else in the memory is ignored. */
function readLayouts(state: vscode.Memento): SavedColumnLayouts {
  const read = readParams(layoutMemory, columnLayouts, state.get(layoutMemory))
  return 'params' in read ? read.params : []
}

/** Remembers the layout of a table, or forgets it. */
async function saveLayout(state: vscode.Memento, table: string, layout: ColumnLayout | undefined): Promise<void> {
  const others = readLayouts(state).filter(([key]) => key !== table)
  await state.update(layoutMemory, [...others, ...(layout ? [[table, layout] as const] : [])].slice(-mostLayouts))
}

/** Lets the user choose from the quick fixes of some problems, in the order of the problems, and applies the fix. */
async function chooseFix(client: BaseLanguageClient, { uri, range, problems }: CellProblems): Promise<void> {
  // The server only answers about files that are open.
  const document = await vscode.workspace.openTextDocument(client.protocol2CodeConverter.asUri(uri))
  const { version } = document
  const context = { diagnostics: [], only: [vscode.CodeActionKind.QuickFix.value] }
  const found = await client.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range, context })
  const fixes = fixesOfCell(found ?? [], problems, fix => ('diagnostics' in fix ? (fix.diagnostics ?? []) : []))
  if (fixes.length === 0) throw new Error(vscode.l10n.t('No quick fix is available for this problem.'))
  const items = fixes.map(fix => plainItem({ label: fix.title, fix: fix as CodeAction }))
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Choose a Quick Fix') })
  if (!chosen) return
  if (chosen.fix.command) {
    const { command, arguments: args = [] } = chosen.fix.command
    await vscode.commands.executeCommand(command, ...(args as unknown[]))
    return
  }
  const { edit } = chosen.fix.edit ? chosen.fix : await client.sendRequest(CodeActionResolveRequest.type, chosen.fix)
  if (!edit) return
  // VS Code itself would put the edits of the old text into the new one.
  if (document.version !== version)
    throw new Error(vscode.l10n.t('The file has changed in the meantime, so nothing was fixed; choose the fix again.'))
  await vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(edit))
}
