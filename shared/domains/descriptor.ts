import type { TypeName } from '../syntax/type-words.ts'

/**
 * A domain descriptor: the tags of a domain and their fields. This type has only the properties that Recline uses; a
 * descriptor file can have more.
 */
export interface Descriptor {
  /** `<namespace>.<name>`, such as `core.compliance`. */
  readonly domain: string
  readonly version: string
  readonly description: string
  readonly records: readonly RecordDescriptor[]
  readonly meta?: Meta
}

/** A record type. */
export interface RecordDescriptor {
  readonly tag: string
  readonly description?: string
  readonly fields: readonly FieldDescriptor[]
}

/** A field of a record type. */
export interface FieldDescriptor {
  readonly name: string
  readonly type: TypeName
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
  /** The tag of the records that the values refer to by id: `CONTROL` or `core.compliance.CONTROL`. */
  readonly ref?: string
  readonly example?: string
  readonly description?: string
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
