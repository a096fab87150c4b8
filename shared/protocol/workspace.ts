import type { Severity } from '../check/rule.ts'
import type { ProposedFile } from './bulk-change.ts'
import { noParams, request } from './request.ts'

/** The requests about all files of the workspace, open or not. */

/** Client to server: all safe fixes in all files. The client shows them before it applies them. */
export const workspaceFixesRequest = request<readonly FixableFile[]>()('recline/workspaceFixes', noParams)

/** The safe fixes of a file. */
export interface FixableFile extends ProposedFile {
  /** How many problems they fix. */
  readonly problems: number
}

/** Client to server: all problems of all files, without the limit of the Problems view. */
export const workspaceProblemsRequest = request<readonly ListedProblem[]>()('recline/workspaceProblems', noParams)

/** A problem as in a line of `recline check --format lines`. */
export interface ListedProblem {
  readonly uri: string
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column: number
  readonly severity: Severity
  readonly code: string
  readonly message: string
}

/**
 * Client to server: answered when nothing is left to do. All files are read, and all problems are sent; what waits
 * for a pause in the changes is done at once.
 */
export const whenIdleRequest = request<true>()('recline/whenIdle', noParams)
