import * as vscode from 'vscode'
import { type BaseLanguageClient, type Location, State } from 'vscode-languageclient'
import { type ReadAheadParams, readAheadMethod } from '../shared/protocol/protocol.ts'
import {
  type Refusal,
  type TableEditAnswer,
  type TableEditDone,
  type TableRecord,
  type TagChoice,
  tableCsvMethod,
  tableEditMethod,
  tableRecordMethod,
  tableReferencesMethod,
  tableRowsMethod,
  tablesMethod,
  tableTagsMethod,
  tableValuesMethod,
} from '../shared/protocol/table.ts'
import { fileInFront, fileName } from './file-in-front.ts'
import { type Answers, showPage } from './webview.ts'

/** What VS Code calls the table view among the editors of a file. */
const viewType = 'recline.table'

/** What is done in the table that has the focus, by the commands that do it. */
const commands = {
  'recline.addRecord': 'add',
  'recline.duplicateRecords': 'duplicate',
  'recline.deleteRecords': 'delete',
  'recline.copyWithHeadings': 'copyWithHeadings',
  'recline.followReference': 'follow',
  'recline.showRecordAsText': 'showText',
} as const

/** The table view as an editor of `.rec` files beside the text, the commands that go from one to the other, and those of the table. */
export function createTableEditor(context: vscode.ExtensionContext, client: BaseLanguageClient): vscode.Disposable[] {
  const panels = new Map<vscode.WebviewPanel, vscode.TextDocument>()
  /** The lines at which tables about to be opened shall start, by the addresses of their files. */
  const startLines = new Map<string, number>()

  const provider: vscode.CustomTextEditorProvider = {
    resolveCustomTextEditor: (document, panel) => {
      panels.set(panel, document)
      const page = { name: 'table', title: `Records of ${fileName(document.uri)}` }
      const subscriptions = [
        showPage(panel.webview, context.extensionUri, page, answers(client, document, startLines)),
        ...reportChanges(client, document, panel.webview),
      ]
      panel.onDidDispose(() => {
        panels.delete(panel)
        vscode.Disposable.from(...subscriptions).dispose()
      })
    },
  }

  async function openAsTable(given: vscode.Uri | undefined): Promise<void> {
    const editor = vscode.window.activeTextEditor
    const uri = given ?? fileInFront()
    if (!uri) return void vscode.window.showInformationMessage('Open a .rec file to show its records as a table.')
    const line = editor?.document.uri.toString() === uri.toString() ? editor.selection.active.line : 0
    if (line > 0) startLines.set(uri.toString(), line)
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType)
  }

  /** VS Code tells of a tab before it has loaded the file, which takes it long where that is large. */
  const readAhead = (tabs: readonly vscode.Tab[]): void => {
    for (const { input } of tabs) {
      if (!(input instanceof vscode.TabInputCustom) || input.viewType !== viewType) continue
      const params: ReadAheadParams = { uri: client.code2ProtocolConverter.asUri(input.uri) }
      client.sendNotification(readAheadMethod, params).catch(() => {})
    }
  }
  readAhead(vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []))

  return [
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => readAhead(opened)),
    vscode.window.registerCustomEditorProvider(viewType, provider, { supportsMultipleEditorsPerDocument: true }),
    vscode.commands.registerCommand('recline.openAsTable', openAsTable),
    vscode.commands.registerCommand('recline.openAsText', async (given?: vscode.Uri) => {
      const uri = given ?? fileInFront()
      if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, 'default')
    }),
    ...Object.entries(commands).map(([command, action]) =>
      vscode.commands.registerCommand(command, async () => {
        const panel = [...panels.keys()].find(({ active }) => active)
        await panel?.webview.postMessage({ event: 'command', action })
      }),
    ),
  ]
}

