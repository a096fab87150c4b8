import type { Definition, RecordName, Reference } from '../domains/identity.ts'
import type { Domain, FieldDefinition, Registry, Tag, TagName } from '../domains/registry.ts'
import type { BlockNode, Entry, Field, RecordNode, Span, StrayNode, ValueNode } from '../syntax/nodes.ts'
import type { TextChange } from '../syntax/text-change.ts'
import type { Place } from '../syntax/tree.ts'
import type { FileFact, FileLink } from './linked-files.ts'

/** The severity of a problem, in the words of the settings. */
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
   * Whether some of its fixes may be safe. If only safe fixes are wanted, rules without this flag are not asked.
   */
  readonly mayHaveSafeFix?: true
  /** Whether some of its fixes may be the only answer, as `Fix.answer` says. */
  readonly mayHaveAnswer?: true
  /** Checks lines that are not part of a record. */
  readonly line?: (context: LineContext) => void
  /** Checks a block that nothing closes. What stands in other blocks is no problem of records. */
  readonly openBlock?: (context: BlockContext) => void
  /** Checks an `@DOC` header. */
  readonly header?: (context: RecordContext) => void
  /** Checks a whole record, or a header; a header has no definition. */
  readonly record?: (context: RecordContext) => void
  /**
   * Whether `record` may find a problem in a record of a tag that has none so far, but perhaps in single fields: it is
   * in canonical notation, one definition of its tag is in force, and it has each required field, and none twice.
   * Without this, the rule sees every record, and large files take several times longer.
   */
  readonly mayObjectToRecord?: (tag: Tag) => boolean
  /** Checks a field, whether its tag defines it or not. */
  readonly field?: (context: FieldContext) => void
  /** Checks the value of a field that its tag defines; called only for a value of the declared type. */
  readonly value?: (context: ValueContext) => void
  /**
   * Whether `field` or `value` may find a problem in a field of a definition that is in canonical notation and has an
   * allowed value, as `isAllowed` has it. Without this, the rule sees every field, and large files take several times
   * longer. With it, what the rule finds in a field of an otherwise canonical record depends on no other field: the
   * check of large files remembers it by the text of the field. Whether a field is the id of the records of its tag
   * tells `tag.identityField`.
   */
  readonly mayObjectToField?: (field: FieldDefinition, tag: Tag) => boolean
  /** Checks the value of a field that its tag defines, and that was another one in an earlier version of the record. */
  readonly change?: (context: ChangeContext) => void
  /** Checks a path of a file in a field that its tag defines, where the files can be looked at. */
  readonly file?: (context: LinkedFileContext) => void
  /** Checks a record's identity among the records of all files. */
  readonly definition?: (context: DefinitionContext) => void
  /** Checks a record's values in the fields of a unique list among the records of all files. */
  readonly key?: (context: UniqueContext) => void
  /** Checks a reference to a record among the records of all files. */
  readonly reference?: (context: ReferenceContext) => void
}

/** What a rule says that finds no problem in what is canonical and allowed. */
export const never = (): boolean => false

/**
 * Reports a problem. The message is one sentence that says what was found and what is allowed; without `at` it marks
 * the thing the rule looks at: the line's text, the record's tag, the whole field, the value.
 */
export type Report = (
  message: string,
  details?: {
    readonly at?: Span
    /** What the problem is about, if neither its field nor the text that it marks says so. */
    readonly subject?: string
    readonly fixes?: () => Fix[]
    /** Returns other places that explain the problem. */
    readonly related?: () => readonly Related[]
  },
) => void

/** Another place that explains a problem: a span of the same entry, or a range of any file. */
export interface Related {
  readonly at: Span | Place
  readonly message: string
}

/**
 * A way to fix a problem. Edits are spans of the entry with the problem, sorted, not overlapping. `\n` in their text
 * becomes the line end of the file.
 */
export interface Fix {
  /** What the fix does, as an imperative. */
  readonly title: string
  readonly edits: readonly TextChange[]
  /** Whether it is the only sensible fix: editors offer it first and apply it with the auto-fix command. */
  readonly isPreferred?: boolean
  /**
   * Whether it does not change what the records say, so that it can be applied to many files without a look at each.
   */
  readonly isSafe?: boolean
  /**
   * Set if it changes what the record says, and is the only answer: `High` becomes `high`. Such fixes are applied to
   * many files only if the user asks for that, or if they are safe because the message names the change.
   */
  readonly answer?: Answer
  /** The domains that the `@DOC` header above should name, in addition to the edits or instead of them. */
  readonly header?: readonly string[]
}

