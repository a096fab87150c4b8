import type { Node } from 'jsonc-parser'
import type { Problem } from '../check/problem.ts'
import type { Fix, ProblemCode, Related } from '../check/rule.ts'
import type { FieldDescriptor, RecordDescriptor, UseCase } from '../domains/descriptor.ts'

/** A problem of a descriptor file: `start` and `end` count UTF-16 code units from the start of the text, as its fixes do. */
export type DescriptorProblem = Omit<Problem, 'entry'>

/** Finds the problems of one code in descriptors: what the schema cannot express. */
export interface DescriptorRule extends ProblemCode {
  readonly check: (draft: DescriptorDraft, report: DescriptorReport) => void
}

/** A descriptor as far as it meets the schema, each part with its place in the text. What is reported of it is left out. */
export interface DescriptorDraft {
  /** The path of the domain, or undefined where it is missing or wrong. */
  readonly domain: string | undefined
  readonly root: Part
  /** All tags that are written, also of records in which something is wrong. */
  readonly tags: ReadonlySet<string>
  readonly records: readonly RecordPart[]
  readonly useCases: readonly UseCasePart[]
  /** Whether something is left out because of an error. */
  readonly isPartial: boolean
}

/** A part of a descriptor: the whole, a record, a field or a use case. */
export interface Part {
  /** Its object in the JSON. */
  readonly node: Node
  readonly value: object
  readonly tag?: string
  readonly field?: string
}

export interface RecordPart extends Part {
  readonly tag: string
  readonly value: RecordDescriptor
  readonly fields: readonly FieldPart[]
}

export interface FieldPart extends Part {
  readonly tag: string
  readonly field: string
  /** How a message names the field: `VEHICLE.status`. */
  readonly label: string
  readonly value: FieldDescriptor
}

/** A use case counts with its problems, so its `value` is not what it says. */
interface UseCasePart extends Part {
  readonly useCase: UseCase
}

/**
 * Reports a problem with a property of a part: it marks the property's value, and the part counts without the property.
 * The message is one sentence: what is wrong, where, what to do.
 */
export type DescriptorReport = (
  part: Part,
  property: string,
  message: string,
  details?: {
    readonly fixes?: () => Fix[]
    readonly related?: () => readonly Related[]
  },
) => void

/** All fields of all records of a descriptor. */
export const fieldsOf = ({ records }: DescriptorDraft): FieldPart[] => records.flatMap(({ fields }) => fields)
