import type { ListedRecord, Overview } from '../../shared/protocol/overview.ts'
import { OverviewCounts } from '../../shared/views/overview/overview.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'

/** The last overview of each file and of the workspace, so that its numbers and the records behind them agree. */
export class Overviews {
  private readonly counted = new Map<string, OverviewCounts>()

  /** Counts what a file contains. */
  ofFile(snapshot: Snapshot, now = new Date()): Overview {
    const counts = new OverviewCounts(now)
    counts.add(snapshot.uri, snapshot.file, problemsIn(snapshot))
    return this.keep(snapshot.uri, counts)
  }

  /** Counts what all files contain; null if that was cancelled. */
  async ofWorkspace(
    snapshots: AsyncIterable<Snapshot>,
    token: { readonly isCancellationRequested: boolean },
    now = new Date(),
  ): Promise<Overview | null> {
    const counts = new OverviewCounts(now)
    for await (const snapshot of snapshots) {
      if (token.isCancellationRequested) return null
      counts.add(snapshot.uri, snapshot.file, problemsIn(snapshot))
    }
    return this.keep(workspace, counts)
  }

  /**
   * The first records behind a number of the last overview.
   *
   * @param uri the file that the overview is of; undefined for the workspace
   */
  records(uri: string | undefined, key: string): readonly ListedRecord[] {
    return this.counted.get(uri ?? workspace)?.listed(key) ?? []
  }

  /** Forgets a file that was closed. */
  forget(uri: string): void {
    this.counted.delete(uri)
  }

  private keep(uri: string, counts: OverviewCounts): Overview {
    this.counted.set(uri, counts)
    return counts.overview()
  }
}

/** Stands for the workspace among the addresses of files. */
const workspace = ''