/** The only thing that a fix changes in what a record says. */
export interface Answer {
  /**
   * The field that changes. Unless a property below says otherwise, it gets a value that differs only in case, blanks,
   * `_` and `-`, or as `yes` from `true`. Empty if the tag changes.
   */
  readonly field: string
  /** The new tag of the record, which its descriptor names instead of a deprecated one. */
  readonly tag?: string
  /** Its new name, if it gets one that differs only in case, and then no other value. */
  readonly name?: string
  /** Set if the new name is another one, which its descriptor names instead of a deprecated one. */
  readonly isReplacement?: true
  /** Its new value, which its descriptor names instead of a deprecated one. */
  readonly value?: string
}

/** A line that is not part of a record, not a comment and not blank. */
export interface LineContext {
  readonly node: StrayNode
  /** What stands directly above it. */
  readonly above: Entry | undefined
  /** The domains in force at the line. */
  readonly domains: readonly Domain[]
  readonly report: Report
}

/** A block without an `@END`. */
interface BlockContext {
  /** In a large file, it has the text up to the next line that starts with `@`. */
  readonly node: BlockNode
  readonly report: Report
}

export interface RecordContext {
  readonly record: RecordNode
  /** The tag in its canonical spelling; undefined if its word cannot be a tag. */
  readonly name: string | undefined
  /** The definition of the tag, if a domain in force has it. */
  readonly tag: Tag | undefined
  /** The domains in force at the record. */
  readonly domains: readonly Domain[]
  readonly registry: Registry
  /** Returns the id for a new record of a tag; undefined if it is not known. */
  readonly nextIdOf: ((tag: TagName) => string | undefined) | undefined
  /** Set if the fields of the record fit the definitions of several domains in force. */
  readonly ambiguity: Ambiguity | undefined
  readonly report: Report
}

export interface Ambiguity {
  /** The definitions that remain after comparing the fields and the other records of the file; at least one. */
  readonly tags: readonly Tag[]
  /** The domains of the other records of the file. */
  readonly usedDomains: ReadonlySet<Domain>
}

export interface FieldContext extends RecordContext {
  readonly node: Field
  readonly fieldName: string
  /** The definition of the field, if the tag has it and its descriptor says the type. */
  readonly field: FieldDefinition | undefined
  /** The node of the value, if there is one. */
  readonly written: ValueNode | undefined
  /** The value without quotes and escapes; undefined if there is no value to check. */
  readonly value: string | undefined
  /** Whether there is a value to check and it is of the declared type. */
  readonly isOfType: boolean
  /** The name of the field in messages: `CONTROL.maturity`. */
  readonly label: string
}

/** A value of a field that the tag defines. */
export interface ValueContext extends FieldContext {
  readonly field: FieldDefinition
  readonly written: ValueNode
  readonly value: string
}

/** A field whose value changed since an earlier version of its record. */
interface ChangeContext {
  readonly node: Field
  readonly field: FieldDefinition
  /** The value in the earlier version, without quotes and escapes. */
  readonly before: string
  /** The value now, without quotes and escapes. */
  readonly value: string
  readonly report: Report
}

/** A path of a file that a record names, and what is known of the file. */
interface LinkedFileContext {
  readonly record: RecordNode
  readonly link: FileLink
  readonly fact: FileFact
  /** The name of the field with the path in messages: `EVIDENCE.file`. */
  readonly label: string
  readonly report: Report
}

/** What several records are called. */
interface RepeatedContext {
  /** The number of records in all files that are called so, including this one. */
  readonly count: number
  /** Whether a record above it in the same file is called so. */
  readonly isLater: boolean
  /** Whether a record in another file is called so. */
  readonly isElsewhere: () => boolean
  /** Returns the places of the other records, or some of them if there are many. */
  readonly others: () => readonly Place[]
  readonly report: Report
}

/** An identity that several records have. */
export interface DefinitionContext extends RepeatedContext {
  /** Undefined if only its identity and references are known; then no fixes are needed. */
  readonly record: RecordNode | undefined
  readonly definition: Definition
  /** Returns the id for a new record of the tag; undefined if it is not known. */
  readonly nextId: () => string | undefined
}

/** Values that several records with different ids have in the fields of a unique list. */
export interface UniqueContext extends RepeatedContext {
  readonly tag: string
  /** The names of the fields. */
  readonly fields: readonly string[]
  /** The values, as unique lists compare them. */
  readonly values: readonly string[]
}

/** A reference to a record that no file has. */
export interface ReferenceContext {
  /** Undefined if only its identity and references are known; then no fixes are needed. */
  readonly record: RecordNode | undefined
  /** The name of the referring field in messages: `FINDING.control_ref`. */
  readonly label: string
  readonly reference: Reference
  /** Returns the names of the records that have the id under other tags. */
  readonly otherTags: () => readonly RecordName[]
  /** Returns the ids of all records of the target tag. */
  readonly ids: () => Iterable<string>
  /** The definition of the target tag, if the registry has it. */
  readonly target: Tag | undefined
  /** Whether the domain of the target tag is in force here, so that a record of the tag can be inserted. */
  readonly isInForce: boolean
  readonly placesOf: (name: RecordName) => readonly Place[]
  readonly report: Report
}
