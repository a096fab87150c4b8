import * as vscode from 'vscode'
import { type BaseLanguageClient, type Location, State } from 'vscode-languageclient'
import {
  type DomainNode,
  domainsChangedMethod,
  domainTreeMethod,
  type NewRecord,
  type NewRecordParams,
  newRecordMethod,
  type RecordsOfTagParams,
  recordsOfTagMethod,
} from '../shared/protocol/protocol.ts'
import { insertRecordAt } from './insert-record.ts'
import { writeNewRecord } from './new-record.ts'

/** The view of domains, tags and fields in the Explorer, there from now on, and the commands of its tags. */
export function createDomainsView(client: BaseLanguageClient): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<void>()
  const allDomains = (): Promise<DomainNode[]> => client.sendRequest<DomainNode[]>(domainTreeMethod)
  const treeDataProvider: vscode.TreeDataProvider<DomainNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async node => [...(node?.children ?? (await allDomains()))],
    getTreeItem: treeItem,
  }
  /** A command for a tag: the one it is called on in the view, or one that the user picks. */
  const forTag = (
    command: string,
    work: (client: BaseLanguageClient, tag: string) => Promise<void>,
  ): vscode.Disposable =>
    vscode.commands.registerCommand(command, async (node?: Pick<DomainNode, 'path'>) => {
      const tag = node?.path ?? (await pickTag(await allDomains()))
      if (tag !== undefined) await work(client, tag)
    })
  void vscode.commands.executeCommand('setContext', 'recline.isActive', true)
  return [
    changed,
    vscode.window.createTreeView('recline.domains', { treeDataProvider, showCollapseAll: true }),
    client.onNotification(domainsChangedMethod, () => changed.fire()),
    client.onDidChangeState(({ newState }) => newState === State.Running && changed.fire()),
    forTag('recline.newRecord', newRecord),
    forTag('recline.insertRecord', insertRecord),
    forTag('recline.findRecords', findRecords),
  ]
}

const icons: Readonly<Record<DomainNode['kind'], string>> = {
  domain: 'library',
  tag: 'symbol-class',
  reference: 'link',
  enum: 'symbol-enum',
  string: 'symbol-string',
  int: 'symbol-number',
  float: 'symbol-number',
  ts: 'calendar',
  bool: 'symbol-boolean',
}

function treeItem({ path, name, kind, isRequired, detail, documentation, children }: DomainNode): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState
  const item = new vscode.TreeItem(name, children.length > 0 ? Collapsed : None)
  item.id = path
  item.description = detail
  item.tooltip = new vscode.MarkdownString(documentation)
  item.iconPath = new vscode.ThemeIcon(
    icons[kind],
    new vscode.ThemeColor(isRequired ? 'charts.orange' : 'icon.foreground'),
  )
  item.contextValue = kind
  return item
}

async function pickTag(domains: readonly DomainNode[]): Promise<string | undefined> {
  const items = domains.flatMap(domain =>
    domain.children.map(({ path, name, detail }) => ({ label: name, description: domain.path, detail, path })),
  )
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'The tag of the records',
    matchOnDescription: true,
    matchOnDetail: true,
  })
  return chosen?.path
}

const recEditor = (): vscode.TextEditor | undefined => {
  const editor = vscode.window.activeTextEditor
  return editor?.document.languageId === 'rec' ? editor : undefined
}

/** Asks for the values of a new record of a tag and writes it at the cursor, or below the record that it is in. */
async function newRecord(client: BaseLanguageClient, tag: string): Promise<void> {
  const editor = recEditor()
  if (editor) await writeNewRecord(client, editor, tag)
  else void vscode.window.showInformationMessage('Open a .rec file to write a record.')
}

/** Writes a new record of a tag at the cursor, or below the record that it is in, to be filled in there. */
async function insertRecord(client: BaseLanguageClient, tag: string): Promise<void> {
  const editor = recEditor()
  if (!editor) return void vscode.window.showInformationMessage('Open a .rec file to insert a record.')
  const { document, selection } = editor
  const params: NewRecordParams = {
    uri: client.code2ProtocolConverter.asUri(document.uri),
    line: selection.active.line,
    tag,
  }
  const record = await client.sendRequest<NewRecord | null>(newRecordMethod, params)
  if (record) await insertRecordAt(client, editor, record)
}

/** Shows all records of a tag over the editor in front, or over the first of them. */
async function findRecords(client: BaseLanguageClient, tag: string): Promise<void> {
  const params: RecordsOfTagParams = { tag }
  const locations = await client.sendRequest<Location[] | null>(recordsOfTagMethod, params)
  const [first] = locations ?? []
  if (!first) return void vscode.window.showInformationMessage(`No file of the workspace has a record of ${tag}.`)
  const editor = recEditor()
  const place = editor
    ? [client.code2ProtocolConverter.asUri(editor.document.uri), editor.selection.active]
    : [first.uri, first.range.start]
  await vscode.commands.executeCommand('recline.showReferences', ...place, locations)
}
