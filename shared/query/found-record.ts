import type { Frame } from '../expression/run/frame.ts'

/** The place of a record: the name of its file, and its line from 1. */
export interface FoundPlace {
  readonly file: string
  readonly line: number
}

/** A record that a query found. */
export interface FoundRecord {
  readonly frame: Frame
  readonly place: FoundPlace
  /** Returns its text, as it is in its file. */
  readonly text: () => string
  /** Its fields that its tag does not define. */
  readonly undefinedFields: readonly string[]
}
