import type { PlacedText } from '../../shared/check/check-some.ts'
import type { Marker } from '../../shared/check/conflicts.ts'
import type { PlacedDirective } from '../../shared/check/suppressed-places.ts'
import { domainSettings, type FileContext } from '../../shared/domains/domains-in-force.ts'
import type { Domain, Registry } from '../../shared/domains/registry.ts'
import { type LineState, startOfFile } from '../../shared/scan/part.ts'
import type { PartReading } from '../../shared/scan/part-reading.ts'
import type { PlannedFile } from '../plan/plan.ts'

/** What is known of a file after some of its parts, from the first one on. */
export interface FileState {
  readonly planned: PlannedFile
  /** The state at the line below these parts. */
  after: LineState
  records: number
  /** The number of records of each domain, by its path. */
  readonly counts: Map<string, number>
  /** The comments that suppress problems; their places are lines. */
  readonly directives: PlacedDirective[]
  /** The conflict markers; their places are lines. */
  readonly markers: Marker[]
  /** A block that is still open. */
  openBlock: PlacedText | undefined
}

/** The state of a file before its first part. */
export const unreadFile = (planned: PlannedFile): FileState => ({
  planned,
  after: startOfFile,
  records: 0,
  counts: new Map(),
  directives: [],
  markers: [],
  openBlock: undefined,
})

/** Adds the next part of a file. */
export function addPart(
  file: FileState,
  {
    after,
    records,
    counts,
    directives,
    markers,
    openBlock,
  }: Omit<PartReading, 'before' | 'tags' | 'headers' | 'undecided' | 'names' | 'followed' | 'rows'>,
): void {
  file.after = after
  file.records += records
  for (const [path, count] of counts) file.counts.set(path, (file.counts.get(path) ?? 0) + count)
  for (const directive of directives) file.directives.push(directive)
  for (const marker of markers) file.markers.push(marker)
  if (!after.isInBlock) file.openBlock = undefined
  else if (openBlock) file.openBlock = openBlock
}

/**
 * The context of the check of a file.
 *
 * @param counts the number of records of each domain in the whole file, by its path. The check of a part needs it to
 *   decide about undecided records
 */
export const contextOf = (
  { source: { file: fileName }, settings }: PlannedFile,
  registry: Registry,
  counts?: ReadonlyMap<string, number>,
): FileContext => ({
  registry,
  fileName,
  ...domainSettings(settings),
  ...(settings.ruleSettings && { ruleSettings: settings.ruleSettings }),
  ...(counts && { domainCounts: byDomain(counts, registry) }),
})

function byDomain(counts: ReadonlyMap<string, number>, { domains }: Registry): Map<Domain, number> {
  const byDomain = new Map<Domain, number>()
  for (const [path, count] of counts) {
    const domain = domains.get(path)
    if (domain) byDomain.set(domain, count)
  }
  return byDomain
}
