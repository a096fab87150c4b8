import type { Connection, TextDocuments } from 'vscode-languageserver'
import type { FileToRead, ReadFile } from '../platform/file-reader.ts'
import type { Client } from '../snapshot/snapshot.ts'
import type { OpenDocument } from './document.ts'
import { crashReport } from './guard.ts'
import type { JsonFiles } from './json-files.ts'
import type { LastingReader } from './lasting-reader.ts'
import { LateWork } from './late-work.ts'
import type { ShownProblems } from './shown-problems.ts'
import type { Workspace } from './workspace.ts'

/** How long after the last change files are checked again, in milliseconds, so that typing does not wait for it. */
const delay = 500

/**
 * Finds the problems of the files that are not open: as the files are read, and again after a change on disk or in the
 * records of other files. It keeps no problems.
 */
export class ClosedProblems {
  /** The files whose problems depend on the records of other files. */
  private readonly dependent = new Set<string>()
  /** The files to check again, and whether their own text or settings changed. */
  private due = new Map<string, boolean>()
  /** Of two checks of a file, the older one could end last, so there is one after the other. */
  private readonly checking = new LateWork(() => this.checkAllDue().then(this.checked), delay)
  /** How often all files were read. Only the last time counts. */
  private generation = 0
  /** Whether all files are being read. Then a check would miss the records of some. */
  private isReading = true
  /** Whether the severities have changed since then: what was read before has those of before. */
  private hasChangedAll = false

  constructor(
    private readonly connection: Connection,
    private readonly client: Pick<Client, 'pullsDiagnostics'>,
    private readonly documents: Pick<TextDocuments<OpenDocument>, 'get'>,
    private readonly json: JsonFiles,
    private readonly workspace: Workspace,
    private readonly reader: LastingReader,
    private readonly shown: ShownProblems,
    private readonly checked: () => void,
  ) {}

  /** Whether the problems of a file are sent when it is not open. */
  wants(uri: string): boolean {
    return !this.client.pullsDiagnostics && this.json.configs.reportsClosedFiles && this.json.configs.hasFile(uri)
  }

  /** What a reader needs to know of a file. */
  fileToRead(uri: string): FileToRead {
    return this.workspace.fileToRead(uri, this.wants(uri))
  }

  /** Begins to read all files again. */
  reset(): void {
    this.generation++
    this.isReading = true
    this.hasChangedAll = false
    this.reader.renew()
    this.checking.cancel()
    this.due.clear()
    this.dependent.clear()
  }

  /** Takes a file as it was read; undefined if it is gone. */
  take(uri: string, file: ReadFile | undefined): void {
    // A comment that suppresses nothing so far may suppress a problem that depends on other files.
    if (file?.hasSuppressions) this.dependent.add(uri)
    this.workspace.noteStopped(file?.stoppedRules ?? [])
    const diagnostics = file?.diagnostics ?? []
    if (!this.isShownByOthers(uri)) this.shown.show({ uri, version: null, diagnostics })
  }

  /**
   * All files were read, or as many as could be: checks their names if all were, and takes back the problems of files
   * that do not count.
   */
  async complete(uris: readonly string[]): Promise<void> {
    this.isReading = false
    for (const uri of this.shown.all()) if (!this.wants(uri)) this.forget(uri)
    // A file that changed while others were read is still to be read.
    const due = new Map(uris.map(uri => [uri, this.hasChangedAll || this.due.get(uri) === true]))
    for (const [uri, hasChanged] of this.due) due.set(uri, hasChanged)
    for (const uri of this.shown.all()) if (!due.has(uri)) due.set(uri, true)
    this.due = due
    await this.checking.now()
  }

  /** Checks files again whose problems may have changed through the records of other files. */
  affect(uris: Iterable<string>): void {
    for (const uri of uris) this.note(uri, false)
  }

  /** Checks a file again that was closed, or that changed on disk. */
  change(uri: string): void {
    if (this.wants(uri)) this.note(uri, true)
    else this.forget(uri)
  }

  /** Checks all files again, after a change of the severities. */
  changeAll(): void {
    this.hasChangedAll = this.isReading
    for (const uri of new Set([...this.workspace.index.uris(), ...this.shown.all()])) this.change(uri)
  }

  /** Whether files are still to be checked. */
  get isDue(): boolean {
    return this.checking.isDue
  }

  /** Checks the files that are due, without the delay. */
  finish(): Promise<void> {
    return this.checking.finish()
  }

  private forget(uri: string): void {
    if (!this.isShownByOthers(uri)) this.shown.clear(uri)
  }

  /** Whether the problems of a file are found elsewhere: an open one, a configuration or a descriptor. */
  private isShownByOthers(uri: string): boolean {
    return this.documents.get(uri) !== undefined || this.json.uris().includes(uri)
  }

  private note(uri: string, hasChanged: boolean): void {
    this.due.set(uri, hasChanged || this.due.get(uri) === true)
    this.checking.schedule()
  }

  private async checkAllDue(): Promise<void> {
    if (this.isReading) return
    const { generation, due } = this
    this.due = new Map()
    for (const [uri, hasChanged] of due) {
      const isStale = (): boolean =>
        generation !== this.generation || this.isShownByOthers(uri) || this.due.has(uri) || !this.wants(uri)
      try {
        if (!isStale()) await this.checkFile(uri, hasChanged, isStale)
        if (generation !== this.generation) return
        // The text that was read may be older than what is due now.
        if (hasChanged && this.due.has(uri)) this.due.set(uri, true)
      } catch (error) {
        if (generation !== this.generation) return
        // It is tried again with the next file, as a reader that ended once can end each time.
        this.due.set(uri, hasChanged || this.due.get(uri) === true)
        this.connection.console.error(`The problems of ${uri} could not be found: ${crashReport(error)}`)
      }
    }
  }

  /** Checks a file, unless something newer is known of it meanwhile. */
  private async checkFile(uri: string, hasChanged: boolean, isStale: () => boolean): Promise<void> {
    const { workspace } = this
    // Without the records of all files, nobody knows which names are wrong.
    const inDoubt = workspace.isIndexComplete ? await workspace.namesInDoubt(uri) : undefined
    const rulesInDoubt = workspace.isIndexComplete ? await workspace.rulesInDoubt(uri) : undefined
    const isInDoubt = (inDoubt && inDoubt.ids.length > 0) || rulesInDoubt !== undefined
    if (isStale() || (!hasChanged && !isInDoubt && !this.dependent.has(uri))) return
    const file = await this.reader.read({ ...this.fileToRead(uri), ...(inDoubt && { inDoubt }), rulesInDoubt })
    if (isStale()) return
    if (isInDoubt) this.dependent.add(uri)
    else this.dependent.delete(uri)
    this.take(uri, file)
  }
}
