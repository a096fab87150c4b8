import { type CheckedFile, checkFile, usedDomains } from '../../shared/check/check.ts'
import type { Problem } from '../../shared/check/problem.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type FileFacts, factsOf } from '../../shared/index/file-facts.ts'
import { checkIntegrity, type Integrity } from '../../shared/index/integrity.ts'
import { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import type { FileDomains } from '../../shared/protocol/domains.ts'
import { parse, type Tree } from '../../shared/syntax/tree.ts'
import type { FileToRead } from '../platform/file-reader.ts'
import type { Client, Snapshot } from '../snapshot/snapshot.ts'
import type { ConfigStore } from './config-store.ts'
import type { RecDocument } from './document.ts'

/**
 * What the server knows of records over time, and the only place that changes it: the registry, the records of all
 * files, and for every open file its last check, which the next one builds on.
 */
export class Workspace {
  /** Files whose problems may have changed through another file since `takeAffected` was last called. */
  private affected = new Set<string>()
  private readonly open = new Map<string, CheckedFile>()
  private readonly integrity = new Map<string, Integrity>()
  private index = new WorkspaceIndex()
  private isIndexComplete = false
  /** A file that is about to be opened, as it is on disk. */
  private ahead: { readonly uri: string; readonly text: string; readonly file: CheckedFile } | undefined

  constructor(
    private registry: Registry,
    private readonly configs: ConfigStore,
    private readonly client: Client,
  ) {}

  /** The document as it is now, checked; looks only at what changed since it was asked for last. */
  snapshot(document: RecDocument): Snapshot {
    const { uri, version, tree } = document
    const previous = this.open.get(uri)
    const known = previous ?? this.takeAhead(uri)
    const file = known?.tree === tree ? known : checkFile(tree, known?.context ?? this.contextOf(uri), known)
    if (file !== previous) {
      this.open.set(uri, file)
      this.note(this.index.update(uri, file))
    }
    return this.snapshotWith(uri, version, file)
  }

  /** Reads a file that is opened. */
  read(uri: string, text: string): Tree {
    return this.ahead?.uri === uri && this.ahead.text === text ? this.ahead.file.tree : parse(text)
  }

  /** Checks a file that is about to be opened, with the text it has on disk: mostly it is the one that it opens with. */
  readAhead(uri: string, text: string): CheckedFile {
    const file = this.check(uri, text)
    this.ahead = { uri, text, file }
    return file
  }

  /** A file that is not open, checked, with the text it has on disk. */
  snapshotOnDisk(uri: string, text: string): Snapshot {
    return this.snapshotWith(uri, 0, this.check(uri, text))
  }

  /**
   * Takes the text of a file that is not open, as it is on disk; undefined where it is gone. An open file's text is
   * what the editor says, so this changes nothing of one.
   */
  takeFile(uri: string, text: string | undefined): void {
    if (this.open.has(uri)) return
    const facts =
      text === undefined ? undefined : factsOf(checkFile(parse(text), { ...this.contextOf(uri), onlyNames: true }))
    this.note(this.index.update(uri, facts))
  }

  /** Takes what is to be kept of a file that is not open, as `takeFile` does with its text, with turns for all else between its records. */
  async takeFactsInTurns(uri: string, facts: FileFacts, nextTurn: () => Promise<void>): Promise<void> {
    if (this.open.has(uri)) return
    const parts = this.index.updateInParts(uri, facts)
    let part = parts.next()
    while (!part.done) {
      await nextTurn()
      part = parts.next()
    }
    // It has none where another change of the file has come between, which has told what it concerns.
    this.note(part.value ?? [])
  }

  /** A file that is not open, as it is to be read. */
  fileToRead(uri: string): FileToRead {
    const { fileName, settingDomains } = this.contextOf(uri)
    return { uri, fileName, settingDomains }
  }

  /** Checks the text of a file that is not open, by itself. */
  check(uri: string, text: string): CheckedFile {
    return checkFile(parse(text), this.contextOf(uri))
  }

  /** Closes a file; what it holds is then what `takeFile` says. */
  close(uri: string): void {
    this.open.delete(uri)
    this.integrity.delete(uri)
  }

  /** Says that all files have been read, so that a record which is not found is not there. */
  completeIndex(): void {
    this.isIndexComplete = true
  }

  /**
   * Takes new domains, or sees that files are read otherwise: every file that is not open is then to be read anew. An
   * open one for which the same holds as before is not checked again; at the start that is mostly so.
   */
  reset(registry: Registry): void {
    this.registry = registry
    for (const [uri, { context }] of this.open) if (!isSameContext(context, this.contextOf(uri))) this.open.delete(uri)
    this.integrity.clear()
    this.isIndexComplete = false
    if ([...this.index.uris()].every(uri => this.open.has(uri))) return
    this.index = new WorkspaceIndex()
    for (const [uri, file] of this.open) this.index.update(uri, file)
  }

  /** The records of all files. */
  get records(): WorkspaceIndex {
    return this.index
  }

  /** The files whose problems may have changed through another file, each named once. */
  takeAffected(): Set<string> {
    const { affected } = this
    this.affected = new Set()
    return affected
  }

  /** The check of a file from before it was open, where it still holds. */
  private takeAhead(uri: string): CheckedFile | undefined {
    if (this.ahead?.uri !== uri) return undefined
    const { file } = this.ahead
    this.ahead = undefined
    return isSameContext(file.context, this.contextOf(uri)) ? file : undefined
  }

  private snapshotWith(uri: string, version: number, file: CheckedFile): Snapshot {
    const { registry, configs, client, index, isIndexComplete } = this
    return {
      uri,
      version,
      file,
      registry,
      settings: configs.settingsOf(uri),
      client,
      index,
      isIndexComplete,
      across: () => this.across(uri, file),
    }
  }

  private across(uri: string, file: CheckedFile): readonly Problem[] | 'unknown' {
    if (!this.isIndexComplete) return 'unknown'
    const integrity = checkIntegrity(uri, file, this.index, this.integrity.get(uri))
    if (this.open.get(uri) === file) this.integrity.set(uri, integrity)
    return integrity.problems
  }

  private note(uris: Iterable<string>): void {
    for (const uri of uris) this.affected.add(uri)
  }

  private contextOf(uri: string): FileContext {
    return {
      registry: this.registry,
      fileName: this.configs.pathOf(uri),
      settingDomains: this.configs.domainsOf(uri),
      nextIdOf: tag => this.index.nextIdOf(tag),
    }
  }
}

const isSameContext = (one: FileContext, other: FileContext): boolean =>
  one.registry === other.registry &&
  one.fileName === other.fileName &&
  one.settingDomains.join() === other.settingDomains.join()

/** What a client shows of a file's domains. */
export function fileDomains({ uri, file }: Snapshot): FileDomains {
  const chosen = file.sections.filter(({ source }) => source === 'header')
  const sections = chosen.length > 0 ? chosen : file.sections.slice(0, 1)
  return {
    uri,
    inForce: [...new Set(sections.flatMap(({ domains }) => domains.map(({ path }) => path)))],
    source: sections[0]!.source,
    used: usedDomains(file).map(({ path }) => path),
  }
}
