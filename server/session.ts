import {
  CodeActionKind, CodeActionRequest, CodeLensRefreshRequest, DidChangeConfigurationNotification, DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification, DidCloseTextDocumentNotification, DidOpenTextDocumentNotification, FileChangeType, TextDocuments,
  TextDocumentSyncKind, type Connection, type InitializeParams,
} from 'vscode-languageserver'
import { domainsChangedMethod, fileDomainsMethod, type FileDomains } from '../shared/protocol.ts'
import { readClient, readOptions } from './client.ts'
import { DescriptorStore } from './descriptor-store.ts'
import { openDocuments, type DescriptorDocument } from './document.ts'
import { diagnostics } from './features/diagnostics.ts'
import type { OtherFile } from './features/rename.ts'
import type { Platform } from './platform.ts'
import type { FileDiagnostics } from './pull-diagnostics.ts'
import { listFiles, readInBackground } from './scan.ts'
import { defaultSettings, readSettings, type Settings } from './settings.ts'
import type { Client, Snapshot } from './snapshot.ts'
import { fileDomains, Workspace } from './workspace.ts'

/**
 * One client's session: what comes in over the connection and changes what the server knows (open files, files on disk,
 * settings, descriptors), and the problems that go out after each change.
 */
export class Session {
  readonly documents = new TextDocuments(openDocuments)
  readonly descriptors = new DescriptorStore()
  settings: Settings = defaultSettings
  private workspace!: Workspace
  private client!: Client
  private capabilities!: InitializeParams['capabilities']
  private folders: readonly string[] = []
  private readonly shownDomains = new Map<string, string>()
  private shownRegistry = this.descriptors.registry
  /** Counts the readings of all files, so that one that is overtaken ends. */
  private reading = 0

  constructor(private readonly connection: Connection, private readonly platform: Platform) {}

  /** Takes what the client says of itself at the start. */
  initialize(params: InitializeParams): Client {
    const root = params.rootUri ? [params.rootUri] : []
    this.folders = (params.workspaceFolders?.map(({ uri }) => uri) ?? root).map(withoutSlash)
    this.settings = readSettings(readOptions(params.initializationOptions).settings)
    this.capabilities = params.capabilities
    this.client = readClient(params, this.platform.codesPage)
    this.workspace = new Workspace(this.descriptors.registry, this.settings, this.client, this.folders)
    return this.client
  }

  /** Listens to all that changes, from when the client is ready. */
  listen(): void {
    const { connection, documents } = this
    connection.onInitialized(() => this.begin())
    connection.onDidChangeConfiguration(({ settings }) => this.configure((settings as { recline?: unknown } | null)?.recline))
    connection.onDidChangeWatchedFiles(async ({ changes }) => {
      for (const { uri, type } of changes) await this.takeFromDisk(uri, type === FileChangeType.Deleted)
      this.checkAffected()
    })
    documents.onDidChangeContent(({ document }) => {
      if (document.kind === 'descriptor') return this.takeDescriptor(document)
      this.check(document.uri)
      this.checkAffected()
    })
    documents.onDidClose(async ({ document: { kind, uri } }) => {
      if (kind === 'records') {
        this.workspace.close(uri)
        this.shownDomains.delete(uri)
        this.publish({ uri, version: null, diagnostics: [] })
      }
      await this.takeFromDisk(uri, false)
      this.checkAffected()
    })
    documents.listen(connection)
  }

  /** A file as it is now; undefined for one that is not open or has no records. */
  snapshot(uri: string): Snapshot | undefined {
    const document = this.documents.get(uri)
    return document?.kind === 'records' ? this.workspace.snapshot(document) : undefined
  }

  /** The records of all files. */
  get index(): Snapshot['index'] {
    return this.workspace.records
  }

  /** Any files of the workspace, checked, as editors or else the disk have them; one that cannot be read is missing. */
  async readFiles(uris: readonly string[]): Promise<Map<string, OtherFile>> {
    const files = new Map<string, OtherFile>()
    for (const uri of uris) {
      const open = this.snapshot(uri)
      const text = open ? undefined : await this.platform.files.read(uri)
      if (open) files.set(uri, open)
      else if (text !== undefined) files.set(uri, { file: this.workspace.check(uri, text), version: null })
    }
    return files
  }

