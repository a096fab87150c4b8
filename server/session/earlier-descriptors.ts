import type { DescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import type { DescriptorProblem } from '../../shared/config/descriptors/descriptor-rule.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { BrokenCounts } from '../../shared/evolution/broken-counts.ts'
import { compareWithEarlier, type DescriptorComparison } from '../../shared/evolution/compare-with-earlier.ts'
import { placedChanges } from '../../shared/evolution/placed-changes.ts'
import type { EarlierDescriptor } from '../../shared/protocol/earlier-descriptors.ts'
import type { ConfigStore } from './config/config-store.ts'
import type { DescriptorStore } from './descriptor-store.ts'
import { LateWork } from './late-work.ts'
import { nextTurn } from './turns.ts'

/** What the descriptors are compared with, and for whom. */
export interface EarlierSource {
  /** Asks for what the last commit has of a descriptor; null if it has nothing. */
  ask(uri: string): Promise<EarlierDescriptor | null>
  /** Waits until all files with records are known. */
  whenRead(): Promise<unknown>
  /** The texts of all files with records, one after the other; undefined for one that cannot be read. */
  texts(): AsyncIterable<readonly [uri: string, text: string | undefined]>
  /** Is called when the problems of descriptors have changed. */
  changed(): void
}

/** Records that were counted, and what the user should know of the numbers. */
interface Counted {
  readonly of: DescriptorComparison
  readonly counts: BrokenCounts
  readonly notes: string
}

/** Files with more characters are not counted: the check of one takes all of a turn. */
const longestCounted = 400_000

/** How long descriptors must not change before records are counted, in milliseconds. */
const pause = 500

/**
 * What changed in open descriptors since the last commit, and how many records of the workspace each change breaks.
 * Records are counted in the background.
 */
export class EarlierDescriptors {
  private readonly earlier = new Map<string, EarlierDescriptor>()
  private comparison: DescriptorComparison | undefined
  /** The descriptors that were compared. */
  private compared: ReadonlyMap<string, DescriptorFile> = new Map()
  private counted: Counted | undefined
  /** How many counts were begun. All but the last one stop. */
  private begun = 0
  private readonly counting = new LateWork(() => this.count(), pause)
  private source: EarlierSource | undefined
  private readonly open = new Set<string>()
  /** The comparisons that wait for an answer of the client. */
  private readonly asking = new Set<Promise<void>>()

  constructor(
    private readonly descriptors: DescriptorStore,
    private readonly configs: ConfigStore,
  ) {}

  /** From now on, descriptors are compared. Without this, none is. */
  begin(source: EarlierSource): void {
    this.source = source
  }

  /** Compares a descriptor that is open from now on. */
  async add(uri: string): Promise<void> {
    this.open.add(uri)
    const asking = this.ask(uri).finally(() => this.asking.delete(asking))
    this.asking.add(asking)
    await asking
  }

  /** Compares a descriptor no longer, because it was closed. */
  remove(uri: string): void {
    if (this.open.delete(uri) && this.earlier.delete(uri)) this.comparison = undefined
  }

  /** Asks again, because there may be another commit. */
  askAgain(): void {
    for (const uri of this.open) void this.add(uri)
  }

  /** Counts again, because records have changed. */
  recount(): void {
    if (this.counted) this.schedule()
  }

  /** Whether descriptors are still to be compared, or records to be counted. */
  get isDue(): boolean {
    return this.asking.size > 0 || this.counting.isDue
  }

  /** Compares and counts what is due, without a pause. */
  async finish(): Promise<void> {
    await Promise.all(this.asking)
    await this.counting.finish()
  }

  /** Ends the count that is in progress. */
  stop(): void {
    this.begun++
    this.counting.cancel()
  }

  /** What breaks records or readers in a descriptor, or may do so; or why it could not be compared. */
  problems(uri: string): DescriptorProblem[] {
    const file = this.descriptors.fileOf(uri)
    if (!file || !this.earlier.has(uri)) return []
    const comparison = this.compare(uri, file)
    const found = comparison.byName.get(uri)
    if (!found) return []
    if ('reason' in found) {
      const message = localize('This descriptor is not compared with the last commit: {reason}.', {
        reason: found.reason,
      })
      return [{ code: 'not-compared', severity: 'information', message, ...(file.domainAt ?? { start: 0, end: 0 }) }]
    }
    const { path, changes, after } = found
    const known = this.counted?.of === comparison ? this.counted : undefined
    const changed = { changes, allowed: after.written.allowedChanges, parts: file.parts }
    return placedChanges(changed, 'both', change => known?.counts.countOf(path, change)).map(
      ({ code, message, tag, field, start, end }): DescriptorProblem => ({
        code,
        severity: 'information',
        message: [localize('Since the last commit:'), message, ...(known ? [known.notes] : [])]
          .filter(Boolean)
          .join(' '),
        domain: path,
        ...(tag !== undefined && { tag }),
        ...(field !== undefined && { field }),
        start,
        end,
      }),
    )
  }

  private async ask(uri: string): Promise<void> {
    const earlier = await this.source?.ask(uri)
    if (!this.open.has(uri) || !this.source) return
    if (earlier) this.earlier.set(uri, earlier)
    else this.earlier.delete(uri)
    this.comparison = undefined
    this.source.changed()
  }

  /** The comparison of all descriptors as they are now. */
  private compare(uri: string, file: DescriptorFile): DescriptorComparison {
    const { registry } = this.descriptors
    if (this.comparison?.after === registry && this.compared.get(uri) === file) return this.comparison
    const files = [...this.descriptors.read()]
    this.compared = new Map(files.map(([name, one]) => [name, one.file]))
    this.comparison = compareWithEarlier(files, registry, this.earlier)
    this.schedule()
    return this.comparison
  }

  private schedule(): void {
    this.stop()
    this.counting.schedule()
  }

  private async count(): Promise<void> {
    const { comparison, source } = this
    if (!source || !comparison || comparison.domains.every(({ changes }) => changes.length === 0)) return
    const number = ++this.begun
    const counts = new BrokenCounts(comparison)
    let leftOut = 0
    await source.whenRead()
    for await (const [uri, text] of source.texts()) {
      await nextTurn()
      if (number !== this.begun) return
      const fileName = this.configs.folders.pathOf(uri)
      const settings = domainSettings(this.configs.domainSettingsOf(uri))
      if (text === undefined || text.length > longestCounted) leftOut++
      else counts.add(fileName, text, { fileName, ...settings })
    }
    if (number !== this.begun) return
    const { untraced } = counts
    const notes = [
      leftOut === 1 && localize('The records of 1 file, too large or unreadable, are not counted.'),
      leftOut > 1 &&
        localize('The records of {count} files, too large or unreadable, are not counted.', { count: leftOut }),
      untraced === 1 && localize('1 record would get other problems.'),
      untraced > 1 && localize('{count} records would get other problems.', { count: untraced }),
    ]
    this.counted = { of: comparison, counts, notes: notes.filter(Boolean).join(' ') }
    source.changed()
  }
}
