import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { TextEdit } from '../../shared/protocol/lsp.ts'
import { withoutIcons } from '../editor/plain-text.ts'

/** The edits of a file that the user decides about. */
export interface ProposedEdits {
  readonly uri: string
  readonly edits: readonly TextEdit[]
  /** What they do, in a few words. */
  readonly description: string
}

/** How a list of files is presented. */
interface Presentation {
  /** What is done, such as `Fix All in Workspace`. */
  readonly title: string
  readonly placeholder: string
  /** Whether the changes are shown without a click. */
  readonly showsChanges?: true
}

/** A file in the list, with its edits. */
interface Item extends vscode.QuickPickItem {
  readonly proposed: ProposedEdits
  readonly uri: vscode.Uri
  /** The URI of its text after the edits. */
  readonly edited: vscode.Uri
  readonly edits: readonly vscode.TextEdit[]
}

/** Lists the files that edits change, shows the changes, and applies those that the user leaves selected. */
export class EditPreview {
  /** The files in the list, by the URIs of their texts after the edits. */
  private listed: ReadonlyMap<string, Item> = new Map()
  private count = 0

  constructor(private readonly client: BaseLanguageClient) {}

  /** Provides the texts of the files after the edits. */
  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(editedScheme, {
      provideTextDocumentContent: async uri => {
        const item = this.listed.get(uri.toString())
        return item && editedText(await vscode.workspace.openTextDocument(item.uri), item.edits)
      },
    })
  }

  /**
   * Returns how many files were changed; undefined if the user cancels or a file has changed meanwhile.
   *
   * @param again makes the edits of all files once more, as they are after the user has decided. Files can change while
   * the list is open, also those that are not; then the edits that the user has seen would land elsewhere
   */
  async apply(
    files: readonly ProposedEdits[],
    presentation: Presentation,
    again: () => Promise<readonly ProposedEdits[]>,
  ): Promise<number | undefined> {
    // VS Code keeps the text of a URI while a tab shows it, so each list has URIs of its own.
    const query = String(++this.count)
    const items = files.map(file => itemOf(this.client, file, query))
    this.listed = new Map(items.map(item => [item.edited.toString(), item]))
    const picked = await pickFiles(items, presentation)
    if (!picked || picked.length === 0) return undefined
    const now = new Map((await again()).map(file => [file.uri, JSON.stringify(file.edits)]))
    const changed = picked.find(({ proposed }) => now.get(proposed.uri) !== JSON.stringify(proposed.edits))
    if (changed) return void vscode.window.showErrorMessage(`${changed.label} ${hasChanged}`)
    const edit = new vscode.WorkspaceEdit()
    for (const { uri, edits } of picked) edit.set(uri, [...edits])
    // As for a refactoring, VS Code saves the files that were not open.
    if (await vscode.workspace.applyEdit(edit, { isRefactoring: true })) return picked.length
    return void vscode.window.showErrorMessage(`A file ${hasChanged}`)
  }
}

const hasChanged = 'has changed since, so nothing was done. Run the command again.'

/** The scheme of the documents that show files after the edits. */
const editedScheme = 'recline-edited'

const changesButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('diff-multiple'),
  tooltip: 'Show the changes of all files',
}
const changesOfFileButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('diff'), tooltip: 'Show changes' }

function itemOf(client: BaseLanguageClient, proposed: ProposedEdits, query: string): Item {
  const { uri, description, edits } = proposed
  const { asUri, asRange } = client.protocol2CodeConverter
  const file = asUri(uri)
  return {
    proposed,
    uri: file,
    edited: vscode.Uri.from({ scheme: editedScheme, path: file.path, query }),
    edits: edits.map(({ range, newText }) => vscode.TextEdit.replace(asRange(range), newText)),
    label: withoutIcons(vscode.workspace.asRelativePath(file)),
    description,
    buttons: [changesOfFileButton],
  }
}

/**
 * Lists the files, all of them selected. Returns those that the user leaves selected; undefined if the user cancels.
 */
function pickFiles(
  items: readonly Item[],
  { title, placeholder, showsChanges }: Presentation,
): Promise<readonly Item[] | undefined> {
  const pick = vscode.window.createQuickPick<Item>()
  pick.title = title
  pick.placeholder = placeholder
  pick.canSelectMany = true
  // The list stays open while the user looks at the changes.
  pick.ignoreFocusOut = true
  pick.items = items
  pick.selectedItems = items
  pick.buttons = [changesButton]
  pick.onDidTriggerButton(() => showChanges(title, items))
  pick.onDidTriggerItemButton(({ item }) => showChanges(title, [item]))
  return new Promise(resolve => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems)
      pick.hide()
    })
    pick.onDidHide(() => {
      resolve(undefined)
      pick.dispose()
    })
    pick.show()
    if (showsChanges) void showChanges(title, items)
  })
}

/** Shows the changes of files behind the list. The list has the keyboard again after it, for Enter and Escape. */
async function showChanges(title: string, items: readonly Item[]): Promise<void> {
  const resources = items.map(({ uri, edited }) => [uri, uri, edited])
  await vscode.commands.executeCommand('vscode.changes', title, resources)
  await vscode.commands.executeCommand('workbench.action.focusQuickOpen')
}

function editedText(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): string {
  let text = document.getText()
  // The edits are in ascending order and do not overlap.
  for (const { range, newText } of [...edits].reverse())
    text = text.slice(0, document.offsetAt(range.start)) + newText + text.slice(document.offsetAt(range.end))
  return text
}
