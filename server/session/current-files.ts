import type { CodeAction, Range, TextDocuments } from 'vscode-languageserver'
import type { CheckedFile } from '../../shared/check/check.ts'
import { type Excerpt, excerptOf } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { diagnostics } from '../features/diagnostics.ts'
import type { WorkspaceFiles } from '../platform/files.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { OpenDocument } from './document.ts'
import type { JsonFiles } from './json-files.ts'
import type { FileDiagnostics } from './pull-diagnostics.ts'
import { forEach } from './read-workspace.ts'
import type { Workspace } from './workspace.ts'

/** The files as they are now, for whoever asks: an open one as its editor has it, any other as the disk does. */
export class CurrentFiles {
  /** @param codesPage the address of the page of codes that problems link to */
  constructor(
    private readonly documents: TextDocuments<OpenDocument>,
    private readonly disk: WorkspaceFiles,
    private readonly workspace: Workspace,
    private readonly json: JsonFiles,
    private readonly codesPage: string | undefined,
  ) {}

  /** A file as it is now; undefined for one that is not open or has no records. */
  snapshot(uri: string): Snapshot | undefined {
    const document = this.documents.get(uri)
    return document?.kind === 'records' ? this.workspace.snapshot(document) : undefined
  }

  /** The records of all files. */
  get index(): Snapshot['index'] {
    return this.workspace.records
  }

  /** Any files of the workspace, checked; one that cannot be read is missing. */
  async readFiles(uris: Iterable<string>): Promise<Map<string, FileAsItIs<CheckedFile>>> {
    const files = new Map<string, FileAsItIs<CheckedFile>>()
    await this.readEach(
      uris,
      (uri, text) => this.workspace.check(uri, text),
      (uri, file) => files.set(uri, file),
    )
    return files
  }

  /**
   * Looks at some records of files, as the index has them. Of all but what is made of them, nothing is kept.
   *
   * @param look is given a file with at least these records; one whose text is not as it was when it was indexed as a whole
   * @returns what comes of it, by the files' addresses; a file that cannot be read is missing
   */
  async readRecords<Result>(
    records: ReadonlyMap<string, readonly IndexedRecord[]>,
    look: (file: FileAsItIs<Excerpt>) => Result,
  ): Promise<Map<string, Result>> {
    const { registry } = this.json.descriptors
    const results = new Map<string, Result>()
    const read = (uri: string, text: string): Excerpt =>
      (text.length === this.index.textLength(uri) ? excerptOf(text, records.get(uri)!, registry) : undefined) ??
      this.workspace.check(uri, text)
    await this.readEach<Excerpt>(records.keys(), read, (uri, file) => results.set(uri, look(file)))
    return results
  }

  /** The problems of a file that is open; undefined for one that is not. */
  diagnosticsOf(uri: string): FileDiagnostics | undefined {
    const document = this.documents.get(uri)
    if (document && document.kind !== 'records')
      return { uri, version: document.version, diagnostics: this.json.diagnostics(uri, this.codesPage) }
    const snapshot = this.snapshot(uri)
    return snapshot && { uri, version: snapshot.version, diagnostics: diagnostics(snapshot) }
  }

  /** The fixes at a range of an open file that says how records are read; undefined for any other file. */
  jsonCodeActions(uri: string, range: Range): CodeAction[] | undefined {
    const document = this.documents.get(uri)
    return document && document.kind !== 'records' ? this.json.codeActions(uri, range, this.codesPage) : undefined
  }

  /** The files of the workspace with records, checked one after the other. */
  async *allSnapshots(): AsyncGenerator<Snapshot> {
    for (const uri of [...this.index.uris()]) {
      const text = this.snapshot(uri) ? undefined : await this.disk.read(uri)
      // While it was read it may have been opened.
      const open = this.snapshot(uri)
      if (open) yield open
      else if (text !== undefined) yield this.workspace.snapshotOnDisk(uri, text)
    }
  }

  /** The problems of all files of the workspace, worked out one after the other. */
  async *allDiagnostics(): AsyncGenerator<FileDiagnostics> {
    for (const uri of this.json.uris())
      yield { uri, version: null, diagnostics: this.json.diagnostics(uri, this.codesPage) }
    for await (const snapshot of this.allSnapshots()) {
      const { uri, version } = snapshot
      yield { uri, version: this.documents.get(uri) ? version : null, diagnostics: diagnostics(snapshot) }
    }
  }

  private readEach<Part>(
    uris: Iterable<string>,
    read: (uri: string, text: string) => Part,
    take: (uri: string, file: FileAsItIs<Part | CheckedFile>) => void,
  ): Promise<void> {
    return forEach(uris, async uri => {
      const text = this.snapshot(uri) ? undefined : await this.disk.read(uri)
      // While it was read it may have been opened.
      const open = this.snapshot(uri)
      if (open) take(uri, open)
      else if (text !== undefined) take(uri, { file: read(uri, text), version: null })
    })
  }
}

interface FileAsItIs<File> {
  readonly file: File
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
}
