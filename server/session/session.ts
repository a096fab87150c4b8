import {
  CancellationToken,
  type CodeAction,
  type Connection,
  FileChangeType,
  type InitializeParams,
  type Position,
  type Range,
  TextDocuments,
} from 'vscode-languageserver'
import { type FolderEntry, tagsWithFiles } from '../../shared/check/linked-files.ts'
import { configFileName } from '../../shared/config/config.ts'
import { setTextsAddress } from '../../shared/domains/texts/catalogs.ts'
import { speakLanguage } from '../../shared/domains/texts/speak-language.ts'
import type { FoundValue, ValueQuery } from '../../shared/index/value-search.ts'
import {
  earlierDescriptorRequest,
  earlierDescriptorsChangedNotification,
} from '../../shared/protocol/earlier-descriptors.ts'
import { send } from '../../shared/protocol/request.ts'
import type { KnownPlaces } from '../features/dependency-fixes.ts'
import type { DomainFiles } from '../features/extend-domain.ts'
import type { FileReader } from '../platform/file-reader.ts'
import type { Platform } from '../platform/platform.ts'
import type { CountElsewhere } from '../refactorings/change-all.ts'
import type { DescriptorText } from '../snapshot/json-snapshot.ts'
import { RecordHandles } from '../snapshot/record-handles.ts'
import type { Client, Snapshot } from '../snapshot/snapshot.ts'
import { onEachHour, readClient } from './client.ts'
import { ClientSettings } from './client-settings.ts'
import { ClosedProblems } from './closed-problems.ts'
import type { InstalledDomains } from './config/installed-domains.ts'
import { configsAbove } from './config/workspace-folders.ts'
import { CurrentFiles } from './current-files.ts'
import type { DescriptorStore } from './descriptor-store.ts'
import { hasRecords, isJsonDocument, type OpenDocument, openDocuments } from './document.ts'
import type { EarlierSource } from './earlier-descriptors.ts'
import { createGuard } from './guard.ts'
import { JsonFiles } from './json-files.ts'
import { LargeFiles } from './large-files.ts'
import { LastingReader } from './lasting-reader.ts'
import { LateWork } from './late-work.ts'
import { FilesOfRecords } from './linked-files.ts'
import { MemoryBudget } from './memory-budget.ts'
import { OwnEdits } from './own-edits.ts'
import { Publisher } from './publisher.ts'
import { PullDiagnostics } from './pull-diagnostics.ts'
import { Registrations } from './registrations.ts'
import { ShownProblems } from './shown-problems.ts'
import { Workspace } from './workspace.ts'
import { WorkspaceReader } from './workspace-reader.ts'

/**
 * The session of one client, from its `initialize` on: connects what the client sends (changes of documents, files,
 * settings and folders) with what the server knows, and sends problems after each change.
 */
