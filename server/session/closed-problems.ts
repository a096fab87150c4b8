import type { Connection, TextDocuments } from 'vscode-languageserver'
import type { FileToRead, ReadFile } from '../platform/file-reader.ts'
import type { Client } from '../snapshot/snapshot.ts'
import type { ConfigStore } from './config-store.ts'
import type { OpenDocument } from './document.ts'
import { crashReport } from './guard.ts'
import type { LastingReader } from './lasting-reader.ts'
import type { Workspace } from './workspace.ts'

/** How long after the last change files are checked again, in milliseconds, so that typing does not wait for it. */
const delay = 500

/**
 * Sends the problems of the files that are not open: as the files are read, and again after a change on disk or in the
 * records of other files. It keeps no problems, only which files have some.
 */
export class ClosedProblems {
  /** The files whose problems the client shows. */
  private readonly shown = new Set<string>()
  /** The files whose problems depend on the records of other files. */
  private readonly dependent = new Set<string>()
  /** The files to check again, and whether their own text or settings changed. */
  private due = new Map<string, boolean>()
  private timer: ReturnType<typeof setTimeout> | undefined
  /** How often all files were read. Only the last time counts. */
  private generation = 0

  constructor(
    private readonly connection: Connection,
    private readonly client: Pick<Client, 'pullsDiagnostics'>,
    private readonly documents: Pick<TextDocuments<OpenDocument>, 'get'>,
    private readonly configs: ConfigStore,
    private readonly workspace: Workspace,
    private readonly reader: LastingReader,
  ) {}

  /** Whether the problems of a file are sent when it is not open. */
  wants(uri: string): boolean {
    return !this.client.pullsDiagnostics && this.configs.reportsClosedFiles && this.configs.hasFile(uri)
  }

  /** Whether the client shows problems of a file that were found before it was opened. */
  shows(uri: string): boolean {
    return this.shown.has(uri)
  }

  /** What a reader needs to know of a file. */
  fileToRead(uri: string): FileToRead {
    return this.workspace.fileToRead(uri, this.wants(uri))
  }

  /** Begins to read all files again. */
  reset(): void {
    this.generation++
    this.reader.renew()
    clearTimeout(this.timer)
    this.due.clear()
    this.dependent.clear()
  }

  /** Takes a file as it was read. */
  take(uri: string, { diagnostics, hasSuppressions }: ReadFile): void {
    // A comment that suppresses nothing so far may suppress a problem that depends on other files.
    if (hasSuppressions) this.dependent.add(uri)
    if (this.documents.get(uri) || (diagnostics.length === 0 && !this.shown.has(uri))) return
    if (diagnostics.length === 0) this.shown.delete(uri)
    else this.shown.add(uri)
    void this.connection.sendDiagnostics({ uri, diagnostics })
  }

  /** All files were read: checks their names, and takes back the problems of other files. */
  async complete(uris: readonly string[]): Promise<void> {
    const all = new Set(uris)
    for (const uri of this.shown) if (!all.has(uri) || !this.wants(uri)) this.forget(uri)
    this.due = new Map(uris.map(uri => [uri, false]))
    await this.checkDue()
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
    for (const uri of this.workspace.index.uris()) this.change(uri)
  }

  private forget(uri: string): void {
    if (!this.shown.delete(uri) || this.documents.get(uri)) return
    void this.connection.sendDiagnostics({ uri, diagnostics: [] })
  }

  private note(uri: string, hasChanged: boolean): void {
    this.due.set(uri, hasChanged || this.due.get(uri) === true)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.checkDue(), delay)
  }

  private async checkDue(): Promise<void> {
    const { generation, due, workspace } = this
    if (!workspace.isIndexComplete) return
    this.due = new Map()
    const isStale = (uri: string): boolean =>
      generation !== this.generation || this.documents.get(uri) !== undefined || this.due.has(uri)
    try {
      for (const [uri, hasChanged] of due) {
        if (isStale(uri) || !this.wants(uri)) continue
        const inDoubt = await workspace.namesInDoubt(uri)
        const rulesInDoubt = await workspace.rulesInDoubt(uri)
        const isInDoubt = inDoubt.ids.length > 0 || rulesInDoubt !== undefined
        if (isStale(uri) || (!hasChanged && !isInDoubt && !this.dependent.has(uri))) continue
        if (isInDoubt) this.dependent.add(uri)
        else this.dependent.delete(uri)
        const file = await this.reader.read({ ...this.fileToRead(uri), inDoubt, rulesInDoubt })
        if (isStale(uri)) continue
        if (file) this.take(uri, file)
        else this.forget(uri)
      }
    } catch (error) {
      this.connection.console.error(
        `The problems of files that are not open could not all be found: ${crashReport(error)}`,
      )
    }
  }
}
