import * as vscode from 'vscode'
import { type BaseLanguageClient, State } from 'vscode-languageclient'
import { readAheadNotification } from '../../shared/protocol/files.ts'
import type { PageEvent } from '../../shared/protocol/page.ts'
import { notify, send } from '../../shared/protocol/request.ts'
import { forgetTablesNotification, type TableFilter, tableRecordRequest } from '../../shared/protocol/table/table.ts'
import { type TableCommand, tablePageRequests } from '../../shared/protocol/table/table-page.ts'
import { activeFile, fileName, pickFile } from '../editor/active-file.ts'
import type { ChangePreview } from './change-preview.ts'
import { tableAnswers } from './table-answers.ts'
import { showPage, tellPage } from './webview.ts'

/** The name of the table view among the custom editors of VS Code. */
const viewType = 'recline.table'

/** The table view as a custom editor of `.rec` files, and the commands of table views. */
export function createTableEditor(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  panels: TablePanels,
  preview: ChangePreview,
): vscode.Disposable[] {
  /** The lines that new tables start at, by the addresses of their files. */
  const startLines = new Map<string, number>()
  /** The records that new tables show, likewise. */
  const startFilters = new Map<string, TableFilter>()
  /** The addresses of files whose new tables open the form of their record. */
  const startForms = new Set<string>()
  let opened = 0

  const provider: vscode.CustomTextEditorProvider = {
    resolveCustomTextEditor: (document, panel) => {
      panels.add(panel)
      opened++
      // The text of the file can be open in another tab, with the name of the file.
      panel.title = vscode.l10n.t('{file} (Table)', { file: fileName(document.uri) })
      const page = {
        name: 'table',
        title: vscode.l10n.t('Records of {file}', { file: fileName(document.uri) }),
        requests: tablePageRequests,
      }
      const table = tableAnswers(client, document, { startLines, startFilters, startForms }, context, preview)
      const subscriptions = [
        showPage(panel.webview, context.extensionUri, page, table.answers),
        ...reportChanges(client, document, panel.webview),
        // VS Code removes the page when another tab comes to the front.
        panel.onDidChangeViewState(() => panel.visible || table.leave()),
      ]
      panel.onDidDispose(() => {
        vscode.Disposable.from(...subscriptions).dispose()
        void table.leave()
      })
    },
  }

  /** @param filter the records to show; all without it */
  async function openAsTable(given: vscode.Uri | undefined, filter?: unknown): Promise<void> {
    const editor = vscode.window.activeTextEditor
    const uri = given ?? activeFile() ?? (await pickFile(vscode.l10n.t('Open as Table')))
    if (!uri) return
    const line = editor?.document.uri.toString() === uri.toString() ? editor.selection.active.line : 0
    if (line > 0) startLines.set(uri.toString(), line)
    // VS Code gives a command of a menu other arguments.
    const wanted = isFilter(filter) ? filter : undefined
    const key = uri.toString()
    if (wanted) startFilters.set(key, wanted)
    const before = opened
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType)
    // A table that was open before does not start again.
    if (wanted && opened === before && startFilters.delete(key))
      await panels.tellActive({ event: 'filter', filter: wanted })
  }

  /** Opens the form of the record with the cursor: in the table in front, or in a table beside the text. */
  async function editInForm(): Promise<void> {
    if (panels.hasActive) return panels.tellActive({ event: 'command', command: 'form' })
    const editor = vscode.window.activeTextEditor
    if (editor?.document.languageId !== 'rec') return
    const { document, selection } = editor
    const { uri } = document
    const line = selection.active.line
    const at = { uri: client.code2ProtocolConverter.asUri(uri), line }
    const record = await send(client, tableRecordRequest, at)
    if (!record) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('No record is on this line or above it; write one first.'),
      )
      return
    }
    const key = uri.toString()
    startLines.set(key, line)
    startForms.add(key)
    const before = opened
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType, columnOfTable(uri))
    // A table that was open before does not start again.
    if (opened !== before || !startForms.delete(key)) return
    startLines.delete(key)
    await panels.tellActive({ event: 'form', record })
  }

  /**
   * VS Code reports a new tab before it loads the file. Loading a large file takes long, so the server reads it in the
   * meantime.
   */
  const readAhead = (tabs: readonly vscode.Tab[]): void => {
    for (const { input } of tabs) {
      if (!(input instanceof vscode.TabInputCustom) || input.viewType !== viewType) continue
      // It only saves time, so a failure does not matter.
      notify(client, readAheadNotification, { uri: client.code2ProtocolConverter.asUri(input.uri) }).catch(() => {})
    }
  }
  readAhead(vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []))

  return [
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => readAhead(opened)),
    vscode.window.registerCustomEditorProvider(viewType, provider, { supportsMultipleEditorsPerDocument: true }),
    vscode.commands.registerCommand('recline.openAsTable', openAsTable),
    vscode.commands.registerCommand('recline.openAsText', async (given?: vscode.Uri) => {
      const uri = given ?? activeFile()
      if (uri) await openAsText(uri)
    }),
    vscode.commands.registerCommand('recline.editRecordInForm', editInForm),
    ...panels.registerCommands(),
  ]
}

