import type { Connection, TextDocuments } from 'vscode-languageserver'
import { configFileName } from '../../shared/config/config.ts'
import { folderOf } from '../../shared/config/effective-config.ts'
import type { ListFilesParams } from '../../shared/protocol/files.ts'
import { lockFileName } from '../../shared/registry/lock.ts'
import type { FileReader, FileToRead, ReadFile } from '../platform/file-reader.ts'
import type { FileSystem } from '../platform/file-system.ts'
import { readInBackground } from './background-reading.ts'
import type { ClosedProblems } from './closed-problems.ts'
import { readBaseConfigs } from './config/base-configs.ts'
import type { ConfigStore } from './config/config-store.ts'
import { defaultQueries, descriptorQueries, fileQueries } from './config/file-queries.ts'
import { gitIgnoreName, readIgnoredFiles } from './config/ignored-files.ts'
import { readInstalledTexts } from './config/installed-domains.ts'
import { checkOuterGlobs } from './config/outer-descriptors.ts'
import { configsAbove, isConfigFile, pathOfUri } from './config/workspace-folders.ts'
import type { DescriptorStore } from './descriptor-store.ts'
import { hasRecords, isJsonDocument, type OpenDocument } from './document.ts'
import { crashReport } from './guard.ts'
import type { JsonFiles } from './json-files.ts'
import type { Publisher } from './publisher.ts'
import type { Registrations } from './registrations.ts'
import type { Workspace } from './workspace.ts'

/** The names of files whose changes decide which other files are read. */
const readWithAll = [gitIgnoreName, lockFileName]

/**
 * Reads the files of the workspace that are not open: the configurations and descriptors, then the records. Reads a
 * single file again when it changes, and all of them when something changes how they are read.
 *
 * Files change, open and close while others are read. A text that was read counts only if nothing newer is known.
 */
export class WorkspaceReader {
  /** How many reloads began. All but the last are stale, and stop. */
  private reloads = 0
  /** Whether the last reload has read the configurations and descriptors. */
  private hasReadJson = false
  /** Files that changed on disk and that the last reload may have listed or read before. */
  private readonly changed = new Set<string>()
  /** The last read of each file that is in progress; the text of an earlier one is stale. */
  private readonly lastReads = new Map<string, symbol>()

  /** The last reading of all files into the index; undefined before the first one. */
  indexing: Promise<unknown> | undefined

  constructor(
    private readonly connection: Connection,
    private readonly fileSystem: FileSystem,
    private readonly startReader: (files: number) => FileReader,
    private readonly documents: Pick<TextDocuments<OpenDocument>, 'get' | 'all'>,
    private readonly json: JsonFiles,
    private readonly workspace: Workspace,
    private readonly registrations: Registrations,
    private readonly publisher: Publisher,
    private readonly closed: ClosedProblems,
    private readonly openFilesRead: () => Promise<void>,
  ) {}

  /**
   * Reads the configurations and descriptors, checks the open files, then reads all others. Only after that it is known
   * which references lead nowhere, and the open files are checked again.
   */
  async reload(): Promise<void> {
    const indexing = this.readAll()
    this.indexing = indexing
    const uris = await indexing
    if (uris) await this.closed.complete(uris)
  }

