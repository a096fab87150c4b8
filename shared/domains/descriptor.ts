import type { TypeName } from '../syntax/type-words.ts'
import type { TextFormatName } from './formats/format-names.ts'

/**
 * A domain descriptor: the tags of a domain and their fields. This type has only the properties that Recline uses; a
 * descriptor file can have more.
 */
export interface Descriptor {
  /** `<namespace>.<name>`, such as `core.compliance`. */
  readonly domain: string
  readonly version: string
  readonly description: string
  /**
   * The domain whose tags, fields and rules this one has too, with or without the versions that it can have:
   * `core.fleet`, `core.fleet@1`. `baseNamedBy` reads it, and `resolveDescriptors` gives the parts.
   */
  readonly extends?: string
  readonly records: readonly RecordDescriptor[]
  /** Set if all but the path is unknown, because the file cannot be read. No file says that itself. */
  readonly isUnreadable?: true
  /** Set if the domain is in force only where a configuration names it. No file says that itself. */
  readonly isOnRequest?: true
  /** The state of this version, and of the domain: one that is `deprecated` still works. `active` if there is none. */
  readonly status?: string
  readonly state?: string
  /** Who publishes the domain, such as `official`. */
  readonly tier?: string
  /** Whether the registry has verified the owner. */
  readonly verified?: boolean
  /** A note for all who use the domain. */
  readonly notice?: string | null
  /** The hash of `records` with all that they inherit, as of `schemaHashOf`. */
  readonly schemaHash?: string | null
  readonly owner?: Owner
  readonly registry?: RegistryData
  readonly meta?: Meta
  /** Breaking changes that are meant, by their ids, each with the reason. */
  readonly allowedChanges?: Readonly<Record<string, string>>
}

/** That a tag, a field or a value should no longer be written. */
export interface Deprecation {
  /** The version of the domain since which it is so. */
  readonly since?: string
  /** Why, in one sentence. */
  readonly reason?: string
  /** What to write instead: a tag of the domain, a field of the tag, or a value of the field. */
  readonly use?: string
}

/** Who maintains a domain or namespace. */
export interface Owner {
  readonly name?: string
  readonly organization?: string
  readonly url?: string
  /** A time of ISO 8601. */
  readonly since?: string
}

/** What a registry knows of a domain and of its namespace. Times are of ISO 8601. */
interface RegistryData {
  readonly domain?: {
    readonly path?: string
    readonly owner?: Owner
    readonly state?: string
    readonly notice?: string | null
    readonly created?: string
    readonly lastUpdated?: string
  }
  readonly namespace?: {
    readonly path?: string
    readonly type?: string
    readonly owner?: Owner
    readonly state?: string
    readonly notice?: string | null
  }
}

/** Where a part of a resolved domain comes from. A descriptor file has no such properties. */
interface Inherited {
  /** The path of the domain that defines it; undefined if the domain does so itself. */
  readonly origin?: string
}

/** A record type. In a domain that extends another one, it can be the changes of a tag of that domain. */
export interface RecordDescriptor extends Inherited {
  readonly tag: string
  readonly description?: string
  /** Other words for it, for search. */
  readonly aliases?: readonly string[]
  /** Words that people search it by and that mean something else, such as `hazard` for a peril. */
  readonly keywords?: readonly string[]
  readonly deprecated?: Deprecation
  /** What it was called in an earlier version of the domain. */
  readonly renamedFrom?: string
  /** For fields that a migration gives a record that lacks them: their values as expressions. */
  readonly migrate?: Readonly<Record<string, string>>
  /** Whether the domain does not have this tag of the domain that it extends. */
  readonly remove?: boolean
  /** The paths of the domains that change what they inherit, the last one last. No property of a descriptor file. */
  readonly changedIn?: readonly string[]
  readonly fields: readonly FieldDescriptor[]
  /** Lists of fields: no two records of the tag have the same values in all fields of a list. */
  readonly unique?: readonly (readonly string[])[]
  /** The states that need approval, by field and value: the roles of which one must agree. */
  readonly approval?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly rules?: readonly RuleDescriptor[]
}

/** A rule about the fields of a record and the records that it refers to. */
export interface RuleDescriptor extends Inherited {
  /** In kebab-case. The problems have the code `rule/<id>`. */
  readonly id: string
  /** One sentence: what is true for a record that follows the rule, such as `Expires after it is issued`. */
  readonly summary?: string
  /** One sentence: what is wrong with a record that breaks the rule. It can have expressions in braces. */
  readonly message: string
  /** What is true for a correct record. */
  readonly expression: string
  /** `error` by default. A rule that is off does not run until a configuration gives it a severity. */
  readonly severity?: RuleSeverity
  /** The field that problems are shown at. By default, they are shown at the fields that the expression reads. */
  readonly field?: string
  /** Why the rule is there. */
  readonly description?: string
  /** The standard that the rule comes from. */
  readonly standard?: string
  /** A record that follows the rule, and one that breaks it. */
  readonly examples?: { readonly right: string; readonly wrong: string }
  /** New values of fields, as expressions, for a quick fix. */
  readonly fix?: Readonly<Record<string, string>>
}

