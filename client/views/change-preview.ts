import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { compareText } from '../../shared/basics/text.ts'
import type { ProposedFile } from '../../shared/protocol/bulk-change.ts'
import { changePageRequests, type ListedFile } from '../../shared/protocol/changes-page.ts'
import { changedText } from '../../shared/syntax/text-change.ts'
import { filesText, recordsText } from '../editor/counts.ts'
import { withoutLinks } from '../editor/plain-text.ts'
import type { WorkspaceSteps } from '../editor/workspace-steps.ts'
import { undoStepCommand } from '../editor/workspace-steps.ts'
import { openRecord, showPage, tellPage } from './webview.ts'

/** Changes of records that the user decides about. */
export interface ProposedChanges {
  readonly files: readonly ProposedFile[]
  /** Sentences about what the user should know. */
  readonly notes: readonly string[]
}

/** Shows changes of records in many files, and makes those that the user does not leave out, as one step. */
export class ChangePreview {
  /** The texts of files after changes, by the addresses of their documents. */
  private readonly after = new Map<string, () => Promise<string>>()
  private count = 0

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly client: BaseLanguageClient,
    readonly steps: WorkspaceSteps,
  ) {}

  /** Provides the texts of files after the changes. */
  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(changedScheme, {
        provideTextDocumentContent: uri => this.after.get(uri.toString())?.(),
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.after.delete(uri.toString())),
    )
  }

  /**
   * Opens the list. It follows what others do to the files: then the changes are planned again.
   *
   * @param title what is done, such as `Fix All in Workspace`
   * @param plan finds the changes, as the files are now; null if there was no answer
   */
  show(title: string, plan: (token: vscode.CancellationToken) => Promise<ProposedChanges | null>): void {
    // The page is loaded while the changes are looked for.
    const cancellation = new vscode.CancellationTokenSource()
    const planned = async (): Promise<ProposedChanges> =>
      changesInOrder(
        (await plan(cancellation.token)) ?? {
          files: [],
          notes: [vscode.l10n.t('The language server did not answer.')],
        },
      )
    const first = planned()
    let shown: ProposedChanges = { files: [], notes: [] }
    let list = 0
    let isStale = false
    const panel = vscode.window.createWebviewPanel('recline.changes', title, vscode.ViewColumn.Active, {
      retainContextWhenHidden: true,
    })
    const page = { name: 'changes', title, requests: changePageRequests }
    const renew = async (): Promise<void> => {
      if (list > 0 && !isStale) return
      isStale = false
      shown = await (list === 0 ? first : planned())
      list++
    }
    /** A file of the list that the user sees; nothing of an older list is done. */
    const fileOf = (seen: number, file: number): ProposedFile => {
      const found = seen === list ? shown.files[file] : undefined
      if (!found) throw new Error(vscode.l10n.t('The list has changed in the meantime; try again.'))
      return found
    }
    const report = (uri: vscode.Uri): void => {
      if (!uri.path.endsWith('.rec')) return
      isStale = true
      void tellPage(panel.webview, { event: 'changed' })
    }
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.rec')
    let isApplying = false
    const subscriptions = [
      watcher,
      ...[watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete].map(event => event(report)),
      vscode.workspace.onDidChangeTextDocument(
        ({ document, contentChanges }) => contentChanges.length > 0 && !isApplying && report(document.uri),
      ),
      showPage(panel.webview, this.context.extensionUri, page, {
        list: async () => {
          await renew()
          return { list, title, notes: shown.notes, files: shown.files.map(file => this.listed(file)) }
        },
        apply: async ({ list: seen, leftOut }) => {
          if (isStale || seen !== list) {
            report(vscode.Uri.file('.rec'))
            return {
              refusal: vscode.l10n.t(
                'Files have changed in the meantime, so nothing was written. This is the new list.',
              ),
            }
          }
          isApplying = true
          const refusal = await this.make(title, shown.files, leftOut).finally(() => {
            isApplying = false
          })
          if (refusal === null) panel.dispose()
          else report(vscode.Uri.file('.rec'))
          return { refusal: refusal ?? '' }
        },
        cancel: () => panel.dispose(),
        open: ({ list: seen, file, record }) => {
          const { uri, records } = fileOf(seen, file)
          return openRecord({ uri, line: records[record]?.line ?? 0 })
        },
        compare: async ({ list: seen, file }) => this.compare(title, fileOf(seen, file)),
      }),
    ]
    panel.onDidDispose(() => {
      cancellation.cancel()
      vscode.Disposable.from(...subscriptions).dispose()
    })
  }

  /** Returns why nothing was changed; null if all was. */
  private async make(
    title: string,
    files: readonly ProposedFile[],
    leftOut: readonly (readonly [number, number])[],
  ): Promise<string | null> {
    const without = new Set(leftOut.map(([file, record]) => `${file} ${record}`))
    const planned = files.flatMap(({ uri, fingerprint, records }, file) => {
      const kept = records.filter((_, record) => !without.has(`${file} ${record}`))
      return kept.length === 0 ? [] : { uri, fingerprint, kept, edits: kept.flatMap(({ edits }) => edits) }
    })
    if (planned.length === 0) return vscode.l10n.t('No record is selected, so nothing was written.')
    const made = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Window,
        title: vscode.l10n.t('Writing {files}', { files: filesText(planned.length) }),
      },
      () => this.steps.make(title, planned),
    )
    if (made) return made.refusal
    const records = planned.reduce((sum, { kept }) => sum + kept.length, 0)
    const open = planned.filter(({ uri }) => this.steps.openDocument(uri)).length
    const places = { title, records: recordsText(records), files: filesText(planned.length), open: filesText(open) }
    const done =
      open === 0
        ? vscode.l10n.t('{title}: changed {records} in {files}.', places)
        : vscode.l10n.t('{title}: changed {records} in {files}. Not saved yet: {open}.', places)
    // Nobody waits for the answer to the message.
    void vscode.window.showInformationMessage(withoutLinks(done), vscode.l10n.t('Take Back')).then(chosen => {
      if (chosen) void vscode.commands.executeCommand(undoStepCommand)
    })
    return null
  }

  private listed({ uri, records }: ProposedFile): ListedFile {
    return {
      path: vscode.workspace.asRelativePath(this.client.protocol2CodeConverter.asUri(uri)),
      isOpen: this.steps.openDocument(uri) !== undefined,
      records: records.map(({ edits: _, ...record }) => record),
    }
  }

  private async compare(title: string, { uri, records }: ProposedFile): Promise<void> {
    const file = this.client.protocol2CodeConverter.asUri(uri)
    // VS Code keeps the text of an address while a tab shows it.
    const after = vscode.Uri.from({ scheme: changedScheme, path: file.path, query: String(++this.count) })
    this.after.set(after.toString(), async () => {
      const text = (await this.steps.read(uri))?.text ?? ''
      return changedText(
        text,
        records.flatMap(({ edits }) => edits),
      )
    })
    await vscode.commands.executeCommand(
      'vscode.diff',
      file,
      after,
      `${title}: ${vscode.workspace.asRelativePath(file)}`,
    )
  }
}

/** The scheme of the documents that show files after changes. */
const changedScheme = 'recline-changed'

const changesInOrder = ({ files, notes }: ProposedChanges): ProposedChanges => ({
  files: [...files].sort((one, other) => compareText(one.uri, other.uri)),
  notes,
})
