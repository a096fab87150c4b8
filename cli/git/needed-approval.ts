import type { Unit } from '../../shared/diff/units.ts'

/** The forms of a list of approvals. */
export const approvalFormats = ['text', 'json', 'markdown'] as const

export type ApprovalFormat = (typeof approvalFormats)[number]

/** The options of `recline git approvals`. */
export interface ApprovalsOptions {
  readonly format: ApprovalFormat
  /** The names of those who approved. */
  readonly approved?: readonly string[]
  /** The path of a file of reviews. */
  readonly reviews?: string
  readonly exclude: readonly string[]
  readonly descriptors: readonly string[]
}

/** A state that a record comes into, and who must agree. */
export interface NeededApproval {
  /** The record as it is after the change. */
  readonly unit: Unit
  readonly field: string
  readonly value: string
  /** The value before; undefined for a new record, or one that did not have the field. */
  readonly before: string | undefined
  /** The roles of which one must agree, with the people who have them. */
  readonly roles: readonly { readonly role: string; readonly people: readonly string[] }[]
  /** Those of these people who approved. */
  readonly approvedBy: readonly string[]
}