/** A rule of a configuration, about the records of any tag. */
export interface ConfiguredRule extends RuleDescriptor {
  /** The tag, with or without its domain: `CONTROL`, `core.compliance.CONTROL`. */
  readonly tag: string
}

/** Which rules run, apart from those of the descriptors, and which severities the user chose by code. */
export interface RuleSettings {
  readonly rules: readonly ConfiguredRule[]
  readonly severity: Readonly<Record<string, RuleSeverity>>
  /** What `now` means, in milliseconds since 1970. Without it, the time of the check. */
  readonly now?: number
  /** What other files of the run or workspace have. Their rules may read the records of all files. */
  readonly others?: readonly RuleSettings[]
}

type RuleSeverity = 'error' | 'warning' | 'information' | 'off'

/** A field of a record type. In a domain that extends another one, it can be the changes of a field of that domain. */
export interface FieldDescriptor extends Inherited {
  readonly name: string
  readonly type: TypeName
  /**
   * Whether the descriptor does not say a type, and nothing in it tells which one is meant. `type` is `string` then,
   * and the values of the field are not checked. No property of a descriptor file.
   */
  readonly isTypeUnknown?: true
  readonly required?: boolean
  /** The allowed values, in the order in which they are shown. */
  readonly enum?: readonly string[]
  /** A phrase for each allowed value that says what it means. */
  readonly enumDescriptions?: Readonly<Record<string, string>>
  /** The smallest and the greatest allowed number. */
  readonly range?: readonly [number, number]
  readonly unit?: string
  /** A regular expression that the whole value must match. */
  readonly pattern?: string
  /** The known form of the texts, such as `iban`. */
  readonly format?: TextFormatName
  /** The tag of the records that the values refer to by id: `CONTROL` or `core.compliance.CONTROL`. */
  readonly ref?: string
  /** Whether a value is a list of items between commas. With `ref`, each item is an id. */
  readonly list?: boolean
  /** For each value of the enum, the values that it can change to. */
  readonly transitions?: Readonly<Record<string, readonly string[]>>
  readonly example?: string
  readonly description?: string
  /** Whether practitioners write it in most records. */
  readonly usual?: boolean
  /** Other words for it, for search and for columns of tables. */
  readonly aliases?: readonly string[]
  /** Words that people search it by and that mean something else, such as `mean time to resolve` for one time. */
  readonly keywords?: readonly string[]
  /** What to write where a right value does not fit the limits of the field, as sentences. */
  readonly advice?: string
  /** What a new record gets: a value, or an expression that reads only the record and `now`. */
  readonly default?: string | number | boolean | { readonly expression: string }
  /** Whether the values are about a person, or open something; `none` says that those of an inherited field do not. */
  readonly sensitive?: 'personal' | 'secret' | 'none'
  /** Whether the values are paths of files, relative to the file of the record. */
  readonly file?: boolean
  /** The field of the same tag with the path of the file whose hash the values are. */
  readonly hashOf?: string
  /** Set if the day is one by which something has to be done or ends. Without it, the name of the field decides. */
  readonly due?: DueDescriptor
  /** After how long the day comes again, such as `P3M`: a duration of ISO 8601. Such a day is a due day. */
  readonly interval?: string
  readonly deprecated?: Deprecation
  /** The values of the enum that should no longer be written. */
  readonly deprecatedValues?: Readonly<Record<string, Deprecation>>
  /** What it was called in an earlier version of the domain. */
  readonly renamedFrom?: string
  /** Values that the enum had in an earlier version, each with what it is called now. */
  readonly renamedValues?: Readonly<Record<string, string>>
  /** Whether the domain does not have this field of the domain that it extends. */
  readonly remove?: boolean
  /** The paths of the domains that change what they inherit, the last one last. No property of a descriptor file. */
  readonly changedIn?: readonly string[]
}

/** What a due day is. */
interface DueDescriptor {
  /** True when nothing is left to do. It reads only the record. Without it, the state of the record decides. */
  readonly until?: string
}

/** Texts for people who choose a domain. */
export interface Meta {
  readonly tagline?: string
  readonly highlights?: readonly string[]
  readonly links?: readonly { readonly url: string; readonly type: string; readonly label: string }[]
  readonly related?: readonly { readonly domain: string; readonly reason: string; readonly relationship: string }[]
  readonly tag_context?: Readonly<Record<string, TagContext>>
  readonly use_cases?: readonly UseCase[]
}

interface TagContext {
  readonly purpose?: string
  readonly when_to_use?: string
  readonly related_standards?: readonly string[]
}

export interface UseCase {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly tags_used: readonly string[]
  readonly steps: readonly string[]
  readonly example: string
}

/** A part of a domain, by its names: a tag, a field of the tag, or an allowed value of the field. */
export interface DomainPart {
  /** The path of the domain. */
  readonly domain: string
  readonly tag: string
  readonly field?: string
  readonly value?: string
}
