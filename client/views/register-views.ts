import type * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { ChangePreview } from './change-preview.ts'
import { createCompareCommand } from './compare-panel.ts'
import { createGraphCommands } from './graph-panel.ts'
import { createOverviewCommands } from './overview-panel.ts'
import { createHistoryCommands, type ReadHistory } from './record-history.ts'
import { createTableEditor, type TablePanels } from './table-editor.ts'

/** What the views need. */
export interface ViewParts {
  readonly context: vscode.ExtensionContext
  readonly client: BaseLanguageClient
  readonly panels: TablePanels
  readonly preview: ChangePreview
  /** Reads the commits of a record; undefined where there is no git. */
  readonly readHistory: ReadHistory | undefined
}

/** Tables, the graph, the overview, comparison, history and the preview of changes. */
export const registerViews = ({
  context,
  client,
  panels,
  preview,
  readHistory,
}: ViewParts): readonly vscode.Disposable[] => [
  ...createTableEditor(context, client, panels, preview),
  ...createOverviewCommands(context, client),
  ...createGraphCommands(context, client),
  createCompareCommand(context, client),
  ...createHistoryCommands(context, client, readHistory),
  preview.register(),
]
