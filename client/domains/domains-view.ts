import * as vscode from 'vscode'
import { type BaseLanguageClient, State } from 'vscode-languageclient'
import {
  type DomainNode,
  descriptorScheme,
  descriptorTextRequest,
  domainsChangedNotification,
  domainTreeRequest,
} from '../../shared/protocol/domains.ts'
import { newRecordRequest } from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { recordEditor } from '../editor/active-file.ts'
import { plainItem } from '../editor/plain-text.ts'
import { insertRecordAt, writeNewRecord } from '../records/new-record.ts'
import { openNewFile } from './new-file.ts'

/** The command that shows the Domains view, and in it the tag whose path is its argument, if it has one. */
export const showDomainsCommand = 'recline.showDomains'

/** The Domains view in the Explorer, with all domains, tags and fields, and the commands of its tags. */
export function createDomainsView(client: BaseLanguageClient): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<void>()
  const allDomains = async (): Promise<readonly DomainNode[]> => (await send(client, domainTreeRequest, {})) ?? []
  const find = async (path: string): Promise<DomainNode | undefined> =>
    (await allDomains()).flatMap(domain => [domain, ...domain.children]).find(node => node.path === path)
  const treeDataProvider: vscode.TreeDataProvider<DomainNode> = {
    onDidChangeTreeData: changed.event,
    getChildren: async node => [...(node?.children ?? (await allDomains()))],
    getTreeItem: treeItem,
    getParent: ({ path }) => find(path.slice(0, path.lastIndexOf('.'))),
  }
  const view = vscode.window.createTreeView('recline.domains', { treeDataProvider, showCollapseAll: true })
  const showTag = async (path: string): Promise<void> => {
    const node = await find(path)
    if (node) await view.reveal(node, { expand: true, focus: true, select: true })
  }
  /** Registers a command for a tag: the one that it is called with by the view, or one that the user picks. */
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
    view,
    client.onNotification(domainsChangedNotification.method, () => changed.fire()),
    client.onDidChangeState(({ newState }) => newState === State.Running && changed.fire()),
    // The command of the view itself is unknown as long as the extension is not active.
    vscode.commands.registerCommand(showDomainsCommand, async (path: unknown) => {
      await vscode.commands.executeCommand('recline.domains.focus')
      if (typeof path === 'string') await showTag(path)
    }),
    forTag('recline.newRecord', askNewRecord),
    forTag('recline.insertRecord', insertRecord),
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
  // Without the focus in the editor, the walkthrough takes the focus from the dialog that follows.
  const editor = recordEditor()
  if (editor) await vscode.window.showTextDocument(editor.document, editor.viewColumn)
  const items = domains.flatMap(domain =>
    domain.children.map(({ path, name, detail }) => ({ label: name, description: domain.path, detail, path })),
  )
  const chosen = await vscode.window.showQuickPick(items.map(plainItem), {
    title: vscode.l10n.t('Choose a Tag'),
    matchOnDescription: true,
    matchOnDetail: true,
  })
  return chosen?.path
}

/** The editor for a new record of a tag: of a new file if no `.rec` file is in sight. */
const editorForRecord = async (tag: string): Promise<vscode.TextEditor> =>
  recordEditor() ?? openNewFile(tag.slice(0, tag.lastIndexOf('.')))

/** Asks for the values of a new record of a tag and writes it at the cursor, or below the record at the cursor. */
async function askNewRecord(client: BaseLanguageClient, tag: string): Promise<void> {
  await writeNewRecord(client, await editorForRecord(tag), tag)
}

/** Inserts a new record of a tag as a snippet at the cursor, or below the record at the cursor. */
async function insertRecord(client: BaseLanguageClient, tag: string): Promise<void> {
  const editor = await editorForRecord(tag)
  const { document, selection } = editor
  const uri = client.code2ProtocolConverter.asUri(document.uri)
  const record = await send(client, newRecordRequest, { uri, line: selection.active.line, tag })
  if (record) await insertRecordAt(client, editor, record)
}

/** Opens the descriptors of built-in domains, which VS Code shows as read-only. */
export const createDescriptorProvider = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(descriptorScheme, {
    provideTextDocumentContent: async ({ path }, token) =>
      send(client, descriptorTextRequest, { domain: path.slice(1).replace(/\.json$/, '') }, token),
  })
