import * as vscode from 'vscode'
import {
  type BaseLanguageClient,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Middleware,
  State,
} from 'vscode-languageclient'
import { isInTab } from './tabs.ts'

/**
 * VS Code keeps a document for minutes that an extension has opened and no tab shows, also when its file is deleted.
 * For the server such a document is closed as soon as its file is gone: its records would still count.
 */
export class DeletedFiles {
  /** The addresses of open documents whose files are deleted. */
  private readonly deleted = new Set<string>()
  /** The documents that are closed only for the server. */
  private readonly closed = new Set<vscode.TextDocument>()

  /** @param getClient gives the client, which does not exist yet when its middleware is made */
  constructor(private readonly getClient: () => BaseLanguageClient) {}

  readonly middleware: Pick<Middleware, 'didChange' | 'didClose'> = {
    didChange: (event, next) => (this.closed.has(event.document) ? this.open(event.document) : next(event)),
    didClose: async (document, next) => {
      this.deleted.delete(document.uri.toString())
      if (this.closed.delete(document)) return
      await next(document)
      // Where one of two registrations of files ends, vscode-languageclient 11.0 closes files of the other one, too:
      // its loop over the open files goes on in the selectors where it was at the file before.
      const feature = this.getClient().getFeature(DidOpenTextDocumentNotification.method)
      if (!document.isClosed) await feature.getProvider(document)?.send(document)
    },
  }

  /** Watches files and tabs. */
  watch(): readonly vscode.Disposable[] {
    const watcher = vscode.workspace.createFileSystemWatcher('**', false, true, false)
    return [
      watcher,
      watcher.onDidDelete(uri => this.takeDeleted(uri)),
      watcher.onDidCreate(uri => this.takeCreated(uri)),
      // Watchers are late, and missing on some disks.
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        for (const uri of files) this.takeDeleted(uri)
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => this.compareWithTabs()),
      this.getClient().onDidChangeState(({ newState }) => {
        // A new server is told of all documents that VS Code has.
        if (newState === State.Running) for (const document of this.closed) this.close(document)
      }),
    ]
  }

  /** @param uri a file, or a folder with all its files */
  private takeDeleted(uri: vscode.Uri): void {
    const gone = uri.toString()
    for (const document of vscode.workspace.textDocuments) {
      const key = document.uri.toString()
      if (key === gone || key.startsWith(`${gone}/`)) this.deleted.add(key)
    }
    if (this.deleted.size > 0) this.compareWithTabs()
  }

  private takeCreated(uri: vscode.Uri): void {
    // Many files can be created at once.
    if (this.deleted.size === 0 || !this.deleted.delete(uri.toString())) return
    for (const document of this.closed) if (document.uri.toString() === uri.toString()) void this.open(document)
  }

  private compareWithTabs(): void {
    for (const document of this.closed) if (isInTab(document.uri)) void this.open(document)
    if (this.deleted.size === 0) return
    for (const document of this.openDocuments()) {
      const isKept = this.closed.has(document) || document.isDirty || isInTab(document.uri)
      if (this.deleted.has(document.uri.toString()) && !isKept) this.close(document)
    }
  }

  /** The documents that the client has told the server of. */
  private openDocuments(): readonly vscode.TextDocument[] {
    const feature = this.getClient().getFeature(DidOpenTextDocumentNotification.method)
    return [...feature.openDocuments]
  }

  private close(document: vscode.TextDocument): void {
    const client = this.getClient()
    this.closed.add(document)
    const params = client.code2ProtocolConverter.asCloseTextDocumentParams(document)
    void client.sendNotification(DidCloseTextDocumentNotification.type, params)
  }

  private open(document: vscode.TextDocument): Promise<void> {
    const client = this.getClient()
    this.closed.delete(document)
    const params = client.code2ProtocolConverter.asOpenTextDocumentParams(document)
    return client.sendNotification(DidOpenTextDocumentNotification.type, params)
  }
}
