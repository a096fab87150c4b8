import {
  type CodeAction,
  type Diagnostic,
  DiagnosticSeverity,
  type Range,
  type TextDocuments,
} from 'vscode-languageserver'
import type { CheckedFile } from '../../shared/check/check.ts'
import type { RulesInForce } from '../../shared/check/declared/declared-rules.ts'
import { indicesWith, Mark } from '../../shared/check/marks.ts'
import type { DomainSettings } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { excerptOf, type FileExcerpt } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { type FoundValue, searchTree, type ValueQuery } from '../../shared/index/value-search.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { parse, textOf } from '../../shared/syntax/tree.ts'
import type { TreeReader } from '../../shared/syntax/tree-reader.ts'
import type { FileSystem } from '../platform/file-system.ts'
import type { ReportPage } from '../reports/open-blocks.ts'
import { blockDiagnostics } from '../reports/problems.ts'
import { diagnostics, firstDiagnostics } from '../snapshot/diagnostics.ts'
import { type JsonSnapshot, jsonSnapshot } from '../snapshot/json-snapshot.ts'
import type { Client, Snapshot } from '../snapshot/snapshot.ts'
import { isJsonDocument, type OpenDocument } from './document.ts'
import type { JsonFiles } from './json-files.ts'
import { jsonCommands } from './json-files.ts'
import type { LastingReader } from './lasting-reader.ts'
import type { FilesOfRecords } from './linked-files.ts'
import { actionsInFence, fenceAt, type MarkdownDocument } from './markdown-document.ts'
import type { FileDiagnostics } from './pull-diagnostics.ts'
import { forEach, inTurns } from './turns.ts'
import type { Workspace } from './workspace.ts'

/** The tree of a page without records. */
const pageWithoutRecords = parse('')

/** The files as they are now: an open one as the editor has it, any other as it is on disk. */
export class CurrentFiles {
  /** The client in Markdown, where nothing of it acts on what is typed. */
  private readonly clientOfMarkdown: Client

  constructor(
    private readonly documents: Pick<TextDocuments<OpenDocument>, 'get'>,
    private readonly fileSystem: FileSystem,
    private readonly workspace: Workspace,
    private readonly json: JsonFiles,
    private readonly client: Client,
    private readonly linked: FilesOfRecords,
  ) {
    this.clientOfMarkdown = { ...client, removesEmptyFields: false }
  }

  /** An open file with records as it is now; undefined for any other file. */
  snapshot(uri: string): Snapshot | undefined {
    const document = this.documents.get(uri)
    return document?.kind === 'records'
      ? this.snapshotOf(uri, document.version, this.workspace.update(document))
      : undefined
  }

  /** An open Markdown file; undefined for any other file. */
  markdown(uri: string): MarkdownDocument | undefined {
    const document = this.documents.get(uri)
    return document?.kind === 'markdown' ? document : undefined
  }

  /** An open Markdown file that has blocks of a report; undefined for any other file. */
  reportPage(uri: string): ReportPage | undefined {
    const markdown = this.markdown(uri)
    return markdown?.hasBlocks ? { text: markdown.text, registry: this.registry, client: this.client } : undefined
  }

  /**
   * The records of an open file, also those in the fences of Markdown; undefined for any other file. The index of the
   * snapshot has those of Markdown only if they belong to the records of the folder.
   */
  openRecords(uri: string): Snapshot | undefined {
    const markdown = this.markdown(uri)
    if (!markdown) return this.snapshot(uri)
    const { records, version } = markdown
    if (!records) return undefined
    const { tree } = records
    const file = this.hasFile(uri) ? this.workspace.update({ uri, tree }) : this.workspace.checkFences(uri, tree)
    return this.snapshotOf(uri, version, file)
  }

  /**
   * Takes the records of an open Markdown file into the index, if they belong to those of the folder.
   *
   * @returns whether they do, so that other files know them
   */
  takeMarkdown({ uri, records, isTooLarge }: MarkdownDocument): boolean {
    const isKnown = this.hasFile(uri)
    if (isKnown && !isTooLarge) this.workspace.update({ uri, tree: records?.tree ?? pageWithoutRecords })
    return isKnown
  }

