import * as v from 'valibot'
import type { ExampleExpressions } from '../expression/help/example-expressions.ts'
import type { ProposedFile } from './bulk-change.ts'
import type { Refusal } from './request.ts'
import { type ParamsOf, request } from './request.ts'
import type { ListedProblem } from './workspace.ts'

/**
 * Client to server: the text edits that set fields of records in all files of the workspace, remove fields, or delete
 * the records. The client shows them before it applies them.
 */
export const bulkEditRequest = request<BulkEditAnswer>()(
  'recline/bulkEdit',
  v.object({
    /** The tag of the records, such as `FINDING` or `core.compliance.POLICY`. */
    tag: v.string(),
    /** Only records for which this expression is true; all records of the tag without it. */
    where: v.optional(v.string()),
    /** New values such as `status="closed"`: a field, `=` and an expression; several are separated by commas. */
    set: v.array(v.string()),
    /** The names of fields to remove; several are separated by commas. */
    unset: v.array(v.string()),
    /** Texts to replace, such as `severity:High=high,Moderate=medium`: a field, and old and new values. */
    mapValue: v.optional(v.array(v.string())),
    /** Fields to rename, such as `last_online=valid_until`; several are separated by commas. */
    renameField: v.optional(v.array(v.string())),
    /** Edits only the records of this file. */
    uri: v.optional(v.string()),
    /** Whether the records are deleted. */
    delete: v.boolean(),
    /** Whether the client only wants to know whether the expressions are right; then there are no files. */
    onlyCheck: v.optional(v.boolean()),
    /** What `now` means in the expressions, in milliseconds since 1970; without it, the time of the request. */
    now: v.optional(v.number()),
  }),
)

export type BulkEditParams = ParamsOf<typeof bulkEditRequest>

/**
 * Client to server: each text that records of a tag have in a field. Without an address, those of all files of the
 * workspace.
 */
export const writtenValuesRequest = request<WrittenValues>()(
  'recline/writtenValues',
  v.object({
    /** The path of the tag, such as `core.compliance.POLICY`. */
    tag: v.string(),
    field: v.string(),
    uri: v.optional(v.string()),
  }),
)

/** The most texts that are listed. */
export const mostWrittenValues = 5000

export interface WrittenValues {
  /** Those that are not allowed first, and of these the most frequent ones. */
  readonly values: readonly WrittenValue[]
  /** How many more there are. */
  readonly left: number
  /** The values that the field allows, if these are few. */
  readonly choices: readonly string[]
}

export interface WrittenValue {
  readonly text: string
  /** How many records have it. */
  readonly count: number
  /** What is wrong with it; null if it is allowed. */
  readonly problem: string | null
  /** The allowed value that it most likely means; null if none is near, or if it is allowed itself. */
  readonly meant: string | null
}

/** What to write as `mapValue`, so that a text of a field is replaced. */
export const mappingText = (field: string, from: string, to: string): string =>
  `${field}:${JSON.stringify(from)}=${JSON.stringify(to)}`

/** Client to server: what an edit of the records of a tag can look like. No answer for an unknown tag. */
export const editExamplesRequest = request<ExampleExpressions>()(
  'recline/editExamples',
  v.object({
    /** The path of the tag, such as `core.compliance.POLICY`. */
    tag: v.string(),
  }),
)

/** A mistake in an expression is a refusal. */
export type BulkEditAnswer = Refusal | BulkEdit

export interface BulkEdit {
  /** The files that change. */
  readonly files: readonly ProposedFile[]
  /** How many records the condition found, how many of them change, and how many an absent value leaves out. */
  readonly found: number
  readonly edited: number
  readonly skipped: number
  /** Records that stay as they are, because a new value would lose digits. */
  readonly inexact: readonly EditLine[]
  /** Records that stay as they are, because an item of a new list would be several items there, or another one. */
  readonly splitItems: readonly EditLine[]
  /** Records that stay as they are, because they have a field already that another one would be renamed to. */
  readonly taken: readonly EditLine[]
  /** How many values that are written but not allowed the edit replaces or removes. */
  readonly wrong: number
  /** Sentences about fields that the edit names and that neither the tag nor any record of it has. */
  readonly unseen: readonly string[]
  /** The problems that the edit would add. The user decides whether it is applied nevertheless. */
  readonly problems: readonly ListedProblem[]
  /** Merge conflicts in files that stay as they are, because they are in conflict. */
  readonly conflicts: readonly EditLine[]
  /** Records that stay as they are: they have text that is not closed or belongs to no field, or a field twice. */
  readonly uncertain: readonly EditLine[]
}

export interface EditLine {
  readonly uri: string
  /** From 1. */
  readonly line: number
}
