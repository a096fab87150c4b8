import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { notify } from '../shared/protocol/request.ts'
import { forgetTablesNotification } from '../shared/protocol/table.ts'
import type { TableCommand } from '../shared/protocol/table-page.ts'
import { tellPage } from './webview.ts'

/** The commands for the table view with the focus, and what they do in it. */
const commands: Readonly<Record<string, TableCommand>> = {
  'recline.addRecord': 'add',
  'recline.duplicateRecords': 'duplicate',
  'recline.deleteRecords': 'delete',
  'recline.copyWithHeadings': 'copyWithHeadings',
  'recline.fillDown': 'fillDown',
  'recline.fixCell': 'fix',
  'recline.followReference': 'follow',
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

  /** Registers the commands for the view with the focus. */
  registerCommands(): vscode.Disposable[] {
    return Object.entries(commands).map(([name, command]) =>
      vscode.commands.registerCommand(name, async () => {
        const panel = [...this.panels].find(({ active }) => active)
        if (panel) await tellPage(panel.webview, { event: 'command', command })
      }),
    )
  }
}
