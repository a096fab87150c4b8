import type { ListedRecord, Overview } from '../../shared/protocol/overview.ts'
import { OverviewCounts } from '../../shared/views/overview/overview.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'

/** What was counted for whoever asked last, so that the records behind a number are those that it counted. */
export class Overviews {
  private readonly counted = new Map<string, OverviewCounts>()

  /**
   * What there is in files.
   *
   * @param uri the address of the file that was asked for; undefined for the workspace
   * @param isCancelled asked between two files
   * @returns null where it was cancelled
   */
  async overview(
    uri: string | undefined,
    snapshots: AsyncIterable<Snapshot> | Iterable<Snapshot>,
    isCancelled: () => boolean,
    now = new Date(),
  ): Promise<Overview | null> {
    const counts = new OverviewCounts(now)
    for await (const snapshot of snapshots) {
      if (isCancelled()) return null
      counts.add(snapshot.uri, snapshot.file, problemsIn(snapshot))
    }
    this.counted.set(uri ?? '', counts)
    return counts.overview()
  }

  /** The first records behind a number of the last overview. */
  records(uri: string | undefined, key: string): readonly ListedRecord[] {
    return this.counted.get(uri ?? '')?.listed(key) ?? []
  }

  /** Forgets a file that was closed. */
  forget(uri: string): void {
    this.counted.delete(uri)
  }
}
