import { type Connection, FileChangeType, type InitializeParams, TextDocuments } from 'vscode-languageserver'
import { configFileName } from '../../shared/config/config.ts'
import type { FileFacts } from '../../shared/index/file-facts.ts'
import type { ListFilesParams } from '../../shared/protocol/files.ts'
import { readInitializationOptions } from '../../shared/protocol/initialization-options.ts'
import { diagnostics } from '../features/diagnostics.ts'
import type { Platform } from '../platform/platform.ts'
import { type EditorSettings, readSettings } from '../snapshot/settings.ts'
import type { Client } from '../snapshot/snapshot.ts'
import { readClient } from './client.ts'
import { type ConfigStore, configsAbove, isConfigFile } from './config-store.ts'
import { CurrentFiles } from './current-files.ts'
import type { DescriptorStore } from './descriptor-store.ts'
import { openDocuments } from './document.ts'
import { Following } from './follow.ts'
import { JsonFiles } from './json-files.ts'
import { Outgoing } from './outgoing.ts'
import { listFiles, nextTurn, readInBackground } from './read-workspace.ts'
import { warnIfSlow } from './slow.ts'
import { fileDomains, Workspace } from './workspace.ts'

/**
 * One client's session: what comes in over the connection and changes what the server knows (open files, files on disk,
 * settings, configurations, descriptors), and the problems that go out after each change.
 */
export class Session {
  readonly documents = new TextDocuments(openDocuments((text, uri) => this.workspace.read(uri, text)))
  private readonly json = new JsonFiles()
  readonly descriptors = this.json.descriptors
  private readonly configs = this.json.configs
  private initialSettings: unknown
  private own: EditorSettings = readSettings(undefined)
  private workspace!: Workspace
  private following!: Following
  private outgoing!: Outgoing
  /** The files as they are now. */
  files!: CurrentFiles
  private client!: Client
  private capabilities!: InitializeParams['capabilities']
  private folders: readonly string[] = []
  /** Counts the readings of all files, so that one that is overtaken ends. */
  private reading = 0
  /** The files that changed on disk since the last reading began, or since it began to read them: which it may not have listed, or have read before that. */
  private readonly changed = new Set<string>()
  /** The last time that each file began to be read for a change: what an earlier one brings later is older. */
  private readonly lastRead = new Map<string, symbol>()
  /** Whether the last reading has come past the files that say how records are read. */
  private hasReadJson = false

  constructor(
    private readonly connection: Connection,
    private readonly platform: Platform,
  ) {}

  /** Takes what the client says of itself at the start. */
  initialize(params: InitializeParams): Client {
    const root = params.rootUri ? [params.rootUri] : []
    this.folders = (params.workspaceFolders?.map(({ uri }) => uri) ?? root).map(withoutSlash)
    this.initialSettings = readInitializationOptions(params.initializationOptions).settings
    this.own = readSettings(this.initialSettings)
    this.configs.configure(this.own, this.folders)
    this.capabilities = params.capabilities
    this.client = readClient(params, this.platform.codesPage)
    this.workspace = new Workspace(this.descriptors.registry, this.configs, this.client)
    this.files = new CurrentFiles(this.documents, this.platform.files, this.workspace, this.json, this.client.codesPage)
    this.outgoing = new Outgoing(this.connection, this.client, params.capabilities, this.descriptors.registry)
    this.following = new Following(this.connection, params.capabilities)
    return this.client
  }

  /** Listens to all that changes, from when the client is ready. */
  listen(): void {
    const { connection, documents } = this
    connection.onInitialized(() => this.begin())
    connection.onDidChangeConfiguration(({ settings }) =>
      this.configure((settings as { recline?: unknown } | null)?.recline),
    )
    connection.onDidChangeWatchedFiles(async ({ changes }) => {
      for (const { uri, type } of changes) await this.takeFromDisk(uri, type === FileChangeType.Deleted)
      this.checkAffected()
    })
    documents.onDidOpen(({ document: { kind, uri } }) => {
      if (kind === 'records' && !this.configs.hasFolder(uri)) void this.readConfigsAbove(uri)
    })
    documents.onDidChangeContent(({ document }) => {
      if (document.kind !== 'records') return this.takeJson(document.uri, document.text.getText())
      this.check(document.uri)
      this.checkAffected()
    })
    documents.onDidClose(async ({ document: { kind, uri } }) => {
      if (kind === 'records') {
        this.workspace.close(uri)
        this.outgoing.forget(uri)
      }
      await this.takeFromDisk(uri, false)
      this.checkAffected()
    })
    documents.listen(connection)
  }

