/**
 * What the language and its tools know of a type. A value is the text that a record means: without quotes and escapes.
 * What only one tool needs, such as a color or a column type of a file format, is a table in that tool with an entry
 * for every type.
 */
export interface ValueType {
  /** What values look like: one sentence in Markdown, with examples. */
  readonly description: string
  /** Words that authors write when they mean this type. */
  readonly otherNames: readonly string[]
  /** Whether values are numbers, so that a field can have a range and a unit. */
  readonly isNumber: boolean
  /** Whether the text is a value of the type. */
  readonly accepts: (text: string) => boolean
  /**
   * Why a text is not a value: the end of a sentence that starts with the field's name. Only called with such a text.
   */
  readonly explain: (text: string) => string
  /**
   * The value that an author most likely meant by a text that is not a value, if that can be told. May be no value
   * either.
   */
  readonly repair: (text: string) => string | undefined
  /**
   * A number to sort values by, NaN for a text that is not a value. Without this function, values are sorted as text.
   */
  readonly sortKey?: (text: string) => number
  /** The sort key of a limit in a filter, such as `>2026`. Without this function, filters compare values as text. */
  readonly limitKey?: (text: string) => number
  /** All values, if there are only a few. */
  readonly choices?: readonly string[]
  /** Values to offer to someone who writes one. */
  readonly suggest?: (now: Date) => readonly SuggestedValue[]
  /** What a value says in words, for hovers. */
  readonly inWords?: (text: string) => string
}

interface SuggestedValue {
  readonly value: string
  /** The word for it, which finds it as well. */
  readonly name: string
  /** One sentence. */
  readonly description: string
}
