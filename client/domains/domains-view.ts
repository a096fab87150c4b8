import * as vscode from 'vscode'
import { type BaseLanguageClient, State } from 'vscode-languageclient'
import {
  type DomainNode,
  descriptorScheme,
  descriptorTextRequest,
  domainsChangedNotification,
  domainTreeRequest,
  type PracticeTag,
  practiceTagsRequest,
} from '../../shared/protocol/domains.ts'
import { newRecordRequest } from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { recordEditor } from '../editor/active-file.ts'
import { plainItem } from '../editor/plain-text.ts'
import { insertRecordAt, writeNewRecord } from '../records/new-record.ts'
import { usePractice } from '../records/use-practice.ts'
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
    work: (client: BaseLanguageClient, editor: vscode.TextEditor, tag: string) => Promise<void>,
  ): vscode.Disposable =>
    vscode.commands.registerCommand(command, async (node?: Pick<DomainNode, 'path'>) => {
      const tag: TagOfNewRecord | undefined =
        node ?? (await pickTag(await allDomains(), (await send(client, practiceTagsRequest, {})) ?? []))
      if (!tag) return
      const editor = await editorForRecord(tag.path)
      if (tag.extension !== undefined) await usePractice(client, editor.document.uri, tag.extension)
      await work(client, editor, tag.path)
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
    // Asks for the values of the record, and writes it at the cursor, or below the record at the cursor.
    forTag('recline.newRecord', writeNewRecord),
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

/** A tag, and the extension to put in force that comes with Recline and has it. */
interface TagOfNewRecord extends Pick<DomainNode, 'path'> {
  readonly extension?: string
}

async function pickTag(
  domains: readonly DomainNode[],
  fromPractice: readonly PracticeTag[],
): Promise<TagOfNewRecord | undefined> {
  // Without the focus in the editor, the walkthrough takes the focus from the dialog that follows.
  const editor = recordEditor()
  if (editor) await vscode.window.showTextDocument(editor.document, editor.viewColumn)
  const items: (vscode.QuickPickItem & TagOfNewRecord)[] = domains.flatMap(domain =>
    domain.children.map(({ path, name, detail }) => ({ label: name, description: domain.path, detail, path })),
  )
  const added = fromPractice.map(({ path, name, detail, extension }) => ({
    label: name,
    description: vscode.l10n.t('{extension}, which this puts in force', { extension }),
    detail,
    path,
    extension,
  }))
  return vscode.window.showQuickPick([...items, ...added].map(plainItem), {
    title: vscode.l10n.t('Choose a Tag'),
    matchOnDescription: true,
    matchOnDetail: true,
  })
}

/** The editor for a new record of a tag: of a new file if no `.rec` file is in sight. */
const editorForRecord = async (tag: string): Promise<vscode.TextEditor> =>
  recordEditor() ?? openNewFile(tag.slice(0, tag.lastIndexOf('.')))

/** Inserts a new record of a tag as a snippet at the cursor, or below the record at the cursor. */
async function insertRecord(client: BaseLanguageClient, editor: vscode.TextEditor, tag: string): Promise<void> {
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
