/** How much a problem weighs. */
export type Severity = 'error' | 'warning' | 'information'

/** Texts of `.rec` files by their names. */
export type Files = Readonly<Record<string, string>>

/** What decides how records are read. Everything has a default, as on the command line without a `recline.json`. */
export interface Options {
  /**
   * The domains of records whose file names none in a header or in its own name, such as `compliance` or
   * `core.compliance`. By default all domains.
   */
  readonly domain?: string | readonly string[]
  /** The name of the file of a single text, such as `audit.compliance.rec`, which names the domain of its records. */
  readonly file?: string
  /** Descriptors besides the built-in ones: each the text of a `.domain.json`, or the object that it has. */
  readonly descriptors?: readonly (string | object)[]
  /** The severity of problems by their code, such as `{ notation: 'off' }`. Other codes keep their own. */
  readonly severity?: Readonly<Record<string, Severity | 'off'>>
  /** What `now` means in rules and expressions. By default the time of the call. */
  readonly now?: Date
}
