// The parts of daff that merges.mjs uses; the package has no types.
declare module 'daff' {
  class TableView {
    readonly data: unknown[][]
    constructor(rows: unknown[][])
  }
  class CompareFlags {
    /** The names of the columns that identify a row. */
    ids: string[]
  }
  class Merger {
    constructor(base: TableView, ours: TableView, theirs: TableView, flags: CompareFlags)
    /** Merges into `ours`, and returns the number of conflicts. */
    apply(): number
  }
  const daff: { TableView: typeof TableView; CompareFlags: typeof CompareFlags; Merger: typeof Merger }
  export default daff
}