  /** The problems of a file that is open; undefined for one that is not. */
  diagnosticsOf(uri: string): FileDiagnostics | undefined {
    const document = this.documents.get(uri)
    if (document?.kind === 'descriptor') return { uri, version: document.version, diagnostics: this.descriptors.diagnostics(uri, this.settings, this.client.codesPage) }
    const snapshot = this.snapshot(uri)
    return snapshot && { uri, version: snapshot.version, diagnostics: diagnostics(snapshot) }
  }

  /** The problems of all files of the workspace, worked out one after the other. */
  async *allDiagnostics(): AsyncGenerator<FileDiagnostics> {
    for (const uri of this.descriptors.uris()) yield { uri, version: null, diagnostics: this.descriptors.diagnostics(uri, this.settings, this.client.codesPage) }
    for (const uri of [...this.index.uris()]) {
      const open = this.diagnosticsOf(uri)
      const text = open ? undefined : await this.platform.files.read(uri)
      if (open) yield open
      else if (text !== undefined) yield { uri, version: null, diagnostics: diagnostics(this.workspace.snapshotOnDisk(uri, text)) }
    }
  }

  private async begin(): Promise<void> {
    const { connection, capabilities: { workspace } } = this
    if (workspace?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = removed.map(({ uri }) => withoutSlash(uri))
        this.folders = [...this.folders.filter(folder => !gone.includes(folder)), ...added.map(({ uri }) => withoutSlash(uri))]
        void this.readAnew()
      })
    }
    const refused = (error: unknown): void => connection.console.warn(`The client refused to tell of changes: ${String(error)}`)
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration) {
      const watchers = ['**/*.rec', '**/*.json'].map(globPattern => ({ globPattern }))
      connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(refused)
    }
    if (workspace?.didChangeConfiguration?.dynamicRegistration) {
      connection.client.register(DidChangeConfigurationNotification.type, { section: 'recline' }).catch(refused)
    }
    await this.configure()
    this.followDescriptors(refused)
  }

  /**
   * Has the client tell of descriptors in its editors, and ask for their fixes. For all else they are files like any
   * other: an editor has a formatter and completion of its own for JSON.
   */
  private followDescriptors(refused: (error: unknown) => void): void {
    const { connection, capabilities: { textDocument }, settings } = this
    const documentSelector = settings.descriptors.map(pattern => ({ pattern }))
    if (textDocument?.synchronization?.dynamicRegistration) {
      connection.client.register(DidOpenTextDocumentNotification.type, { documentSelector }).catch(refused)
      connection.client.register(DidChangeTextDocumentNotification.type, { documentSelector, syncKind: TextDocumentSyncKind.Incremental }).catch(refused)
      connection.client.register(DidCloseTextDocumentNotification.type, { documentSelector }).catch(refused)
    }
    if (textDocument?.codeAction?.dynamicRegistration) {
      connection.client.register(CodeActionRequest.type, { documentSelector, codeActionKinds: [CodeActionKind.QuickFix] }).catch(refused)
    }
  }

  /** The settings, asked for where the client answers that, else those that came with a notification or at the start. */
  private async configure(pushed?: unknown): Promise<void> {
    if (this.capabilities.workspace?.configuration) this.settings = await this.askForSettings()
    else if (pushed !== undefined) this.settings = readSettings(pushed)
    await this.readAnew()
  }

  /** What the client answers; without an answer the settings stay as they are. */
  private async askForSettings(): Promise<Settings> {
    try {
      return readSettings(await this.connection.workspace.getConfiguration('recline'))
    } catch (error) {
      this.connection.console.warn(`The client did not tell the settings, so the last ones hold: ${String(error)}`)
      return this.settings
    }
  }

  /**
   * Reads the descriptors, checks the open files, then reads all others; only then is it known which references lead
   * nowhere.
   */
  private async readAnew(): Promise<void> {
    const number = ++this.reading
    const isStale = (): boolean => number !== this.reading
    const { connection, platform: { files }, folders, settings } = this
    const { include, exclude } = settings.files
    const descriptors = new Set(await listFiles(connection, files, folders, settings.descriptors, exclude))
    for (const uri of descriptors) {
      const text = await files.read(uri)
      // While it was read it may have been opened: then it is what the editor says.
      if (!this.documents.get(uri)) this.descriptors.take(uri, text)
    }
    // Those of folders or globs that are no longer there count no more.
    for (const uri of [...this.descriptors.uris()].filter(known => !descriptors.has(known) && !this.documents.get(known))) {
      this.descriptors.take(uri, undefined)
      this.publish({ uri, version: null, diagnostics: [] })
    }
    if (isStale()) return
    this.workspace.configure({ settings, folders, registry: this.descriptors.registry })
    this.showRegistry()
    this.checkAll()
    const uris = await listFiles(connection, files, folders, include, exclude)
    const isComplete = await readInBackground(connection, files, uris, (uri, text) => this.workspace.takeFile(uri, text), isStale)
    if (isStale()) return
    if (!isComplete) return connection.console.warn('Reading the files of the workspace was cancelled, so references are not checked.')
    this.workspace.completeIndex()
    this.checkAll()
  }

  /** Takes a file as it is on disk; one that is open is what the editor says. */
  private async takeFromDisk(uri: string, isGone: boolean): Promise<void> {
    const isDescriptor = this.workspace.hasDescriptor(uri)
    // What is outside the workspace counts only while it is open.
    if (!isDescriptor && !this.workspace.hasFile(uri)) return this.workspace.takeFile(uri, undefined)
    const text = isGone ? undefined : await this.platform.files.read(uri)
    if (this.documents.get(uri)) return
    if (isDescriptor) this.takeDomains(uri, text)
    else this.workspace.takeFile(uri, text)
  }

  private takeDescriptor({ uri, text }: DescriptorDocument): void {
    if (this.workspace.hasDescriptor(uri)) this.takeDomains(uri, text.getText())
  }

  /** Takes a descriptor; where the domains are others by it, every file is checked by the new ones. */
  private takeDomains(uri: string, text: string | undefined): void {
    const hasChanged = this.descriptors.take(uri, text)
    if (text === undefined) this.publish({ uri, version: null, diagnostics: [] })
    this.checkDescriptors()
    if (hasChanged) void this.readAnew()
  }

  private checkAll(): void {
    for (const uri of this.documents.keys()) this.check(uri)
    this.checkDescriptors()
    this.workspace.takeAffected()
    this.refresh()
  }

  /** Checks the open files among those that a change elsewhere concerns. */
  private checkAffected(): void {
    const affected = this.workspace.takeAffected()
    for (const uri of affected) this.check(uri)
    if (affected.size > 0) this.refresh()
  }

  /** The problems of all descriptors, open or not: a change of one can make two define the same domain. */
  private checkDescriptors(): void {
    for (const uri of this.descriptors.uris()) {
      this.publish({ uri, version: null, diagnostics: this.descriptors.diagnostics(uri, this.settings, this.client.codesPage) })
    }
  }

  private check(uri: string): void {
    try {
      const snapshot = this.snapshot(uri)
      if (!snapshot) return
      if (!this.client.pullsDiagnostics) this.publish({ uri, version: snapshot.version, diagnostics: diagnostics(snapshot) })
      this.showDomains(fileDomains(snapshot))
    } catch (error) {
      this.connection.console.error(`The check of ${uri} failed: ${error instanceof Error ? error.stack ?? error.message : String(error)}`)
    }
  }

  /** Sends a file's problems to a client that does not ask for them. */
  private publish({ uri, version, diagnostics }: FileDiagnostics): void {
    if (!this.client.pullsDiagnostics) void this.connection.sendDiagnostics({ uri, diagnostics, ...(version !== null && { version }) })
  }

  /** Has the client ask again for what hangs on other files, where it can be told to. */
  private refresh(): void {
    const { workspace } = this.capabilities
    const refused = (): void => {}
    if (workspace?.codeLens?.refreshSupport) this.connection.sendRequest(CodeLensRefreshRequest.type).catch(refused)
    if (workspace?.inlayHint?.refreshSupport) this.connection.languages.inlayHint.refresh().catch(refused)
    if (this.client.pullsDiagnostics && workspace?.diagnostics?.refreshSupport) this.connection.languages.diagnostics.refresh().catch(refused)
  }

  private showRegistry(): void {
    const { registry } = this.descriptors
    if (this.shownRegistry === registry) return
    this.shownRegistry = registry
    void this.connection.sendNotification(domainsChangedMethod)
  }

  private showDomains(domains: FileDomains): void {
    const shown = JSON.stringify(domains)
    if (this.shownDomains.get(domains.uri) === shown) return
    this.shownDomains.set(domains.uri, shown)
    void this.connection.sendNotification(fileDomainsMethod, domains)
  }
}

const withoutSlash = (uri: string): string => uri.replace(/\/$/, '')
