import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import { readParams, send } from '../../shared/protocol/request.ts'
import {
  type SavedView,
  savedViews,
  type TableView,
  viewInConfigRequest,
  viewsInConfigRequest,
} from '../../shared/protocol/table/table-page.ts'
import { plainItem } from '../editor/plain-text.ts'
import type { WorkspaceSteps } from '../editor/workspace-steps.ts'

const viewMemoryKey = 'recline.tableViews'
const configName = 'recline.json'

const removeButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: vscode.l10n.t('Remove this view'),
}

interface ViewItem extends vscode.QuickPickItem {
  /** Absent for an entry that saves the present view. */
  readonly saved?: SavedView
  /** Whether it is in a file, for everybody. */
  readonly isShared: boolean
}

/** The views of tables, which a user saves for everybody in a `recline.json`, or only for this workspace of theirs. */
export class TableViewChoice {
  constructor(
    private readonly client: BaseLanguageClient,
    private readonly steps: WorkspaceSteps,
    private readonly memory: vscode.Memento,
    /** The address of the file of the table; undefined for a table of the workspace. */
    private readonly uri: string | undefined,
  ) {}

  /**
   * Lets the user choose a view of a table by its name, save the present one, or remove one.
   *
   * @param table the key of the table
   * @returns the view to show; null if nothing changes
   */
  async choose(table: string, present: TableView): Promise<TableView | null> {
    const config = await this.configFile()
    const pick = vscode.window.createQuickPick<ViewItem>()
    pick.title = vscode.l10n.t('Views of This Table')
    pick.placeholder = vscode.l10n.t('Choose a view, or save what the table shows now.')
    pick.matchOnDetail = true
    const show = async (): Promise<void> => {
      pick.items = await this.items(table, config)
    }
    await show()
    let isNaming = false
    return new Promise((resolve, reject) => {
      pick.onDidTriggerItemButton(async ({ item: { saved, isShared } }) => {
        if (!saved) return
        try {
          await this.write(saved, null, isShared ? config : undefined)
          await show()
        } catch (error) {
          reject(error as Error)
          pick.hide()
        }
      })
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems
        if (!item) return
        if (item.saved) {
          resolve(item.saved.view)
          pick.hide()
        } else if (!isNaming) {
          isNaming = true
          // The box for the name takes the place of the list. If the list went first, VS Code would give the keyboard
          // back to the table, which can be so late that the name is typed into a cell.
          this.saveAs(table, present, item.isShared ? config : undefined)
            .then(() => resolve(null), reject)
            .finally(() => pick.hide())
        }
      })
      pick.onDidHide(() => {
        pick.dispose()
        if (!isNaming) resolve(null)
      })
      pick.show()
    })
  }

  private async items(table: string, config: vscode.Uri | undefined): Promise<ViewItem[]> {
    const own = readRememberedViews(this.memory).filter(one => one.table === table)
    const text = config && (await this.steps.read(this.client.code2ProtocolConverter.asUri(config)))?.text
    const shared = text === undefined ? [] : ((await send(this.client, viewsInConfigRequest, { text })) ?? [])
    const itemOf = (saved: SavedView, isShared: boolean): ViewItem => ({
      ...plainItem({
        label: saved.name,
        description: isShared ? configName : vscode.l10n.t('only for you'),
        detail: viewInWords(saved.view),
      }),
      saved,
      isShared,
      buttons: [removeButton],
    })
    const all = [
      ...shared.filter(one => one.table === table).map(saved => itemOf(saved, true)),
      ...own.map(saved => itemOf(saved, false)),
    ]
    return [
      ...all.sort((one, other) => one.label.localeCompare(other.label)),
      {
        label: vscode.l10n.t('$(add) Save as View…'),
        description: vscode.l10n.t('only for you'),
        alwaysShow: true,
        isShared: false,
      },
      ...(config
        ? [
            {
              label: vscode.l10n.t('$(add) Save as View in {file}…', { file: configName }),
              description: vscode.l10n.t('for everybody'),
              alwaysShow: true,
              isShared: true,
            },
          ]
        : []),
    ]
  }

  private async saveAs(table: string, view: TableView, config: vscode.Uri | undefined): Promise<void> {
    const items = await this.items(table, config)
    const known = items.filter(({ saved, isShared }) => saved && isShared === (config !== undefined))
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t('Save as View'),
      prompt: vscode.l10n.t('A name for the columns, the order, the filters and the expression of this table'),
      validateInput: text => {
        if (text.trim() === '') return vscode.l10n.t('Type a name.')
        if (!known.some(({ saved }) => saved?.name === text.trim())) return undefined
        return { message: vscode.l10n.t('This view is replaced.'), severity: vscode.InputBoxValidationSeverity.Info }
      },
    })
    if (name !== undefined) await this.write({ table, name: name.trim() }, view, config)
  }

  /**
   * Saves or removes a view.
   *
   * @param config where; undefined for the memory of VS Code
   */
  private async write(
    { table, name }: Pick<SavedView, 'table' | 'name'>,
    view: TableView | null,
    config: vscode.Uri | undefined,
  ): Promise<void> {
    if (!config) {
      const others = readRememberedViews(this.memory).filter(one => one.table !== table || one.name !== name)
      await this.memory.update(viewMemoryKey, view ? [...others, { table, name, view }] : others)
      return
    }
    const uri = this.client.code2ProtocolConverter.asUri(config)
    const known = await this.steps.read(uri)
    if (!known) await vscode.workspace.fs.writeFile(config, new TextEncoder().encode('{}\n'))
    const text = known?.text ?? '{}\n'
    const edits = await send(this.client, viewInConfigRequest, { text, table, name, view })
    if (!edits)
      throw new Error(
        vscode.l10n.t('{file} is not JSON, so the view was not saved.', {
          file: vscode.workspace.asRelativePath(config),
        }),
      )
    const made = await this.steps.make(vscode.l10n.t('Save the view {name}', { name }), [
      { uri, fingerprint: fingerprint(text), edits },
    ])
    if (made) throw new Error(made.refusal)
  }

  /** The nearest configuration above the file, or the one in the folder of the workspace, which may not exist yet. */
  private async configFile(): Promise<vscode.Uri | undefined> {
    const file = this.uri === undefined ? undefined : this.client.protocol2CodeConverter.asUri(this.uri)
    const folder = file ? vscode.workspace.getWorkspaceFolder(file) : vscode.workspace.workspaceFolders?.[0]
    if (!folder) return undefined
    for (
      let above = file && vscode.Uri.joinPath(file, '..');
      above && isUriBelow(above, folder.uri);
      above = parentOf(above)
    ) {
      const config = vscode.Uri.joinPath(above, configName)
      if (await fileExists(config)) return config
    }
    return vscode.Uri.joinPath(folder.uri, configName)
  }
}