  /**
   * What a function finds in the fences of an open Markdown file. If their ids count only in this file, the index has
   * them for as long as the function runs.
   *
   * @param range of one fence, which both of its ends are in; without it, all fences
   * @returns undefined outside of fences, and for any other file
   */
  lookInFences<Found>(uri: string, range: Range | undefined, look: (snapshot: Snapshot) => Found): Found | undefined {
    const markdown = this.markdown(uri)
    const snapshot = markdown && (!range || fenceAt(markdown, range)) ? this.openRecords(uri) : undefined
    if (!snapshot || this.hasFile(uri)) return snapshot && look(snapshot)
    return this.workspace.tryOut([snapshot], () => look(snapshot))
  }

  /** Those of some code actions at a range that an open file can have: in Markdown, only changes of the fence there. */
  allowedActions(uri: string, range: Range, actions: CodeAction[]): CodeAction[] {
    const markdown = this.markdown(uri)
    if (!markdown) return actions
    const fence = fenceAt(markdown, range)
    return fence ? actionsInFence(markdown, fence, actions) : []
  }

  /**
   * The first entries of an open file while the rest is still being read, if a line is in them, and if the rest
   * cannot decide which definitions their tags have. What depends on the index cannot be known yet: asking for it
   * throws `NotYetRead`.
   */
  firstSnapshot(uri: string, line: number): Snapshot | undefined {
    const document = this.documents.get(uri)
    const reader = this.readerOf(uri)
    if (!document || !reader) return undefined
    const file = this.workspace.checkFirst(uri, reader)
    const isDecided = indicesWith(file.marks, Mark.undecided).length === 0
    if (!isDecided || line >= file.tree.lineOf(file.tree.list.length)) return undefined
    const snapshot = this.snapshotOf(uri, document.version, file)
    const fail = (): never => {
      throw new NotYetRead(`Not all of ${uri} is read yet.`)
    }
    return Object.defineProperties(
      { ...snapshot, isIndexComplete: false, across: () => 'unknown' },
      { index: { get: fail } },
    )
  }

  /** The reader of an open file of which not all is read; undefined for any other file. */
  readerOf(uri: string): TreeReader | undefined {
    const document = this.documents.get(uri)
    return document?.kind === 'records' && document.reader?.isAtEnd === false ? document.reader : undefined
  }

  /** The problems of the first entries of a file that is being read which it has in any case. */
  firstDiagnosticsOf(uri: string): FileDiagnostics | undefined {
    const document = this.documents.get(uri)
    const reader = this.readerOf(uri)
    if (!document || !reader || this.json.configs.folders.isVersion(uri)) return undefined
    const snapshot = this.snapshotOf(uri, document.version, this.workspace.checkFirst(uri, reader))
    return { uri, version: document.version, diagnostics: firstDiagnostics(snapshot) }
  }

  /** An open descriptor or configuration as it is now; undefined for any other file. */
  jsonSnapshot(uri: string): JsonSnapshot | undefined {
    const document = this.documents.get(uri)
    const { registry, index, isIndexComplete } = this.workspace
    return isJsonDocument(document)
      ? jsonSnapshot(document.text, {
          registry,
          index,
          isIndexComplete,
          client: this.client,
          known: this.json.configs.installed.knownIn(uri.slice(0, uri.lastIndexOf('/'))),
        })
      : undefined
  }

  /** The records of all files. */
  get index(): RecordIndex {
    return this.workspace.index
  }

  /** Whether the records of all files are in the index. */
  get isIndexComplete(): boolean {
    return this.workspace.isIndexComplete
  }

  /** The registry that files are checked with. */
  get registry(): Registry {
    return this.workspace.registry
  }

  /** Reads files of the workspace and checks them. A file that cannot be read is missing in the result. */
  async readFiles(uris: Iterable<string>): Promise<Map<string, VersionedFile<CheckedFile>>> {
    const files = new Map<string, VersionedFile<CheckedFile>>()
    await this.readEach(
      uris,
      (uri, text) => this.workspace.check(uri, text),
      (uri, file) => files.set(uri, file),
    )
    return files
  }

  /**
   * Reads some records of files, found in the index. Keeps only the results, so that files of any size can be read.
   *
   * @param look is given a file with at least these records; all of a file whose text changed since it was indexed
   * @returns the results by URI. A file that cannot be read is missing.
   */
  async readRecords<Result>(
    records: ReadonlyMap<string, readonly IndexedRecord[]>,
    look: (file: VersionedFile<FileExcerpt>) => Result,
  ): Promise<Map<string, Result>> {
    const { registry } = this.workspace
    const results = new Map<string, Result>()
    const read = (uri: string, text: string): FileExcerpt =>
      (text.length === this.index.textLength(uri) ? excerptOf(text, records.get(uri)!, registry) : undefined) ??
      this.workspace.check(uri, text)
    await this.readEach<FileExcerpt>(records.keys(), read, (uri, file) => results.set(uri, look(file)))
    return results
  }

