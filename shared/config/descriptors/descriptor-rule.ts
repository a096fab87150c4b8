import type { Node } from 'jsonc-parser'
import type { Problem } from '../../check/problem.ts'
import type { Fix, ProblemCode, Related } from '../../check/rule.ts'
import type { FieldDescriptor, RecordDescriptor, UseCase } from '../../domains/descriptor.ts'
import type { Span } from '../../syntax/nodes.ts'

/** A problem of a descriptor. Its offsets and those of its fixes count UTF-16 code units from the start of the text. */
export type DescriptorProblem = Omit<Problem, 'entry'>

/** Finds the problems of one code in descriptors: what the schema cannot express. */
export interface DescriptorRule extends ProblemCode {
  /** Whether it can judge the parts of an extension without what they inherit. */
  readonly needsNoBase?: true
  readonly check: (draft: DescriptorDraft, report: DescriptorReport) => void
}

/**
 * The parts of a descriptor that match the schema, each with its node in the JSON. Parts with a problem are left out.
 */
export interface DescriptorDraft {
  /** The path of the domain; undefined if it is missing or wrong. */
  readonly domain: string | undefined
  readonly root: DraftPart
  /** All tags in the text, also of records with problems. */
  readonly tags: ReadonlySet<string>
  readonly records: readonly DraftRecord[]
  readonly useCases: readonly DraftUseCase[]
  /** Whether something is left out because of an error. */
  readonly isPartial: boolean
}

/** A part of a descriptor: all of it, a record, a field or a use case. */
export interface DraftPart {
  /** Its object in the JSON. */
  readonly node: Node
  readonly value: object
  readonly tag?: string
  readonly field?: string
}

export interface DraftRecord extends DraftPart {
  readonly tag: string
  readonly value: RecordDescriptor
  readonly fields: readonly DraftField[]
}

export interface DraftField extends DraftPart {
  readonly tag: string
  readonly field: string
  /** The name of the field in messages: `VEHICLE.status`. */
  readonly label: string
  readonly value: FieldDescriptor
}

/** A use case counts with its problems, so its `value` is not what it says. */
interface DraftUseCase extends DraftPart {
  readonly useCase: UseCase
}

/**
 * Reports a problem of a property. The problem is at the value of the property, and the part counts without the
 * property. The message is one sentence that says what is wrong, where, and what to do.
 */
export type DescriptorReport = (
  part: DraftPart,
  property: string,
  message: string,
  details?: {
    /** What to mark instead of the whole value. */
    readonly at?: Span
    readonly fixes?: () => Fix[]
    readonly related?: () => readonly Related[]
  },
) => void

/** All fields of all records of a descriptor. */
export const fieldsOf = ({ records }: DescriptorDraft): DraftField[] => records.flatMap(({ fields }) => fields)
