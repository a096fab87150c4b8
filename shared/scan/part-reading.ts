import type { CheckedEntry } from '../check/check.ts'
import type { PlacedText } from '../check/check-some.ts'
import type { Marker } from '../check/conflicts.ts'
import type { FollowedFields } from '../check/declared/followed-records.ts'
import type { PlacedDirective } from '../check/suppressed-places.ts'
import type { Domain } from '../domains/registry.ts'
import type { Entry } from '../syntax/nodes.ts'
import type { DoubtfulEntry } from './doubtful-entry.ts'
import type { FollowedRows } from './followed-rows.ts'
import type { NameHasher } from './names.ts'
import type { EntryPlace, LineState } from './part.ts'
import type { PlacedNames } from './placed-names.ts'
import type { FollowedRow } from './scanner.ts'
import type { ScanTables } from './tables.ts'

/** What a part of a file holds, apart from its problems. Lines are those of the file, from 0. */
export interface PartReading {
  /** The state at its first line, and at the line below it. */
  readonly before: LineState
  readonly after: LineState
  readonly records: number
  /** How many records belong to each domain, by the domain's path; without the undecided ones. */
  readonly counts: ReadonlyMap<string, number>
  /** The paths of the tags of these records. */
  readonly tags: readonly string[]
  readonly headers: readonly EntryPlace[]
  /** Records whose tag has several definitions: only the whole file decides which one they mean. */
  readonly undecided: readonly EntryPlace[]
  /** Their places are lines. */
  readonly directives: readonly PlacedDirective[]
  /** The conflict markers. Their places are lines. */
  readonly markers: readonly Marker[]
  /** A block that starts here and is open in the end, with its text up to the next line that starts with `@`. */
  readonly openBlock?: PlacedText | undefined
  readonly names: PartNames
  /** The records that a query or a map needs, without the undecided ones; in no order. */
  readonly followed: readonly FollowedRow[]
  /** The values that rules about several records read, without the undecided records. */
  readonly rows: readonly FollowedRows[]
}

/** What the records of a part are called and refer to, as `NameList` has it; without the undecided ones. */
export interface PartNames {
  readonly definitions: Int32Array<ArrayBuffer>
  readonly references: Int32Array<ArrayBuffer>
  /** The same as text, if wanted. */
  readonly placed?: PlacedNames | undefined
}

/** Entries to check: records and stray lines that the scanner is not certain of, and every header. */
interface EntriesToCheck {
  readonly entries: readonly Entry[]
  /** Where each of them stands. */
  readonly places: readonly EntryPlace[]
  /** The header in force at the first of them. */
  readonly header: PlacedText | undefined
}

/** The checks of what the scanner is not certain of. */
export interface PartChecks {
  /** Checks some entries. They come some at a time, so that what is found in them is short-lived. */
  check(batch: EntriesToCheck): readonly CheckedEntry[]
  /**
   * Checks the fields of a record that the scanner is not certain of, and the rules that it breaks; the records come
   * from the last one up. Without this, such records are checked as all others. Returns whether it wants the next one.
   */
  checkDoubts?(doubtful: DoubtfulEntry): boolean
  /** Gets the bytes that the scanner skips between two entries that it is not certain of. There may be no bytes. */
  skipped?(start: number, end: number): void
}

export interface ReadOptions {
  readonly tablesOf: (domains: readonly Domain[]) => ScanTables
  readonly hasher: NameHasher
  /** Whether to note what records are called and refer to. */
  readonly hasNames: boolean
  /** Whether names are wanted as text too, and the values that rules read as `followed` instead of rows. */
  readonly hasTexts?: boolean | undefined
  /** The fields whose values a query wants. Without it, those that rules across records read are noted. */
  readonly followed?: FollowedFields | undefined
}