  /**
   * Searches the values of all records. Ends when there are as many as wanted, or when nobody waits for them any more.
   *
   * @param reader searches the files that are not open
   * @returns the values that were found, by the URIs of their files
   */
  async searchValues(
    reader: Pick<LastingReader, 'search'>,
    wanted: ValueQuery,
    isCancelled: () => boolean,
  ): Promise<Map<string, readonly FoundValue[]>> {
    const found = new Map<string, readonly FoundValue[]>()
    let count = 0
    await forEach([...this.index.uris()], async uri => {
      if (count >= wanted.limit || isCancelled()) return
      const open = this.openRecords(uri)
      const values = await (open ? inTurns(searchTree(open.file.tree, wanted)) : reader.search({ uri, ...wanted }))
      count += values.length
      if (values.length > 0) found.set(uri, values)
    })
    return found
  }

  /** Whether a file is open, but not read, as it may need more memory than there is. */
  isTooLarge(uri: string): boolean {
    return this.documents.get(uri)?.kind === 'too large' || this.markdown(uri)?.isTooLarge === true
  }

  /** The problems of an open file, none of an older version of a file; undefined if it is not open. */
  diagnosticsOf(uri: string): FileDiagnostics | undefined {
    const document = this.documents.get(uri)
    if (isJsonDocument(document)) return this.jsonDiagnostics(uri, document.version)
    if (document && this.isTooLarge(uri)) return { uri, version: document.version, diagnostics: [tooLargeDiagnostic] }
    const isVersion = this.json.configs.folders.isVersion(uri)
    if (document?.kind === 'markdown') {
      const isQuiet = isVersion || this.isOwnPage(uri)
      const found = isQuiet ? undefined : this.lookInFences(uri, undefined, source => diagnostics(source))
      const page = isQuiet ? undefined : this.reportPage(uri)
      return {
        uri,
        version: document.version,
        diagnostics: [...(found ?? []), ...(page ? blockDiagnostics(page) : [])],
      }
    }
    const snapshot = this.snapshot(uri)
    return snapshot && { uri, version: snapshot.version, diagnostics: isVersion ? [] : diagnostics(snapshot) }
  }

  /** Whether a file is a page of the documentation of this program, whose examples show problems. */
  private isOwnPage(uri: string): boolean {
    const { codesPage } = this.client
    return codesPage !== undefined && uri.startsWith(codesPage.replace(/codes\.md$/, '')) && !this.hasFile(uri)
  }

  /** The fixes in a range of an open configuration or descriptor; undefined for any other file. */
  jsonCodeActions(uri: string, range: Range): CodeAction[] | undefined {
    const document = this.documents.get(uri)
    if (!isJsonDocument(document)) return undefined
    return [
      ...this.json.codeActions(uri, range, this.client.codesPage),
      ...jsonCommands(uri, document.text.getText(), range, this.json, this.client),
    ]
  }

  /** The texts of the files of the workspace with records; undefined for one that cannot be read. */
  async *texts(): AsyncGenerator<readonly [uri: string, text: string | undefined]> {
    for (const uri of [...this.index.uris()]) {
      const open = this.openRecords(uri)
      yield [uri, open ? textOf(open.file.tree) : await this.fileSystem.read(uri)]
    }
  }

  /** The files of the workspace with records, checked one after the other. */
  async *allSnapshots(): AsyncGenerator<Snapshot> {
    for (const uri of [...this.index.uris()]) {
      const snapshot = await this.read(uri)
      if (snapshot) yield snapshot
    }
  }

  /**
   * A file with records, open or not; undefined if it cannot be read.
   *
   * @param last the last check of a file that did not change since then. Without it, a file that is not open is read
   * @param earlier the check before the last change of the file: only what changed is checked
   */
  async read(uri: string, last?: CheckedFile, earlier?: CheckedFile): Promise<Snapshot | undefined> {
    const text = last || this.openRecords(uri) ? undefined : await this.fileSystem.read(uri)
    // The user may have opened it meanwhile.
    const open = this.openRecords(uri)
    if (open) return open
    const hasRoom = text !== undefined && this.workspace.hasRoomFor(text)
    const file = last ?? (hasRoom ? this.workspace.checkText(uri, text, earlier) : undefined)
    return file && this.snapshotOf(uri, 0, file)
  }