  /** @returns the files of the workspace; undefined if another reload has begun meanwhile */
  private async readAll(): Promise<string[] | undefined> {
    const { publisher, workspace, closed } = this
    const { configs, descriptors } = this.json
    const number = ++this.reloads
    const isStale = (): boolean => number !== this.reloads
    this.hasReadJson = false
    this.changed.clear()
    const found = await this.listFiles(defaultQueries(configs))
    await this.readConfigs(found, isStale)
    const ignoring = found.filter(uri => uri.endsWith(`/${gitIgnoreName}`))
    const ignored = await readIgnoredFiles(this.fileSystem, ignoring, configs.folders.uris, pathOfUri)
    if (isStale()) return undefined
    configs.takeIgnored(ignored)
    const findBase = await readBaseConfigs(this.fileSystem, configs.read)
    if (isStale()) return undefined
    configs.takeBases(findBase)
    const outer = await checkOuterGlobs(this.fileSystem, configs.outerGlobs)
    if (isStale()) return undefined
    configs.outer.take(outer)
    const installed = await readInstalledTexts(this.fileSystem, [...configs.uris()])
    if (isStale()) return undefined
    configs.installed.take(installed)
    this.registerFiles()
    const listed = configs.isEmpty
      ? found
      : await this.listFiles([...descriptorQueries(configs), ...fileQueries(configs)])
    await this.readJson(
      listed.filter(uri => configs.hasDescriptor(uri)),
      descriptors,
      uri => configs.hasDescriptor(uri),
      isStale,
    )
    if (isStale()) return undefined
    descriptors.name(configs.namedDomains)
    this.hasReadJson = true
    workspace.reset(descriptors.registry)
    closed.reset()
    publisher.checkAll()
    const uris = [...new Set([...listed, ...this.changed])].filter(uri => configs.hasFile(uri))
    this.changed.clear()
    const isComplete = await this.readRecords(uris, isStale)
    // The index has no records of a file that is being opened until all of it is read.
    await this.openFilesRead()
    if (isStale()) return undefined
    if (isComplete) {
      workspace.completeIndex()
      publisher.checkAll()
    }
    return uris
  }

  /**
   * Reads files that changed on disk or were closed in the editor, one after the other. All are noted before the first
   * one is read, so that a newer message cannot overtake an older one about the same file.
   */
  async readChanged(changes: readonly { readonly uri: string; readonly isDeleted: boolean }[]): Promise<void> {
    if (changes.some(({ uri }) => readWithAll.some(name => uri.endsWith(`/${name}`)))) return this.reload()
    const reads = changes.map(({ uri, isDeleted }) => {
      const read = Symbol()
      this.changed.add(uri)
      this.lastReads.set(uri, read)
      // A file outside the workspace counts only while it is open.
      const isGone = isDeleted || (!this.json.has(uri) && !this.json.configs.hasFile(uri))
      if (isGone) this.takeRead(uri, undefined, read)
      return { uri, read }
    })
    for (const { uri, read } of reads)
      if (this.lastReads.get(uri) === read) this.takeRead(uri, await this.fileSystem.read(uri), read)
  }

  /** Takes a text that was read, unless a newer one is read or the file is open. */
  private takeRead(uri: string, text: string | undefined, read: symbol): void {
    if (this.lastReads.get(uri) !== read) return
    this.lastReads.delete(uri)
    if (this.documents.get(uri)) return
    if (!this.json.has(uri)) {
      this.takeRecords(uri, text)
      return
    }
    const { reloads } = this
    this.takeJson(uri, text)
    // A reload that is still reading such files has listed them, and perhaps read this one, before it changed.
    if (!this.hasReadJson && this.reloads === reloads) void this.reload()
  }

  private takeRecords(uri: string, text: string | undefined): void {
    this.workspace.takeFile(uri, text)
    this.closed.change(uri)
  }

  /** Takes the text of a configuration or descriptor, from disk or an editor; undefined if it is gone. */
  takeJson(uri: string, text: string | undefined): void {
    if (!this.json.has(uri)) return
    const change = this.json.take(uri, text)
    // A reload that is still reading such files may have read an older text of this one, so everything is read again.
    const needsReload = change === 'files' || (change === 'view' && !this.hasReadJson)
    if (change === 'view' && !needsReload) {
      this.publisher.checkAll()
      this.closed.changeAll()
    } else this.publisher.checkJson()
    if (needsReload) void this.reload()
  }

  /** Reads the configurations above a file that is in none of the workspace's folders. */
  async readConfigsAbove(uri: string): Promise<void> {
    const { configs } = this.json
    let hasChanged = false
    for (const config of configsAbove(uri)) {
      const text = await this.fileSystem.read(config)
      if (!this.documents.get(config) && configs.take(config, text) !== 'nothing') hasChanged = true
    }
    if (hasChanged) await this.reload()
  }