export class Session {
  readonly client: Client
  readonly documents: TextDocuments<OpenDocument>
  /** The names of records for views that outlive a version of a file. */
  readonly handles = new RecordHandles()
  /** What the server has changed in open files. */
  readonly ownEdits = new OwnEdits()
  readonly descriptors: DescriptorStore
  /** The descriptors that come from elsewhere. */
  readonly installed: InstalledDomains
  /** The files as they are now. */
  readonly files: CurrentFiles
  /** The files that records name. */
  private readonly linked: FilesOfRecords
  private readonly looking = new LateWork(() => this.lookAtLinked(), lookPause)
  /** The check of open Markdown files again: their records refer to those of other files. */
  private readonly checkingMarkdown = new LateWork(async () => this.checkAllMarkdown(), lookPause)
  /** The open files whose linked files are to be looked at, with whether what is known of them may be old. */
  private readonly toLookAt = new Map<string, boolean>()
  /** What the client was told of problems that it asked for. */
  readonly pulled = new PullDiagnostics()
  private readonly json = new JsonFiles()
  private readonly budget: MemoryBudget
  private readonly workspace: Workspace
  private readonly publisher: Publisher
  private readonly large: LargeFiles
  private readonly registrations: Registrations
  /** Tells how many problems are the same in all files but one. */
  readonly countElsewhere: CountElsewhere
  private readonly reader: WorkspaceReader
  /** Reads and searches single files. */
  private readonly single: LastingReader
  private readonly closed: ClosedProblems
  /** The settings and the folders of the workspace. */
  readonly settings: ClientSettings
  /** What forgets the results of rules that read the current time. */
  private readonly timed: (() => void)[] = []
  /** The last reading of the workspace's files. */
  private reading: Promise<void> = Promise.resolve()
  /** The reading of the files whose changes the client has told. */
  private changesRead: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly connection: Connection,
    private readonly platform: Platform,
    params: InitializeParams,
  ) {
    const { json } = this
    const { capabilities } = params
    this.client = readClient(params, platform.codesPage)
    setTextsAddress(this.client.textsAddress)
    speakLanguage(this.client.language)
    this.descriptors = json.descriptors
    this.installed = json.configs.installed
    this.budget = new MemoryBudget(platform.heapLimit)
    this.workspace = new Workspace(json.descriptors.registry, json.configs, this.budget)
    this.documents = new TextDocuments(
      openDocuments(
        (text, uri) => this.workspace.begin(uri, text),
        this.budget,
        (...change) => this.handles.edited(...change),
        (...changes) => this.ownEdits.partsOf(...changes),
      ),
    )
    this.linked = new FilesOfRecords(platform.fileSystem.linked, json.configs)
    this.files = new CurrentFiles(this.documents, platform.fileSystem, this.workspace, json, this.client, this.linked)
    const startReader = (files: number): FileReader => {
      const descriptors = [...json.descriptors.registry.domains.values()].map(({ written }) => written)
      const { codesPage, hasRelatedInformation, hasDeprecatedTags, language } = this.client
      return platform.startReader(
        { descriptors, client: { codesPage, hasRelatedInformation, hasDeprecatedTags, language } },
        files,
      )
    }
    this.single = new LastingReader(() => startReader(1))
    const shown = new ShownProblems(connection, this.client)
    this.countElsewhere = (uri, problem) =>
      this.json.configs.reportsClosedFiles ? shown.countElsewhere(uri, problem) : undefined
    this.closed = new ClosedProblems(
      connection,
      this.client,
      this.documents,
      json,
      this.workspace,
      this.single,
      shown,
      () => this.publisher.tellStopped(),
    )
    this.publisher = new Publisher(
      connection,
      this.client,
      capabilities,
      this.documents,
      this.files,
      this.workspace,
      json,
      this.closed,
      shown,
      () => {
        this.pulled.changed()
        if (this.openMarkdown().length > 0) this.checkingMarkdown.schedule()
      },
    )
    const { guard } = createGuard(connection.console)
    this.large = new LargeFiles(this.documents, this.files, this.workspace, this.publisher, guard)
    this.registrations = new Registrations(connection, capabilities)
    this.reader = new WorkspaceReader(
      connection,
      platform.fileSystem,
      startReader,
      this.documents,
      json,
      this.workspace,
      this.registrations,
      this.publisher,
      this.closed,
      () => this.large.whenAllRead(),
    )
    if (this.client.tellsEarlierDescriptors) json.earlier.begin(this.earlierSource())
    this.settings = new ClientSettings(connection, params, this.registrations, () => this.reload())
    this.configure()
  }

  /** Listens to all that changes. */
  listen(): void {
    const { connection, documents, files, large, reader, publisher } = this
    connection.onInitialized(() => {
      this.registrations.registerMarkdown(this.client.pullsDiagnostics)
      this.reading = this.settings.begin()
    })
    // What is found from now on could not be sent any more.
    connection.onShutdown(() => {
      this.closed.reset()
      this.looking.cancel()
      this.checkingMarkdown.cancel()
      this.json.earlier.stop()
    })
    onEachHour(() => {
      for (const forget of this.timed) forget()
      publisher.checkTimed()
    })
    connection.onDidChangeConfiguration(({ settings }) =>
      this.settings.change((settings as { recline?: unknown } | null)?.recline),
    )
    connection.onDidChangeWatchedFiles(async ({ changes }) => {
      const read = reader.readChanged(
        changes.map(({ uri, type }) => ({ uri, isDeleted: type === FileChangeType.Deleted })),
      )
      this.changesRead = Promise.allSettled([this.changesRead, read])
      await read
      publisher.checkAffected()
      this.json.earlier.recount()
    })
    connection.onNotification(earlierDescriptorsChangedNotification.method, () => this.json.earlier.askAgain())
    documents.onDidSave(({ document: { uri } }) => this.lookLater(uri, true))
    documents.onDidOpen(({ document }) => {
      const { kind, uri } = document
      this.lookLater(uri, true)
      if (kind === 'descriptor' && uri.startsWith('file:')) void this.json.earlier.add(uri)
      if (hasRecords(document) && !this.json.configs.folders.has(uri)) void reader.readConfigsAbove(uri)
    })
    documents.onDidChangeContent(({ document }) => {
      if (isJsonDocument(document)) return reader.takeJson(document.uri, document.text.getText())
      if (document.kind === 'too large') this.workspace.leaveUnread(document.uri)
      if (document.kind === 'markdown' && !files.takeMarkdown(document)) publisher.checkMarkdown(document.uri)
      else if (files.readerOf(document.uri)) large.open(document.uri)
      else publisher.checkChanged(document.uri)
      this.lookLater(document.uri, false)
    })
    documents.onDidClose(async ({ document }) => {
      const { uri } = document
      this.budget.release(uri)
      if (!isJsonDocument(document)) {
        this.workspace.close(uri)
        publisher.close(uri)
      }
      this.json.earlier.remove(uri)
      this.linked.close(uri)
      await reader.readChanged([{ uri, isDeleted: false }])
      publisher.checkAffected()
    })
    documents.listen(connection)
  }

  /** Forgets by a function, each hour, what rules have found that read the current time. */
  forgetEachHour(forget: () => void): void {
    this.timed.push(forget)
  }

  /** The descriptors of the workspace as they are now, with the paths of their domains. */
  descriptorTexts(): (DescriptorText & { readonly domain: string | undefined })[] {
    return this.descriptors.texts().map(descriptor => ({ ...descriptor, version: this.versionOf(descriptor.uri) }))
  }

  /** The descriptors and configurations of the workspace, as quick fixes change them. */
  readonly domainFiles: DomainFiles & KnownPlaces = {
    knownBeside: config => this.installed.knownIn(config.slice(0, config.lastIndexOf('/'))),
    descriptorOf: domain => this.descriptorTexts().find(descriptor => descriptor.domain === domain),
    configOf: uri => {
      const nearest = new Set(configsAbove(uri))
      const configs = this.jsonTexts().filter(config => nearest.has(config.uri))
      return configs.sort((one, other) => other.uri.length - one.uri.length)[0]
    },
    newDescriptor: (uri, name) => {
      const above = this.domainFiles.configOf(uri)?.uri ?? uri
      const place = `${above.slice(0, above.lastIndexOf('/'))}/${name}.domain.json`
      const isTaken = this.descriptorTexts().some(descriptor => descriptor.uri === place)
      return !isTaken && this.json.configs.hasDescriptor(place) ? place : undefined
    },
    newConfig: uri => {
      const folder = this.json.configs.folders.uris.find(one => uri.startsWith(`${one}/`))
      // In VS Code for the web, the folders of the workspace are no files of the computer.
      if (folder !== undefined) return `${folder}/${configFileName}`
      return uri.startsWith('file:') ? `${uri.slice(0, uri.lastIndexOf('/'))}/${configFileName}` : undefined
    },
  }

  /** The descriptors and configurations of the workspace as they are now. */
  jsonTexts(): DescriptorText[] {
    const configs = this.json.configs.texts().map(config => ({ ...config, version: this.versionOf(config.uri) }))
    return [...this.descriptorTexts(), ...configs]
  }

  /** The name of a file for the user: its path in the workspace. */
  readonly nameOf = (uri: string): string => this.json.configs.folders.pathOf(uri)

  /** The version of an open document; null if it is not open. */
  versionOf(uri: string): number | null {
    return this.documents.get(uri)?.version ?? null
  }

  /** Checks a file that the client is about to open and is still loading, so that its problems are ready then. */
  async readAhead(uri: string): Promise<void> {
    if (this.documents.get(uri)) return
    const text = await this.platform.fileSystem.read(uri)
    if (text !== undefined && !this.documents.get(uri)) this.workspace.readAhead(uri, text)
  }

  /** Searches the values of all records, as `CurrentFiles` does. */
  searchValues(wanted: ValueQuery, isCancelled: () => boolean): Promise<ReadonlyMap<string, readonly FoundValue[]>> {
    return this.files.searchValues(this.single, wanted, isCancelled)
  }

  /** Waits until an open file is read that is read in parts; undefined if no part of it is missing. */
  whenOpen(uri: string): Promise<void> | undefined {
    return this.large.whenRead(uri)
  }

  /** Waits until the files of the workspace are read, or reading them has failed. */
  async whenRead(): Promise<void> {
    let { reading } = this
    for (;;) {
      await reading
      if (reading === this.reading) return
      reading = this.reading
    }
  }

  /**
   * Waits until the index has the records of all files of the workspace as they are after all changes that the client
   * has told, or reading them has failed.
   *
   * @returns false if the request was cancelled meanwhile
   */
  async whenIndexed(token: CancellationToken): Promise<boolean> {
    const cancelled = new Promise<false>(resolve => {
      if (token.isCancellationRequested) resolve(false)
      token.onCancellationRequested(() => resolve(false))
    })
    for (;;) {
      const { changesRead } = this
      const indexing = this.reader.indexing ?? this.reading
      const read = Promise.allSettled([indexing, changesRead]).then(() => true)
      if (!(await Promise.race([read, cancelled]))) return false
      if (indexing === (this.reader.indexing ?? this.reading) && changesRead === this.changesRead) return true
    }
  }

  /** Waits until all files are read and all problems are sent, and does what would be done after a pause. */
  async whenIdle(): Promise<void> {
    const { closed, large } = this
    const { earlier } = this.json
    for (;;) {
      const { changesRead } = this
      await this.whenRead()
      await changesRead
      await large.whenAllRead()
      await closed.finish()
      await earlier.finish()
      await this.looking.finish()
      await this.checkingMarkdown.finish()
      const isDue = [closed, earlier, this.looking, this.checkingMarkdown].some(work => work.isDue)
      if (changesRead === this.changesRead && !isDue) return
    }
  }

  /** The names of files and folders that complete the path at a position of an open file. */
  async pathsAt(uri: string, position: Position): Promise<readonly FolderEntry[]> {
    const snapshot = this.whenOpen(uri) ? undefined : this.files.openRecords(uri)
    return snapshot ? this.linked.namesAt(snapshot, position) : []
  }

  /** The actions that write the hashes of the files that a record names. */
  async hashActions(uri: string, range: Range): Promise<CodeAction[]> {
    const snapshot = this.whenOpen(uri) ? undefined : this.files.openRecords(uri)
    const actions = snapshot ? await this.linked.hashActions(snapshot, range) : []
    // The file may have changed while the hash was computed.
    return this.versionOf(uri) === snapshot?.version ? actions : []
  }

  /** Looks whether the files are there that the records of a file name, so that its problems say so. */
  async lookAtFiles(snapshot: Snapshot): Promise<void> {
    await this.linked.look(snapshot, true)
  }

  /** The files with records that may name some files or folders, or are one of them. */
  async *snapshotsWithFiles(uris: readonly string[]): AsyncGenerator<Snapshot> {
    if (!this.platform.fileSystem.linked || tagsWithFiles(this.descriptors.registry).size === 0) return
    const names = uris.map(uri => decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1)))
    for await (const [uri, text] of this.files.texts()) {
      const isRenamed = uris.some(renamed => uri === renamed || uri.startsWith(`${renamed}/`))
      if (text === undefined || (!isRenamed && !names.some(name => text.includes(name)))) continue
      const snapshot = await this.files.read(uri)
      if (snapshot) yield snapshot
    }
  }

  /** Looks after a pause whether the files are there that the records of an open file name. */
  private lookLater(uri: string, isFresh: boolean): void {
    const document = this.documents.get(uri)
    if (!this.platform.fileSystem.linked || !document || !hasRecords(document)) return
    this.toLookAt.set(uri, isFresh || (this.toLookAt.get(uri) ?? false))
    this.looking.schedule()
  }

  private async lookAtLinked(): Promise<void> {
    await this.whenRead()
    for (const [uri, isFresh] of [...this.toLookAt]) {
      this.toLookAt.delete(uri)
      await this.whenOpen(uri)
      const snapshot = this.files.openRecords(uri)
      if (snapshot && (await this.linked.look(snapshot, isFresh)) && this.versionOf(uri) !== null)
        this.publisher.checkLinked(uri)
    }
  }

  /** The open Markdown files with records. */
  private openMarkdown(): OpenDocument[] {
    return this.documents.all().filter(document => document.kind === 'markdown' && hasRecords(document))
  }

  private checkAllMarkdown(): void {
    for (const { uri } of this.openMarkdown()) this.publisher.checkMarkdown(uri)
  }

  private earlierSource(): EarlierSource {
    const { guardAsync } = createGuard(this.connection.console)
    return {
      ask: uri =>
        guardAsync(`The last commit of ${uri}`, () => send(this.connection, earlierDescriptorRequest, { uri })),
      whenRead: () => this.whenIndexed(CancellationToken.None),
      texts: () => this.files.texts(),
      changed: () => this.publisher.checkJson(),
    }
  }

  private configure(): void {
    this.json.configs.configure(this.settings.current, this.settings.folders)
  }

  private reload(): Promise<void> {
    this.configure()
    this.reading = this.reader.reload()
    return this.reading
  }
}

/** How long nobody must have typed before what depends on other files is looked at, in milliseconds. */
const lookPause = 500
