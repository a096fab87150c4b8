import { type CheckedFile, checkFile, checkFirst } from '../../shared/check/check.ts'
import type { CheckContext } from '../../shared/check/check-record.ts'
import { declaredRules, type RulesInForce } from '../../shared/check/declared/declared-rules.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { type DomainSettings, domainSettings, type FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { RuleBudget } from '../../shared/domains/rule-budget.ts'
import { ClosedFile } from '../../shared/index/closed-file.ts'
import type { IndexedFile } from '../../shared/index/indexed-file.ts'
import { checkIntegrity, type Integrity } from '../../shared/index/integrity.ts'
import { findNamesInDoubt, type NamesInDoubt } from '../../shared/index/names-in-doubt.ts'
import { type PackedFile, packFile } from '../../shared/index/packed-file.ts'
import { findRulesInDoubt, type RulesInDoubt } from '../../shared/index/rules-in-doubt.ts'
import { type RecordIndex, WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import { isMarkdownFile } from '../../shared/markdown/record-fences.ts'
import { withScan } from '../../shared/scan/record-scan.ts'
import { changedTree, smallestChange, type TextChange } from '../../shared/syntax/text-change.ts'
import { parse, rememberText, type Tree, textOf } from '../../shared/syntax/tree.ts'
import { TreeReader } from '../../shared/syntax/tree-reader.ts'
import type { FileToRead } from '../platform/file-reader.ts'
import type { ConfigStore } from './config/config-store.ts'
import type { RecDocument } from './document.ts'
import { MemoryBudget } from './memory-budget.ts'
import { inTurns } from './turns.ts'

/**
 * The records of all files, and the only place that changes them: the index, the registry that files are checked with,
 * and the last check of every open file, which the next check builds on.
 */
export class Workspace {
  /** Files whose problems may have changed through another file since `takeAffected` was last called. */
  private affected = new Set<string>()
  private readonly open = new Map<string, CheckedFile>()
  /** The checks of the fences of open Markdown files. */
  private readonly fences = new Map<string, CheckedFile>()
  /** The checks of the first entries of files that are being read. */
  private readonly begun = new Map<string, CheckedFile>()
  private readonly integrity = new Map<string, Integrity>()
  /** The checks of files that are not open of which changes were tried out last: the index has them, not the facts. */
  private readonly trials = new Map<string, CheckedFile>()
  private allRecords = new WorkspaceIndex()
  private hasAllFiles = false
  /** The ids of the rules that were stopped in a file since the rules were read. */
  private readonly stopped = new Set<string>()
  /** A file that is about to be opened, with its text on disk. */
  private ahead: { readonly uri: string; readonly text: string; readonly file: CheckedFile } | undefined

  constructor(
    private currentRegistry: Registry,
    private readonly configs: ConfigStore,
    private readonly budget = new MemoryBudget(Infinity),
  ) {}

  /** The registry that files are checked with. */
  get registry(): Registry {
    return this.currentRegistry
  }

  /** The records of all files. */
  get index(): RecordIndex {
    return this.allRecords
  }

  /** The ids of the rules that were stopped in some file, as they take too many steps. */
  get stoppedRules(): ReadonlySet<string> {
    return this.stopped
  }

  /** Takes note of rules that were stopped in a file. */
  noteStopped(rules: Iterable<string>): void {
    for (const rule of rules) this.stopped.add(rule)
  }

  /** Whether all files of the workspace are in the index. */
  get isIndexComplete(): boolean {
    return this.hasAllFiles
  }

  /**
   * Checks an open document as it is now, and takes its records into the index. Only what changed since the last call
   * is checked again.
   */
  update({ uri, tree }: Pick<RecDocument, 'uri' | 'tree'>): CheckedFile {
    const previous = this.open.get(uri)
    const known = previous ?? this.takeAhead(uri)
    const base = known ?? this.begun.get(uri)
    const file = known?.tree === tree ? known : checkFile(tree, base?.context ?? this.contextOf(uri), base)
    this.begun.delete(uri)
    if (file !== previous) {
      this.open.set(uri, file)
      this.note(this.indexOpen(uri, file))
    }
    return file
  }

  /**
   * Checks the records in the fences of an open Markdown file that other files do not know: the index has them only in
   * `tryOut`.
   */
  checkFences(uri: string, tree: Tree): CheckedFile {
    const known = this.fences.get(uri)
    if (known?.tree === tree) return known
    const file = checkFile(tree, known?.context ?? this.contextOf(uri), known)
    this.fences.set(uri, file)
    return file
  }

  /** Parses the text of a file that is opened, or begins to: a large one is read in parts. */
  begin(uri: string, text: string): Tree | TreeReader {
    if (this.ahead?.uri === uri && this.ahead.text === text) return this.ahead.file.tree
    return text.length > largeLength ? new TreeReader(text) : parse(text)
  }

  /**
   * Checks the entries of a file that are read by now. Until all are checked, the index has what it had of the file
   * before, so that no record seems to be missing.
   */
  checkFirst(uri: string, { tree }: TreeReader): CheckedFile {
    const known = this.begun.get(uri)
    const file = known?.tree === tree ? known : checkFirst(tree, known?.context ?? this.contextOf(uri), known)
    this.begun.set(uri, file)
    return file
  }

  /**
   * Checks a file that is about to be opened. Mostly it opens with the text it has on disk, and is not checked again.
   */
  readAhead(uri: string, text: string): CheckedFile | undefined {
    if (!this.hasRoomFor(text)) return undefined
    const file = this.check(uri, text)
    this.ahead = { uri, text, file }
    return file
  }

  /** Whether there is enough memory to check a text. */
  hasRoomFor(text: string): boolean {
    return this.budget.hasRoomFor(text)
  }

  /**
   * Takes the text of a file on disk, undefined if the file is gone. For an open file it changes nothing. If a text may
   * need more memory than there is, the records from before still count.
   */
  takeFile(uri: string, text: string | undefined): void {
    if (this.open.has(uri) || (text !== undefined && !this.hasRoomFor(text))) return
    const tried = this.trials.get(uri)
    // What was tried out is mostly written, so that the file changes again and again.
    if (text !== undefined && tried && this.allRecords.hasFile(uri, tried)) {
      const file = this.checkText(uri, text)
      if (file === tried) return
      this.note(this.allRecords.update(uri, file))
      this.trials.set(uri, file)
      return
    }
    this.takeFacts(
      uri,
      text === undefined ? undefined : checkFile(parse(text), { ...this.contextOf(uri), onlyNames: true }),
    )
  }

  /**
   * Takes the facts of a file on disk, as `takeFile` takes its text, while all files are read. Other work has its turn
   * between its records.
   */
  async takeFactsInTurns(uri: string, facts: PackedFile): Promise<void> {
    if (this.open.has(uri)) return
    await inTurns(this.allRecords.addInParts(uri, facts, this.rulesOf(uri)))
  }

  /** What a reader needs to know of a file that is not open. */
  fileToRead(uri: string, wantsProblems: boolean): FileToRead {
    const context = this.contextOf(uri)
    const { fileName, ruleSettings } = context
    const severity = wantsProblems ? this.configs.settingsOf(uri).severity : undefined
    return { uri, fileName, ...domainSettings(context), ...(ruleSettings && { ruleSettings }), severity }
  }

  /** The names in a file that is not open that are wrong among the records of all files. */
  namesInDoubt(uri: string): Promise<NamesInDoubt> {
    return inTurns(findNamesInDoubt(uri, this.allRecords))
  }

  /** The records of a file that is not open that break rules about several records; undefined if none does. */
  rulesInDoubt(uri: string): Promise<RulesInDoubt | undefined> {
    return inTurns(findRulesInDoubt(uri, this.allRecords))
  }

  /**
   * Checks the text of a file that is not open. The index stays as it is.
   *
   * @param settings the domains of the file, instead of those that a setting chooses
   */
  check(uri: string, text: string, settings?: DomainSettings): CheckedFile {
    return checkFile(parse(text), { ...this.contextOf(uri), ...settings })
  }

  /**
   * Checks the text of a file that is not open. The index stays as it is.
   *
   * @param earlier the check of an earlier text of the file. If changes of it were tried out, that check is known
   */
  checkText(uri: string, text: string, earlier?: CheckedFile): CheckedFile {
    const known = this.trials.get(uri) ?? earlier
    if (!known) return this.check(uri, text)
    const changes = smallestChange(textOf(known.tree), text)
    if (changes.length === 0 && isSameContext(known.context, this.contextOf(uri))) return known
    const file = this.checkEdited(uri, known, changes)
    rememberText(file.tree, text)
    return file
  }

  /** Checks a file after some changes of its text, which are in order. The index stays as it is. */
  checkEdited(uri: string, before: CheckedFile, changes: readonly TextChange[]): CheckedFile {
    const tree = changedTree(before.tree, changes)
    // The settings may be others since then.
    return isSameContext(before.context, this.contextOf(uri))
      ? checkFile(tree, before.context, before)
      : checkFile(tree, this.contextOf(uri))
  }

  /**
   * What a function of the index finds while files have other contents. Nothing of it stays, but the index keeps the
   * checks of the files as they are until others are tried out. So the next trial takes as long as its change is large.
   *
   * @param files `before` is the check of a file as it is
   * @param look gets the index, and the other files whose problems may be others then
   */
  tryOut<Result>(
    files: readonly { readonly uri: string; readonly file: CheckedFile; readonly before?: CheckedFile }[],
    look: (affected: ReadonlySet<string>) => Result,
  ): Result {
    const { allRecords } = this
    this.giveBack(tried => files.some(({ uri }) => uri === tried))
    const before = files.map(({ uri, before }) => [uri, this.open.get(uri) ?? this.tried(uri, before)] as const)
    try {
      const affected = new Set(files.flatMap(({ uri, file }) => [...allRecords.lend(uri, file)]))
      for (const { uri } of files) affected.delete(uri)
      return look(affected)
    } finally {
      for (const [uri, file] of before) {
        if (file && 'tree' in file) allRecords.lend(uri, file)
        // A file that was just closed is read again soon.
        else allRecords.update(uri, file instanceof ClosedFile ? file : undefined, this.rulesOf(uri))
      }
    }
  }

  /** What the index has of a file that is not open: its check, if that is known, or what it had of it before. */
  private tried(uri: string, before: CheckedFile | undefined): CheckedFile | IndexedFile | undefined {
    const known = this.trials.get(uri)
    if (known && (!before || before === known)) return known
    const indexed = this.allRecords.fileAt(uri)
    if (!before || !(known || indexed instanceof ClosedFile)) return indexed
    this.note(this.allRecords.lend(uri, before))
    this.trials.set(uri, before)
    return before
  }

  /** Puts back the facts of files that were tried out, except of some. */
  private giveBack(isKept: (uri: string) => boolean): void {
    for (const [uri, file] of this.trials) {
      const isLent = !this.open.has(uri) && this.allRecords.hasFile(uri, file)
      if (isLent && isKept(uri)) continue
      this.trials.delete(uri)
      if (!this.open.has(uri)) this.integrity.delete(uri)
      if (!isLent) continue
      const indexed = this.allRecords.fileAt(uri)
      // Without the facts of before, the file has changed since.
      this.allRecords.update(uri, indexed instanceof ClosedFile ? indexed : packFile(file), this.rulesOf(uri))
    }
  }

  /** The problems of a checked file's records among those of all files; `unknown` until all files have been read. */
  problemsAcrossFiles(uri: string, file: CheckedFile): readonly Problem[] | 'unknown' {
    if (this.configs.folders.isVersion(uri)) return []
    if (!this.hasAllFiles) return 'unknown'
    const integrity = checkIntegrity(uri, file, this.allRecords, this.integrity.get(uri))
    if ((this.open.get(uri) ?? this.trials.get(uri)) === file) this.integrity.set(uri, integrity)
    return integrity.problems
  }

  /** Closes a file. From then on `takeFile` says what it contains. */
  close(uri: string): void {
    this.fences.delete(uri)
    this.open.delete(uri)
    this.begun.delete(uri)
    this.integrity.delete(uri)
  }

  /** Forgets the check of an open file that grew too large. Its records from before still count. */
  leaveUnread(uri: string): void {
    const file = this.open.get(uri)
    this.close(uri)
    if (file) this.takeFacts(uri, file)
  }

  /** Forgets the checks of files with rules that read the current time. Returns these files. */
  forgetTimed(): string[] {
    const timed = [...this.allRecords.uris()].filter(uri => this.readsTime(uri))
    for (const uri of timed) this.open.delete(uri)
    this.fences.clear()
    this.giveBack(uri => !timed.includes(uri))
    return timed
  }

  /** Takes note that all files have been read, so that a reference to a record that is not found is wrong. */
  completeIndex(): void {
    this.allRecords.complete()
    this.hasAllFiles = true
  }

  /**
   * Takes a new registry or new configurations. All files that are not open must then be read again. An open file is
   * checked again only if its registry, name or domains changed, which at the start is rare.
   */
  reset(registry: Registry): void {
    this.currentRegistry = registry
    // The configurations may say now that the records of a page count in it only.
    for (const uri of this.open.keys()) if (isMarkdownFile(uri) && !this.configs.hasFile(uri)) this.open.delete(uri)
    for (const files of [this.open, this.begun, this.fences])
      for (const [uri, { context }] of files) if (!isSameContext(context, this.contextOf(uri))) files.delete(uri)
    this.stopped.clear()
    for (const { context } of this.open.values()) this.noteStopped(context.ruleBudget?.stopped ?? [])
    this.integrity.clear()
    this.trials.clear()
    this.hasAllFiles = false
    if ([...this.allRecords.uris()].every(uri => this.open.has(uri))) return
    this.allRecords = new WorkspaceIndex()
    for (const [uri, file] of this.open) this.indexOpen(uri, file)
  }

  /** The files whose problems may have changed through another file, each once. */
  takeAffected(): Set<string> {
    const { affected } = this
    this.affected = new Set()
    return affected
  }

  private takeFacts(uri: string, file: CheckedFile | undefined): void {
    this.trials.delete(uri)
    this.note(this.allRecords.update(uri, file && packFile(file), this.rulesOf(uri)))
  }

  /** The check of a file from before it was opened, if it is still valid. */
  private takeAhead(uri: string): CheckedFile | undefined {
    if (this.ahead?.uri !== uri) return undefined
    const { file } = this.ahead
    this.ahead = undefined
    return isSameContext(file.context, this.contextOf(uri)) ? file : undefined
  }

  /** Takes the records of an open file into the index. An older version of a file would duplicate all its records. */
  private indexOpen(uri: string, file: CheckedFile): Iterable<string> {
    return this.configs.folders.isVersion(uri) ? [] : this.allRecords.update(uri, file)
  }

  private note(uris: Iterable<string>): void {
    for (const uri of uris) this.affected.add(uri)
  }

  /** Whether a file has records with rules that read the current time. */
  readsTime(uri: string): boolean {
    const rules = this.rulesOf(uri)
    return [...this.allRecords.tagsIn(uri)].some(path => {
      return this.currentRegistry.tagsOfName(path).some(tag => {
        const { own, across } = declaredRules(tag, rules)
        return [...own, ...across].some(({ needs }) => needs.readsNow)
      })
    })
  }

  private rulesOf(uri: string): RulesInForce {
    return {
      registry: this.currentRegistry,
      ruleSettings: this.configs.ruleSettingsOf(uri),
      ruleBudget: this.newBudget(),
    }
  }

  private newBudget(): RuleBudget {
    return new RuleBudget(rule => this.stopped.add(rule))
  }

  private contextOf(uri: string): CheckContext {
    return withScan({
      registry: this.currentRegistry,
      fileName: this.configs.folders.pathOf(uri),
      ...this.configs.domainSettingsOf(uri),
      ruleSettings: this.configs.ruleSettingsOf(uri),
      ruleBudget: this.newBudget(),
      nextIdOf: tag => this.allRecords.nextIdOf(tag),
      isIndexed: true,
    })
  }
}

/** From how many UTF-16 code units on a file is read in parts. */
const largeLength = 400_000

const isSameContext = (one: FileContext, other: FileContext): boolean =>
  one.registry === other.registry &&
  one.fileName === other.fileName &&
  JSON.stringify(domainSettings(one)) === JSON.stringify(domainSettings(other)) &&
  JSON.stringify(one.ruleSettings) === JSON.stringify(other.ruleSettings)