  /** A file with another text, or a new one. The index stays as it is, and so does the file. */
  draft(uri: string, text: string, settings?: DomainSettings): Snapshot {
    const version = this.documents.get(uri)?.version ?? 0
    return this.snapshotOf(uri, version, this.workspace.check(uri, text, settings))
  }

  /**
   * A file after some changes of its text, which are in order. Only what they change is read and checked again. The
   * index stays as it is, and so does the file.
   */
  edited({ uri, file, version }: Snapshot, changes: readonly TextChange[]): Snapshot {
    return this.snapshotOf(uri, version, this.workspace.checkEdited(uri, file, changes))
  }

  /** What a function finds while files have other contents, as `Workspace` does. */
  readonly tryOut: Workspace['tryOut'] = (files, look) => this.workspace.tryOut(files, look)

  /** Whether a file has records with rules that read the current time. */
  readsTime(uri: string): boolean {
    return this.workspace.readsTime(uri)
  }

  /** Whether a file is open. */
  isOpen(uri: string): boolean {
    return this.documents.get(uri) !== undefined
  }

  /** Whether a file belongs to the workspace, whether it exists or not. */
  hasFile(uri: string): boolean {
    return this.json.configs.hasFile(uri)
  }

  /** The rules of a file of a folder. */
  rulesIn(folder: string | undefined): RulesInForce {
    const uri = `${folder ?? 'untitled:'}/any.rec`
    return { registry: this.registry, ruleSettings: this.json.configs.ruleSettingsOf(uri) }
  }

  /** The problems of a file, open or not; undefined if they are not shown. */
  async diagnosticsNow(uri: string): Promise<FileDiagnostics | undefined> {
    const { configs } = this.json
    if (this.documents.get(uri)) return this.diagnosticsOf(uri)
    if (this.json.uris().includes(uri)) return this.jsonDiagnostics(uri, null)
    if (!configs.reportsClosedFiles || !configs.hasFile(uri)) return undefined
    const snapshot = await this.read(uri)
    return snapshot && this.shownOf(snapshot)
  }

  /** The problems of all files of the workspace, found one file after the other. */
  async *allDiagnostics(): AsyncGenerator<FileDiagnostics> {
    for (const uri of this.json.uris()) yield this.jsonDiagnostics(uri, null)
    if (!this.json.configs.reportsClosedFiles) return
    for await (const snapshot of this.allSnapshots())
      yield this.markdown(snapshot.uri) ? this.diagnosticsOf(snapshot.uri)! : this.shownOf(snapshot)
  }

  private shownOf(snapshot: Snapshot): FileDiagnostics {
    const { uri, version } = snapshot
    return { uri, version: this.documents.get(uri) ? version : null, diagnostics: diagnostics(snapshot) }
  }

  private jsonDiagnostics(uri: string, version: number | null): FileDiagnostics {
    return { uri, version, diagnostics: this.json.diagnostics(uri, this.client.codesPage, this.workspace.stoppedRules) }
  }

  private snapshotOf(uri: string, version: number, file: CheckedFile): Snapshot {
    const { workspace, client } = this
    const { registry, index, isIndexComplete } = workspace
    return {
      uri,
      version,
      file,
      registry,
      settings: this.json.configs.settingsOf(uri),
      client: this.markdown(uri) ? this.clientOfMarkdown : client,
      index,
      isIndexComplete,
      across: () => this.linked.added(uri, file, workspace.problemsAcrossFiles(uri, file)),
      topFolder: this.linked.topOf(uri),
    }
  }

  private readEach<Part>(
    uris: Iterable<string>,
    read: (uri: string, text: string) => Part,
    take: (uri: string, file: VersionedFile<Part | CheckedFile>) => void,
  ): Promise<void> {
    return forEach(uris, async uri => {
      const text = this.openRecords(uri) ? undefined : await this.fileSystem.read(uri)
      // The user may have opened it meanwhile.
      const open = this.openRecords(uri)
      if (open) take(uri, open)
      else if (text !== undefined) take(uri, { file: read(uri, text), version: null })
    })
  }
}

/** Thrown by what needs the whole file while only its first entries are read. */
export class NotYetRead extends Error {}

/** The only problem of a file that is not read. */
const tooLargeDiagnostic: Diagnostic = {
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  severity: DiagnosticSeverity.Warning,
  source: 'recline',
  message:
    'This file may need more memory than the language server has, so it is not checked, and completion, hovers and fixes are not available; split the file, or check it with "recline check".',
}

interface VersionedFile<File> {
  readonly file: File
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
}