/** What the page can ask. It never says which file: that is the one it was made for. */
function answers(client: BaseLanguageClient, document: vscode.TextDocument, startLines: Map<string, number>): Answers {
  const uri = client.code2ProtocolConverter.asUri(document.uri)
  const ask = <Answer>(method: string, params: unknown): Promise<Answer | null> =>
    client.sendRequest<Answer | null>(method, { ...asObject(params), uri })
  const fromServer =
    (method: string) =>
    (params: unknown): Promise<unknown> =>
      ask(method, params)
  return {
    tables: fromServer(tablesMethod),
    rows: fromServer(tableRowsMethod),
    values: fromServer(tableValuesMethod),
    start: () => {
      const line = startLines.get(document.uri.toString())
      startLines.delete(document.uri.toString())
      return line === undefined ? null : ask<TableRecord>(tableRecordMethod, { line })
    },
    edit: async params =>
      applyEdit(client, document, await ask<TableEditAnswer>(tableEditMethod, params), asObject(params).version),
    undo: () => vscode.commands.executeCommand('undo'),
    redo: () => vscode.commands.executeCommand('redo'),
    chooseTag: async () => chooseTag((await ask<TagChoice[]>(tableTagsMethod, {})) ?? []),
    copy: async params => {
      const csv = await ask<string>(tableCsvMethod, params)
      if (csv !== null) await vscode.env.clipboard.writeText(csv)
    },
    follow: async params => follow(client, document, (await ask<Location[]>(tableReferencesMethod, params)) ?? []),
    openLine: async params => {
      const { line } = asObject(params)
      if (typeof line !== 'number' || !Number.isInteger(line) || line < 0)
        throw new Error('The line to open is not a number.')
      await showText(document.uri, new vscode.Position(line, 0), vscode.ViewColumn.Beside)
    },
  }
}

/** Tells the page each time that what it shows may be another: the text, or what the server says of it. */
function reportChanges(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  webview: vscode.Webview,
): vscode.Disposable[] {
  const report = (): Thenable<boolean> => webview.postMessage({ event: 'changed' })
  const isOwn = (uri: vscode.Uri): boolean => uri.toString() === document.uri.toString()
  return [
    vscode.workspace.onDidChangeTextDocument(
      event => isOwn(event.document.uri) && event.contentChanges.length > 0 && report(),
    ),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.some(isOwn) && report()),
    client.onDidChangeState(({ newState }) => newState === State.Running && report()),
  ]
}

/** Makes the server's edits, as one step to undo, where the text is still the one that they are for. */
async function applyEdit(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  answer: TableEditAnswer | null,
  version: unknown,
): Promise<Refusal | TableEditDone> {
  if (!answer) return { refusal: 'The language server could not make the change; its output says why.' }
  if ('refusal' in answer) return answer
  if (document.version !== version)
    return { refusal: 'The file has changed meanwhile, so nothing was written; look at the table again.' }
  const { edits, record, note } = answer
  const change = new vscode.WorkspaceEdit()
  change.set(
    document.uri,
    edits.map(({ range, newText }) => new vscode.TextEdit(client.protocol2CodeConverter.asRange(range), newText)),
  )
  const isMade = edits.length === 0 || (await vscode.workspace.applyEdit(change))
  if (!isMade) return { refusal: 'The file cannot be changed here; it may be read-only.' }
  return { record, note }
}

/** Lets the author pick the tag of a new record. */
async function chooseTag(tags: readonly TagChoice[]): Promise<string | undefined> {
  const items = tags.map(({ key, name, domain, description }) => ({
    label: name,
    description: domain,
    detail: description,
    key,
  }))
  const title = 'The tag of the new record'
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true })
  return chosen?.key
}

/** Goes to the record that is referred to; where there are several the author picks one. In this file the page goes there itself. */
async function follow(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  locations: readonly Location[],
): Promise<TableRecord | null> {
  if (locations.length === 0) throw new Error('No file of the workspace has a record of this id.')
  const items = locations.map(location => {
    const { uri, range } = client.protocol2CodeConverter.asLocation(location)
    return { label: fileName(uri), description: `line ${range.start.line + 1}`, uri, start: range.start }
  })
  const item =
    items.length > 1
      ? await vscode.window.showQuickPick(items, { title: 'The records that are referred to' })
      : items[0]
  if (!item) return null
  if (item.uri.toString() !== document.uri.toString()) {
    await showText(item.uri, item.start)
    return null
  }
  const uri = client.code2ProtocolConverter.asUri(document.uri)
  return client.sendRequest<TableRecord | null>(tableRecordMethod, { uri, line: item.start.line })
}

/** Shows a place of a file in a text editor. */
async function showText(uri: vscode.Uri, start: vscode.Position, viewColumn?: vscode.ViewColumn): Promise<void> {
  await vscode.window.showTextDocument(uri, {
    selection: new vscode.Range(start, start),
    ...(viewColumn !== undefined && { viewColumn }),
  })
}

const asObject = (value: unknown): object & Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
