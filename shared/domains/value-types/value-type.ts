/**
 * Everything that several parts of Recline need to know about a type. What only one part needs, such as a color or a
 * column type in Parquet, is in a table there with an entry for every type. All texts here are values without quotes
 * and escapes.
 */
export interface ValueType {
  /** What values look like: one sentence in Markdown with examples, for hovers, completion and documentation. */
  readonly description: string
  /** Words that people write when they mean this type. */
  readonly otherNames: readonly string[]
  /** Whether values are numbers, so that a field can have a range and a unit. */
  readonly isNumber: boolean
  /** Whether the text is a value of the type. */
  readonly accepts: (text: string) => boolean
  /** Explains why a text is not a value: the end of a sentence that starts with the name of the field. */
  readonly explain: (text: string) => string
  /** Guesses which value is meant by a text that is not a value. The result may still not be a value. */
  readonly repair: (text: string) => string | undefined
  /** A number to sort by; NaN for a text that is not a value. If absent, values are sorted as text. */
  readonly sortKey?: (text: string) => number
  /**
   * Reads a limit of a filter, such as `2026-06`; undefined for other text. If absent, filters cannot compare values.
   */
  readonly readLimit?: (text: string) => Limit | undefined
  /** All values, if there are only a few. */
  readonly choices?: readonly string[]
  /** Values to suggest where someone writes one. */
  readonly suggest?: (now: Date) => readonly SuggestedValue[]
  /** A value in words, for hovers. */
  readonly inWords?: (text: string) => string
}

/** A limit of a filter. It can stand for many values: `<=2026-06` includes the last day of June. */
export interface Limit {
  readonly first: number | bigint
  readonly last: number | bigint
  /** What to compare with `first` and `last`; NaN for a text that is not a value. */
  readonly keyOf: (value: string) => number | bigint
}

interface SuggestedValue {
  readonly value: string
  /** A word for the value; completion finds the value by it too. */
  readonly name: string
  /** One sentence. */
  readonly description: string
}
