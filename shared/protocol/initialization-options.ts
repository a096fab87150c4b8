import * as v from 'valibot'

/** An option that counts as not given if it has the wrong type. */
const option = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

const initializationOptions = v.object({
  /** The address of the documentation page of the problem codes. It has a section with the name of each code. */
  codesPage: option(v.string()),
  /** A command of the client that opens its completion list. */
  suggestCommand: option(v.string()),
  /**
   * A command of the client that shows locations. Its arguments are an address, a position and locations, as the
   * protocol has them.
   */
  showReferencesCommand: option(v.string()),
  /** A command of the client that shows the history of a record. Its arguments are an address, a tag and an id. */
  showHistoryCommand: option(v.string()),
  /** A command of the client that shows what a domain has. Its argument is the path of a tag. */
  showDomainsCommand: option(v.string()),
  /** A command of the client that lets the user choose a value. Its argument is a `ValueToChoose`. */
  chooseValueCommand: option(v.string()),
  /**
   * A command of the client that edits the records of the workspace. Its argument has the path of a tag, a condition,
   * and a change as in `recline/bulkEdit`.
   */
  editRecordsCommand: option(v.string()),
  /** A command of the client that migrates records to a new version of a domain. Its argument is the descriptor. */
  migrateRecordsCommand: option(v.string()),
  /**
   * A command of the client that updates domains from elsewhere. Its arguments are the `recline.json`, and a domain if
   * only that is updated.
   */
  updateDomainsCommand: option(v.string()),
  /** Says that the client pulls diagnostics although it also accepts those that are pushed. */
  diagnostics: option(v.literal('pull')),
  /** Whether the client shows the domains of files, so that it wants to be notified of them. */
  showsDomains: option(v.boolean()),
  /** Whether the client shows the problems of a place in its hovers, so that the server does not. */
  hoversShowProblems: option(v.boolean()),
  /** Whether the client removes empty fields of a new record, as `recline/removeEmptyFields` finds them. */
  removesEmptyFields: option(v.boolean()),
  /** Whether the client opens built-in descriptors with `recline/descriptorText`. */
  opensDescriptors: option(v.boolean()),
  /** Whether the client answers `recline/earlierDescriptor`. */
  tellsEarlierDescriptors: option(v.boolean()),
  /** False if no quick fix may add a dependency, as in a folder that the user does not trust. */
  changesDependencies: option(v.boolean()),
  /** Where a server in a browser finds the file with the texts in other languages, `texts.js`. */
  texts: option(v.string()),
  /** The settings until the client answers `workspace/configuration`. */
  settings: v.optional(v.unknown()),
})

/** What a client can tell the server in `initialize`; all optional. */
export type InitializationOptions = Partial<v.InferOutput<typeof initializationOptions>>

/** Reads the options of a client, which can be anything. */
export function readInitializationOptions(options: unknown): InitializationOptions {
  const { success, output } = v.safeParse(initializationOptions, options)
  return success ? output : {}
}
