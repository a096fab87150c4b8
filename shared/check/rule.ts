import type { Definition, RecordName, Reference } from '../domains/identity.ts'
import type { Domain, FieldDefinition, Registry, Tag, TagName } from '../domains/registry.ts'
import type { BlockNode, Field, RecordNode, Span, StrayNode, Value } from '../syntax/nodes.ts'
import type { Place } from '../syntax/tree.ts'

/** How serious a problem is; the words of the command line and of the settings. */
export type Severity = 'error' | 'warning' | 'information'

/** What settings, tables and documentation say about the problems of one code. `npm run generate` writes it there. */
export interface ProblemCode {
  /** In kebab-case. It never changes, as users have it in settings and comments. */
  readonly code: string
  /** The severity unless a user chooses another one. */
  readonly severity: Severity
  /** One sentence, in Markdown: what is wrong. */
  readonly summary: string
}

/**
 * Finds the problems of one code and offers their fixes. A rule has one of the functions below, or two; the check calls
 * it for each thing of that kind.
 */
export interface Rule extends ProblemCode {
  /**
   * Whether some of its fixes may be safe. Of all other rules no fixes are worked out where only safe ones are wanted.
   */
  readonly mayHaveSafeFix?: true
  /** Checks a line that is not part of a record. */
  readonly line?: (context: LineContext) => void
  /** Checks an `@DOC` header. */
  readonly header?: (context: RecordContext) => void
  /** Checks a whole record, or a header; a header has no definition. */
  readonly record?: (context: RecordContext) => void
  /** Checks a field, whether its tag defines it or not. */
  readonly field?: (context: FieldContext) => void
  /** Checks the value of a field that its tag defines; called only for a value of the declared type. */
  readonly value?: (context: ValueContext) => void
  /** Checks a record's identity among the records of all files. */
  readonly definition?: (context: DefinitionContext) => void
  /** Checks a reference to a record among the records of all files. */
  readonly reference?: (context: ReferenceContext) => void
}

/**
 * Reports a problem. The message is one sentence that says what was found and what is allowed; without `at` it marks
 * the thing the rule looks at: the line's text, the record's tag, the whole field, the value.
 */
export type Report = (
  message: string,
  details?: {
    readonly at?: Span
    readonly fixes?: () => Fix[]
    /** Other places that explain it; looked for when asked for. */
    readonly related?: () => readonly Related[]
  },
) => void

/** Another place that explains a problem: a span of the same entry, or a range of any file. */
export interface Related {
  readonly at: Span | Place
  readonly message: string
}

/**
 * A way to mend a problem. Edits are spans of the entry the problem is in, in order, not overlapping; a line end in
 * their text is `\n` and becomes the file's own.
 */
export interface Fix {
  /** An imperative: what the fix does. */
  readonly title: string
  readonly edits: readonly Edit[]
  /** The one sensible fix: offered first, and taken by the editor's auto-fix key. */
  readonly isPreferred?: boolean
  /** Keeps what the records say: may be applied to a whole file at once, unseen. */
  readonly isSafe?: boolean
  /** Beside or instead of edits: the domains that the `@DOC` header at this place shall name. */
  readonly header?: readonly string[]
}

/** Text that replaces a span of an entry. */
export interface Edit extends Span {
  readonly text: string
  /** The text is a snippet of the Language Server Protocol, with tab stops. */
  readonly isSnippet?: boolean
}

/** A line outside records that is no comment and not blank. */
export interface LineContext {
  readonly node: StrayNode | BlockNode
  readonly report: Report
}

export interface RecordContext {
  readonly record: RecordNode
  /** The tag the record means, or undefined where its word cannot be one. */
  readonly name: string | undefined
  /** The definition of the tag, if a domain in force has one. */
  readonly tag: Tag | undefined
  /** The domains in force at the record. */
  readonly domains: readonly Domain[]
  readonly registry: Registry
  /** The id that a new record of a tag gets, where that is known. */
  readonly nextIdOf: ((tag: TagName) => string | undefined) | undefined
  /** Set where several domains in force define the tag and the record's own fields fit more than one of them. */
  readonly ambiguity: Ambiguity | undefined
  readonly report: Report
}

export interface Ambiguity {
  /** The definitions that neither the record's fields nor the file's other records decide between; one if they do. */
  readonly tags: readonly Tag[]
  /** The domains that other records of the file belong to. */
  readonly usedDomains: ReadonlySet<Domain>
}

export interface FieldContext extends RecordContext {
  readonly node: Field
  readonly fieldName: string
  /** What the descriptor says of the field, if the tag defines it. */
  readonly field: FieldDefinition | undefined
  /** The value as written, if there is one. */
  readonly written: Value | undefined
  /** What the value says, without quotes and escapes; undefined where there is none to check. */
  readonly value: string | undefined
  /** Whether there is a value to check and it is of the declared type. */
  readonly isOfType: boolean
  /** How a message names the field: `CONTROL.maturity`. */
  readonly label: string
}

/** A value of a field that the tag defines. */
export interface ValueContext extends FieldContext {
  readonly field: FieldDefinition
  readonly written: Value
  readonly value: string
}

/** A record's identity that other records have too. */
export interface DefinitionContext {
  /** Undefined where only its facts are known; then no fixes are asked for. */
  readonly record: RecordNode | undefined
  readonly definition: Definition
  /** How many records of all files have this identity, this one included: at least two. */
  readonly count: number
  /** Whether a record above it in the same file has it. */
  readonly isLater: boolean
  /** Whether a record of another file has it. */
  readonly isElsewhere: () => boolean
  /** The places of the others, some of them where there are many. */
  readonly others: () => readonly Place[]
  /** The id that a new record of the tag gets, where that is known. */
  readonly nextId: () => string | undefined
  readonly report: Report
}

/** A reference to a record that no file has. */
export interface ReferenceContext {
  /** Undefined where only its facts are known; then no fixes are asked for. */
  readonly record: RecordNode | undefined
  /** How a message names the referring field: `FINDING.control_ref`. */
  readonly label: string
  readonly reference: Reference
  /** The names of the records that have the id under other tags. */
  readonly otherTags: () => readonly RecordName[]
  /** The ids of all records of the tag that is referred to. */
  readonly ids: () => Iterable<string>
  /** The definition of that tag, if the registry has it. */
  readonly target: Tag | undefined
  /** Whether the tag's domain is in force here, so that a record of it can be written. */
  readonly isInForce: boolean
  readonly placesOf: (name: RecordName) => readonly Place[]
  readonly report: Report
}
