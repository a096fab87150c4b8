import type { TypeName } from '../syntax/type-words.ts'

/**
 * A domain descriptor: what the records of one domain are. Only what the language needs is named here; the catalogue
 * texts of a descriptor (`meta`) and its registry bookkeeping are carried along.
 */
export interface Descriptor {
  /** `<namespace>.<name>`, as `core.compliance`. */
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
  /** The allowed values, in their order. */
  readonly enum?: readonly string[]
  /** What each allowed value means, in a phrase. */
  readonly enumDescriptions?: Readonly<Record<string, string>>
  /** The least and the greatest number, both allowed. */
  readonly range?: readonly [number, number]
  readonly unit?: string
  /** A regular expression that the whole value must match. */
  readonly pattern?: string
  /** The tag whose records this field refers to by rid: `CONTROL` or `core.compliance.CONTROL`. */
  readonly ref?: string
  readonly example?: string
  readonly description?: string
}

/** The catalogue part of a descriptor. */
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