  /** Checks a file that the client is about to open and has yet to load, so that all is known by then. */
  async readAhead(uri: string): Promise<void> {
    if (this.documents.get(uri)) return
    const text = await this.platform.files.read(uri)
    if (text !== undefined && !this.documents.get(uri)) this.workspace.readAhead(uri, text)
  }

  private async begin(): Promise<void> {
    const {
      connection,
      capabilities: { workspace },
    } = this
    if (workspace?.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = removed.map(({ uri }) => withoutSlash(uri))
        this.folders = [
          ...this.folders.filter(folder => !gone.includes(folder)),
          ...added.map(({ uri }) => withoutSlash(uri)),
        ]
        void this.readAnew()
      })
    }
    this.following.followSettings()
    await this.configure()
  }

  /** The settings, asked for where the client answers that, else those that came with a notification or at the start. */
  private async configure(pushed?: unknown): Promise<void> {
    if (this.capabilities.workspace?.configuration) this.own = await this.askForSettings()
    else if (pushed !== undefined) this.own = readSettings(pushed)
    await this.readAnew()
  }

  /** What the client answers, or else said at the start; where it cannot answer the settings stay as they are. */
  private async askForSettings(): Promise<EditorSettings> {
    try {
      return readSettings((await this.connection.workspace.getConfiguration('recline')) ?? this.initialSettings)
    } catch (error) {
      this.connection.console.warn(`The client did not tell the settings, so the last ones hold: ${String(error)}`)
      return this.own
    }
  }

  /**
   * Reads the configurations and descriptors, checks the open files, then reads all others; only then is it known which
   * references lead nowhere.
   */
  private async readAnew(): Promise<void> {
    const number = ++this.reading
    const isStale = (): boolean => number !== this.reading
    const {
      connection,
      configs,
      platform: { files },
    } = this
    this.hasReadJson = false
    this.changed.clear()
    configs.configure(this.own, this.folders)
    const usual = await listFiles(connection, files, configs.defaultQueries())
    await this.readConfigs(usual, isStale)
    if (isStale()) return
    this.followFiles()
    const listed = configs.isEmpty
      ? usual
      : await listFiles(connection, files, [...configs.descriptorQueries(), ...configs.fileQueries()])
    await this.readJson(
      listed.filter(uri => configs.hasDescriptor(uri)),
      this.descriptors,
      isStale,
    )
    if (isStale()) return
    this.hasReadJson = true
    this.workspace.reset(this.descriptors.registry)
    this.outgoing.showRegistry(this.descriptors.registry)
    this.checkAll()
    const uris = [...new Set([...listed, ...this.changed])].filter(uri => configs.hasFile(uri))
    this.changed.clear()
    const isComplete = await this.readAll(uris, isStale)
    if (isStale() || !isComplete) return
    this.workspace.completeIndex()
    this.checkAll()
  }

  /** Reads the files of the workspace that are not open; tells whether all were read. */
  private async readAll(uris: readonly string[], isStale: () => boolean): Promise<boolean> {
    const { connection, platform, workspace } = this
    if (uris.length === 0) return true
    const reader = platform.startReader(
      [...this.descriptors.registry.domains.values()].map(({ descriptor }) => descriptor),
    )
    try {
      const files = uris.map(uri => workspace.fileToRead(uri))
      // A file that changes meanwhile is read for that, and what the reader brings may be older.
      const take = (uri: string, facts: FileFacts | undefined): Promise<void> | undefined =>
        facts && !this.changed.has(uri) ? workspace.takeFactsInTurns(uri, facts, nextTurn) : undefined
      const isComplete = await readInBackground(connection, reader, files, take, isStale)
      if (!isComplete && !isStale())
        connection.console.warn('Reading the files of the workspace was cancelled, so references are not checked.')
      return isComplete
    } catch (error) {
      connection.console.error(
        `The files of the workspace could not all be read, so references are not checked: ${String(error)}`,
      )
      return false
    } finally {
      reader.close()
    }
  }

  /** Reads the configurations among the files of the workspace, above its folders, and above the files that are open from elsewhere. */
  private async readConfigs(listed: readonly string[], isStale: () => boolean): Promise<void> {
    const { configs } = this
    const elsewhere = this.documents
      .all()
      .filter(({ kind, uri }) => kind === 'records' && !configs.hasFolder(uri))
      .map(({ uri }) => uri)
    const above = [...this.folders, ...elsewhere].flatMap(configsAbove)
    await this.readJson([...listed.filter(isConfigFile), ...above], configs, isStale)
  }

  /** Reads the configurations above a file that is in none of the workspace's folders. */
  private async readConfigsAbove(uri: string): Promise<void> {
    const {
      configs,
      documents,
      platform: { files },
    } = this
    let hasChanged = false
    for (const config of configsAbove(uri)) {
      const text = await files.read(config)
      if (!documents.get(config) && configs.take(config, text) !== 'nothing') hasChanged = true
    }
    if (hasChanged) await this.readAnew()
  }

  /** Reads files that say how records are read. Those of the store that are no longer among them count no more. */
  private async readJson(
    uris: readonly string[],
    store: ConfigStore | DescriptorStore,
    isStale: () => boolean,
  ): Promise<void> {
    const {
      documents,
      platform: { files },
    } = this
    const known = new Set(uris)
    for (const uri of known) {
      const text = await files.read(uri)
      if (isStale()) return
      // While it was read it may have been opened: then it is what the editor says.
      if (!documents.get(uri)) store.take(uri, text)
    }
    for (const uri of [...store.uris()].filter(uri => !known.has(uri) && !documents.get(uri))) {
      store.take(uri, undefined)
      this.outgoing.forget(uri)
    }
  }

  private followFiles(): void {
    const globs = (queries: readonly ListFilesParams[]): string[] => queries.flatMap(({ include }) => include)
    this.following.follow({
      records: globs(this.configs.fileQueries()),
      json: [configFileName, ...globs(this.configs.descriptorQueries())],
      outside: this.folders.flatMap(configsAbove),
    })
  }

  /** Takes a file as it is on disk; one that is open is what the editor says. */
  private async takeFromDisk(uri: string, isGone: boolean): Promise<void> {
    this.changed.add(uri)
    const isJson = this.json.has(uri)
    // What is outside the workspace counts only while it is open.
    if (!isJson && !this.configs.hasFile(uri)) return this.workspace.takeFile(uri, undefined)
    const time = Symbol()
    this.lastRead.set(uri, time)
    const text = isGone ? undefined : await this.platform.files.read(uri)
    if (this.lastRead.get(uri) !== time) return
    this.lastRead.delete(uri)
    if (this.documents.get(uri)) return
    if (isJson) this.takeJson(uri, text)
    else this.workspace.takeFile(uri, text)
  }

  /** Takes a file that may say how records are read; where they are read otherwise by it, every file is checked anew. */
  private takeJson(uri: string, text: string | undefined): void {
    if (!this.json.has(uri)) return
    const change = this.json.take(uri, text)
    if (text === undefined) this.outgoing.forget(uri)
    // What is being read now may be older than this, so that it is read once more.
    if (change === 'view' && this.hasReadJson) {
      this.checkAll()
      return
    }
    this.checkJson()
    if (change !== 'nothing') void this.readAnew()
  }

  private checkAll(): void {
    for (const uri of this.documents.keys()) this.check(uri)
    this.checkJson()
    this.workspace.takeAffected()
    this.outgoing.refresh()
  }

  /** Checks the open files among those that a change elsewhere concerns. */
  private checkAffected(): void {
    const affected = this.workspace.takeAffected()
    for (const uri of affected) this.check(uri)
    if (affected.size > 0) this.outgoing.refresh()
  }

  /** The problems of all files that say how records are read, open or not: they hang on one another. */
  private checkJson(): void {
    for (const uri of this.json.uris())
      this.outgoing.showProblems({ uri, version: null, diagnostics: this.json.diagnostics(uri, this.client.codesPage) })
  }

  private check(uri: string): void {
    try {
      warnIfSlow(
        `The check of ${uri}`,
        sentence => this.connection.console.warn(sentence),
        () => {
          const snapshot = this.files.snapshot(uri)
          if (!snapshot) return
          if (!this.client.pullsDiagnostics)
            this.outgoing.showProblems({ uri, version: snapshot.version, diagnostics: diagnostics(snapshot) })
          this.outgoing.showDomains(fileDomains(snapshot))
        },
      )
    } catch (error) {
      this.connection.console.error(
        `The check of ${uri} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    }
  }
}

const withoutSlash = (uri: string): string => uri.replace(/\/$/, '')