const parentOf = (uri: vscode.Uri): vscode.Uri => vscode.Uri.joinPath(uri, '..')

const isUriBelow = ({ path }: vscode.Uri, folder: vscode.Uri): boolean => path.startsWith(`${folder.path}/`)

async function fileExists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri)
    return true
  } catch {
    return false
  }
}

const sortedColumn = ({ column, isDescending }: TableView['sort'][number]): string =>
  isDescending ? vscode.l10n.t('{column} downwards', { column }) : column

/** What a view shows, in a few words. */
const viewInWords = ({ columns, sort, group, board, filters, where }: TableView): string =>
  [
    where,
    ...filters.map(([column, text]) => `${column}: ${text}`),
    ...(group === undefined ? [] : [vscode.l10n.t('grouped by {column}', { column: group })]),
    ...(board === undefined ? [] : [vscode.l10n.t('board by {column}', { column: board })]),
    ...(sort.length > 0 ? [vscode.l10n.t('sorted by {columns}', { columns: sort.map(sortedColumn).join(', ') })] : []),
    columns.length === 1 ? vscode.l10n.t('1 column') : vscode.l10n.t('{count} columns', { count: columns.length }),
  ]
    .filter(Boolean)
    .join(' · ')

/** The views that are remembered. Anything else in the memory is ignored. */
function readRememberedViews(memory: vscode.Memento): readonly SavedView[] {
  const found = readParams(viewMemoryKey, savedViews, memory.get(viewMemoryKey) ?? [])
  return 'params' in found ? found.params : []
}
