import type { FileContext } from '../domains/domains-in-force.ts'
import { entryMaker, entryWriter, type Given } from './record-text.ts'

/** Options for reading records from another form. */
export interface ReadingOptions {
  /** What decides the domains of the records besides headers among them. */
  readonly context: FileContext
  /** The tag of records without one. */
  readonly tag?: string
}

/** The text of a `.rec` file, and what could not be read as records, in the order of the text. */
export type Reading = { readonly text: string } | { readonly problems: readonly ReadProblem[] }

/** Something in a text that cannot be read as records, with its place in that text. */
export interface ReadProblem {
  /** A sentence. */
  readonly message: string
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
}

/** The text of a `.rec` file with what was read. */
export function written(given: readonly Given[], context: FileContext): string {
  const entryOf = entryMaker(context)
  const write = entryWriter()
  return given.map(one => write(entryOf(one))).join('')
}