  /** The URIs of the files that queries find, each once. Logs a folder that cannot be listed. */
  private async listFiles(queries: readonly ListFilesParams[]): Promise<string[]> {
    const lists = await Promise.all(
      queries.map(query =>
        this.fileSystem.list(query).catch(error => {
          this.connection.console.warn(
            `The files of ${query.folder} cannot be listed, so their records are not known: ${String(error)}`,
          )
          return []
        }),
      ),
    )
    return [...new Set(lists.flat())]
  }

  /** Reads the configurations of the workspace, those above it, and those above open files from elsewhere. */
  private async readConfigs(listed: readonly string[], isStale: () => boolean): Promise<void> {
    const { configs } = this.json
    const elsewhere = this.documents.all().filter(one => hasRecords(one) && !configs.folders.has(one.uri))
    const above = [...configs.folders.configsAbove(), ...elsewhere.flatMap(({ uri }) => configsAbove(uri))]
    await this.readJson([...listed.filter(isConfigFile), ...above], configs, isConfigFile, isStale)
  }

  /**
   * Reads configurations or descriptors into their store, and removes all others from it.
   *
   * @param belongs tells whether a file is one of them, by its name and folder
   */
  private async readJson(
    uris: readonly string[],
    store: ConfigStore | DescriptorStore,
    belongs: (uri: string) => boolean,
    isStale: () => boolean,
  ): Promise<void> {
    const isOpen = (uri: string): boolean => isJsonDocument(this.documents.get(uri))
    // An open one may be new, or have become one of them only now.
    const open = this.documents.all().filter(document => isJsonDocument(document) && belongs(document.uri))
    const known = new Set([...uris, ...open.map(({ uri }) => uri)])
    for (const uri of known) {
      const onDisk = isOpen(uri) ? undefined : await this.fileSystem.read(uri)
      if (isStale()) return
      // The user may have opened it meanwhile. Then the text in the editor counts.
      const document = this.documents.get(uri)
      store.take(uri, isJsonDocument(document) ? document.text.getText() : onDisk)
    }
    for (const uri of [...store.uris()])
      if (!known.has(uri) && !(belongs(uri) && isOpen(uri))) store.take(uri, undefined)
  }

  private registerFiles(): void {
    const { configs } = this.json
    const globs = (queries: readonly ListFilesParams[]): string[] => queries.flatMap(({ include }) => include)
    this.registrations.registerFiles({
      records: globs(fileQueries(configs)),
      json: [configFileName, ...globs(descriptorQueries(configs))],
      outside: [
        ...configs.folders.configsAbove().map(uri => ({ folder: folderOf(uri)!, glob: configFileName })),
        ...configs.outer.folders,
      ],
      readWithAll,
    })
  }

  /** Reads the records of files that are not open; tells whether all files were read. */
  private async readRecords(uris: readonly string[], isStale: () => boolean): Promise<boolean> {
    if (uris.length === 0) return true
    const { connection, workspace, closed } = this
    const reader = this.startReader(uris.length)
    // A file that changed is also read for that, and what the reader brings may be older.
    const take = async (uri: string, file: ReadFile | undefined | 'failed'): Promise<void> => {
      if (file === 'failed' || this.changed.has(uri)) return
      closed.take(uri, file)
      if (file) await workspace.takeFactsInTurns(uri, file.facts)
    }
    /** Why files could not be read. The others are known all the same. */
    const failures = new Set<string>()
    const read = (file: FileToRead): Promise<ReadFile | undefined | 'failed'> =>
      reader.read(file).catch(error => {
        failures.add(crashReport(error))
        return 'failed'
      })
    const files = uris.map(uri => closed.fileToRead(uri))
    const isComplete = await readInBackground(connection, read, files, take, isStale)
      .catch(error => void failures.add(crashReport(error)))
      .finally(() => reader.close())
    if (failures.size > 0)
      connection.console.error(
        `The files of the workspace could not all be read, so references are not checked: ${[...failures].join('\n')}`,
      )
    else if (!isComplete && !isStale())
      connection.console.warn('Reading the files of the workspace was cancelled, so references are not checked.')
    return isComplete === true && failures.size === 0
  }
}
