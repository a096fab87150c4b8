import type { CodeAction, Position, Range } from 'vscode-languageserver-types'
import type { CheckedFile } from '../../shared/check/check.ts'
import { fileFindings } from '../../shared/check/file-findings.ts'
import { insertAtEnd } from '../../shared/check/fixes/edits.ts'
import {
  digitsOfHash,
  type FileFact,
  type FolderEntry,
  fileFieldsOf,
  hashInForm,
  tagsWithFiles,
} from '../../shared/check/linked-files.ts'
import { type Finding, merged, type Problem, problemAt } from '../../shared/check/problem.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { canonicalField, canonicalValue } from '../../shared/domains/notation.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { folderToComplete } from '../completion/file-paths.ts'
import type { LinkedFileSystem } from '../platform/file-system.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { linksOfEntry, uriOfPath } from '../snapshot/linked-file.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { workspaceEdit } from '../snapshot/workspace-edit.ts'
import type { ConfigStore } from './config/config-store.ts'

/**
 * The files that the records of open files name. Whether they are there is looked up behind the check of a file, so
 * that no key waits for a disk. Where files cannot be looked at, as in a browser, nothing is said about them.
 */
export class FilesOfRecords {
  /** What is wrong with the files of a record, as of the last look. */
  private readonly findings = new WeakMap<RecordNode, readonly Finding[]>()
  /** The problems of a record, always the same objects for the same place. */
  private readonly problems = new WeakMap<Finding, Problem>()
  /** The open files with records that have such findings. */
  private readonly withFindings = new Set<string>()

  constructor(
    private readonly disk: LinkedFileSystem | undefined,
    private readonly configs: ConfigStore,
  ) {}

  /** The folder that the files of a file with records are below; undefined if they cannot be looked at. */
  topOf(uri: string): string | undefined {
    if (!this.disk || !uri.startsWith('file:')) return undefined
    const folders = this.configs.folders.uris.filter(folder => uri.startsWith(`${folder}/`))
    return this.disk.topFolder(uri, folders.sort((one, other) => other.length - one.length)[0])
  }

  /** Adds what is wrong with files to the problems of a file that depend on others. */
  added(uri: string, { tree }: CheckedFile, across: readonly Problem[] | 'unknown'): readonly Problem[] | 'unknown' {
    if (!this.withFindings.has(uri) || across === 'unknown') return across
    const own = tree.entries.flatMap((record, entry) =>
      record.kind === 'record' ? (this.findings.get(record) ?? []).map(finding => this.problemOf(finding, entry)) : [],
    )
    return merged(own, across)
  }

  /**
   * Looks whether the files are there that the records of a file name.
   *
   * @param isFresh whether what is known of them may be old
   * @returns whether anything is known now that was not before
   */
  async look(snapshot: Snapshot, isFresh: boolean): Promise<boolean> {
    const { uri, file, registry, topFolder } = snapshot
    if (!this.disk || topFolder === undefined || tagsWithFiles(registry).size === 0) return false
    const links = file.tree.entries.flatMap((record, entry) => {
      const tag = file.entries[entry]!.tag
      if (record.kind !== 'record' || !tag || fileFieldsOf(tag).length === 0) return []
      if (!isFresh && this.findings.has(record)) return []
      return linksOfEntry(snapshot, entry).map(link => ({ record, tag, link, at: uriOfPath(snapshot, link.path) }))
    })
    const placed = links.flatMap(({ at }) => (at === undefined || at === 'outside' ? [] : at))
    const facts = await this.disk.facts(placed, topFolder)
    const byUri = new Map(placed.map((at, index) => [at, facts[index]!]))
    const found = new Map<RecordNode, Finding[]>()
    for (const { record, tag, link, at } of links) {
      const all = found.get(record) ?? []
      found.set(record, all)
      all.push(...fileFindings(record, tag, link, at === undefined || at === 'outside' ? unusable(at) : byUri.get(at)!))
    }
    let hasChanged = false
    for (const [record, all] of found) {
      const before = this.findings.get(record) ?? []
      if (JSON.stringify(before) === JSON.stringify(all)) {
        if (!this.findings.has(record)) this.findings.set(record, all)
        continue
      }
      hasChanged = true
      this.findings.set(record, all)
    }
    if ([...found.values()].some(all => all.length > 0)) this.withFindings.add(uri)
    return hasChanged
  }

  /** Forgets a file that was closed. */
  close(uri: string): void {
    this.withFindings.delete(uri)
  }

  /** The names of files and folders that complete the path at a position; none where no path is written. */
  async namesAt(snapshot: Snapshot, position: Position): Promise<readonly FolderEntry[]> {
    const folder = this.disk && folderToComplete(snapshot, position)
    return folder === undefined ? [] : this.disk!.list(folder, snapshot.topFolder!)
  }

  /** The actions that write the hashes of the files of a record, where the record has others or none. */
  async hashActions(snapshot: Snapshot, { start }: Range): Promise<CodeAction[]> {
    const cursor = this.disk && cursorAt(snapshot.file, start)
    if (!cursor) return []
    const { entry } = cursor
    const record = snapshot.file.tree.entries[entry]
    const tag = snapshot.file.entries[entry]?.tag
    if (record?.kind !== 'record' || !tag) return []
    const offset = snapshot.file.tree.starts[entry]!
    const actions: CodeAction[] = []
    for (const link of linksOfEntry(snapshot, entry)) {
      const field = fileFieldsOf(tag).find(one => one.field === link.field)?.hash
      const at = uriOfPath(snapshot, link.path)
      if (!field || at === undefined || at === 'outside') continue
      const fact = await this.disk!.hash(at, snapshot.topFolder!)
      if (fact.kind !== 'file' || fact.hash === undefined) continue
      const { hash } = link
      if (hash && digitsOfHash(hash.text) === fact.hash) continue
      const text = hashInForm(fact.hash, hash?.text)
      // An empty value is none: its field is completed, and not written a second time.
      const empty = record.fields.find(({ name }) => name === field.name)
      if (!hash && empty && !empty.value) continue
      const value = hash?.value ?? empty?.value
      const edit = value
        ? { start: value.start, end: value.end, text: canonicalValue(field.name, field.type, text) }
        : insertAtEnd(record, [canonicalField(field, text)])
      const changes = [{ start: offset + edit.start, end: offset + edit.end, text: edit.text }]
      const places = { file: shorten(link.path) }
      const title = hash
        ? localize('Write the new hash of {file}', places)
        : localize('Write the hash of {file}', places)
      actions.push({ title, kind: 'quickfix', edit: workspaceEdit(snapshot, changes) })
    }
    return actions
  }

  private problemOf(finding: Finding, entry: number): Problem {
    const known = this.problems.get(finding)
    if (known?.entry === entry) return known
    const problem = problemAt(entry, finding)
    this.problems.set(finding, problem)
    return problem
  }
}

const unusable = (at: 'outside' | undefined): FileFact => ({ kind: at ?? 'no path' })
