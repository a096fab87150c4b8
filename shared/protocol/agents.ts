import * as v from 'valibot'
import { request } from './request.ts'
import type { FileEdits } from './table/table-edit.ts'

/** The requests of agents, which the command line and the extension pass on. */

/**
 * Client to server: calls a tool of `shared/agents/tools.ts`. Wrong arguments have an answer that says what is wrong.
 */
export const callToolRequest = request<ToolAnswer>()(
  'recline/callTool',
  v.object({ name: v.string(), arguments: v.unknown() }),
)

/** The answer of a tool. */
export interface ToolAnswer {
  readonly isError: boolean
  /** For an error a `ToolError`; otherwise as the schema of the tool says. It can be written as JSON. */
  readonly answer: object
  /** What the client has to write now. If it cannot, `failedCall` is the answer instead. */
  readonly files: readonly FileToWrite[]
}

/** The edits of a file. */
export interface FileToWrite extends FileEdits {
  /** The fingerprint of the text that they are for; null for a file that must not exist yet. */
  readonly fingerprint: string | null
}

/** What is wrong with a call, so that a model can correct it. */
export interface ToolError {
  readonly code: string
  /** A sentence that says what to do. */
  readonly message: string
  /** The part of the arguments that it is about, such as `changes.0.values.severity`. */
  readonly at?: string
  readonly nearest?: readonly string[]
  readonly allowed?: readonly string[]
  /** The values that a record has now. */
  readonly current?: Readonly<Record<string, string | null>>
  readonly next_id?: string
  readonly example?: string
  readonly problems?: readonly object[]
}

/** The answer of a client that could not pass the call on, or not write the files. */
export const failedCall = (
  code: 'not-written' | 'nothing-written' | 'wrong-argument' | 'no-answer' | 'no-folder' | 'declined' | 'switched-off',
  message: string,
): ToolAnswer => ({
  isError: true,
  answer: { error: { code, message } satisfies ToolError },
  files: [],
})

/** Server to client: the files with records as a git revision has them. Only a client with git answers it. */
export const revisionRequest = request<RevisionFiles>()(
  'recline/filesOfRevision',
  v.object({ revision: v.string(), folder: v.string() }),
)

/** The texts of files by their addresses, or why there are none. */
export type RevisionFiles =
  | { readonly texts: readonly (readonly [uri: string, text: string])[] }
  | { readonly failure: string }

/** Client to server: what an agent can read as a whole. Without an address, the list of that. */
export const agentResourceRequest = request<AgentResources>()(
  'recline/agentResources',
  v.object({ resource: v.optional(v.string()), cursor: v.optional(v.string()) }),
)

export interface AgentResources {
  readonly resources: readonly AgentResource[]
  readonly cursor?: string
}

export interface AgentResource {
  readonly uri: string
  readonly name: string
  readonly mimeType: string
  readonly text?: string
}

/** Client to server: what can be written at the end of a text that a user begins, for the argument of a prompt. */
export const agentCompletionRequest = request<AgentCompletions>()(
  'recline/agentCompletions',
  v.object({ of: v.picklist(['domain', 'id', 'path', 'tag']), text: v.string() }),
)

export interface AgentCompletions {
  /** The best of them. */
  readonly values: readonly string[]
  /** How many there are. */
  readonly total: number
}