/** Where the table of a file is open, or else the column beside the text. */
function columnOfTable(uri: vscode.Uri): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString()),
  )
  return group?.viewColumn ?? vscode.ViewColumn.Beside
}

const isFilter = (value: unknown): value is TableFilter =>
  typeof value === 'object' && value !== null && 'table' in value && 'where' in value && 'hasProblem' in value

/** Shows the text of a file: in the tab that has it already, or else in place of its table. */
async function openAsText(uri: vscode.Uri): Promise<void> {
  const { all, activeTabGroup } = vscode.window.tabGroups
  const isOwn = (tab: vscode.Tab, kind: typeof vscode.TabInputText | typeof vscode.TabInputCustom): boolean =>
    tab.input instanceof kind && tab.input.uri.toString() === uri.toString()
  const shown = all.find(({ tabs }) => tabs.some(tab => isOwn(tab, vscode.TabInputText)))
  const { activeTab } = activeTabGroup
  if (!shown && activeTab && isOwn(activeTab, vscode.TabInputCustom))
    await vscode.commands.executeCommand('workbench.action.reopenTextEditor')
  else await vscode.window.showTextDocument(uri, shown ? { viewColumn: shown.viewColumn } : {})
}

/** Tells the page when the text or its problems may have changed. */
function reportChanges(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  webview: vscode.Webview,
): vscode.Disposable[] {
  const report = (): Thenable<boolean> => tellPage(webview, { event: 'changed' })
  const isOwn = (uri: vscode.Uri): boolean => uri.toString() === document.uri.toString()
  return [
    vscode.workspace.onDidChangeTextDocument(
      event => isOwn(event.document.uri) && event.contentChanges.length > 0 && report(),
    ),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.some(isOwn) && report()),
    client.onDidChangeState(({ newState }) => newState === State.Running && report()),
  ]
}

/** The commands for the table view with the focus, and what they do in it. */
const tableCommands: Readonly<Record<string, TableCommand>> = {
  'recline.addRecord': 'add',
  'recline.insertRecordAbove': 'insertAbove',
  'recline.insertRecordBelow': 'insertBelow',
  'recline.duplicateRecords': 'duplicate',
  'recline.deleteRecords': 'delete',
  'recline.copyWithHeadings': 'copyWithHeadings',
  'recline.pasteAsCsv': 'pasteCsv',
  'recline.fillDown': 'fillDown',
  'recline.fillSeries': 'fillSeries',
  'recline.fixCell': 'fix',
  'recline.replaceValues': 'replaceValues',
  'recline.replaceInTable': 'replaceText',
  'recline.followReference': 'follow',
  'recline.freezeColumns': 'freeze',
  'recline.showRecordAsText': 'showText',
}

/** The open table views, of files and of the workspace. */
export class TablePanels {
  private readonly panels = new Set<vscode.WebviewPanel>()

  constructor(private readonly client: BaseLanguageClient) {}

  /** Adds a view until it is closed. */
  add(panel: vscode.WebviewPanel): void {
    this.panels.add(panel)
    panel.onDidDispose(() => {
      this.panels.delete(panel)
      // It only saves memory, so a failure does not matter.
      if (this.panels.size === 0) notify(this.client, forgetTablesNotification, {}).catch(() => {})
    })
  }

  /** Whether a view has the focus. */
  get hasActive(): boolean {
    return [...this.panels].some(({ active }) => active)
  }

  /** Tells the view with the focus something. */
  async tellActive(event: PageEvent): Promise<void> {
    const panel = [...this.panels].find(({ active }) => active)
    if (panel) await tellPage(panel.webview, event)
  }

  /** Registers the commands for the view with the focus. */
  registerCommands(): vscode.Disposable[] {
    return Object.entries(tableCommands).map(([name, command]) =>
      vscode.commands.registerCommand(name, () => this.tellActive({ event: 'command', command })),
    )
  }
}
