import { type CheckedFile, problemsOf } from '../../shared/check/check.ts'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Settings } from './settings.ts'

/** All that a feature answers from: one version of one file, checked. Never changed. */
export interface Snapshot {
  readonly uri: string
  readonly version: number
  readonly file: CheckedFile
  readonly registry: Registry
  /** The records of all files, this one included. */
  readonly index: RecordIndex
  /** Whether all files of the workspace have been read; before that, a record that is not found may yet be. */
  readonly isIndexComplete: boolean
  /** The problems of the file's records among those of all files; `unknown` as long as not all have been read. */
  readonly across: () => readonly Problem[] | 'unknown'
  readonly settings: Settings
  readonly client: Client
}

/** What the client can do and has told about itself. */
export interface Client {
  /** The address of the page of problem codes, or undefined where none ships with the server. */
  readonly codesPage: string | undefined
  /** The client's command that opens its completion list. */
  readonly suggestCommand: string | undefined
  /** The client's command that shows locations, given an address, a position and the locations. */
  readonly showReferencesCommand: string | undefined
  /** How many folding ranges the client takes, if it says. */
  readonly foldingLimit: number | undefined
  /** Whether the client shows Markdown; otherwise it gets plain text. */
  readonly hasMarkdown: boolean
  /** Whether the client shows what goes with the label of a completion in a place of its own. */
  readonly hasLabelDetails: boolean
  /** Whether the client finds a parameter in a signature by its place; otherwise it gets the parameter's text. */
  readonly hasLabelOffsets: boolean
  /** Whether the client shows an outline as a tree; otherwise it gets a list. */
  readonly hasOutlineTree: boolean
  readonly hasSnippets: boolean
  readonly hasSnippetEdits: boolean
  readonly hasVersionedEdits: boolean
  readonly hasRelatedInformation: boolean
  /** Whether the client asks for problems, so that none are sent unasked. */
  readonly pullsDiagnostics: boolean
  /** Whether the client wants to be told of the domains of files. */
  readonly showsDomains: boolean
  /** Whether the client asks for the edit of a code action when the author chooses it. */
  readonly resolvesActions: boolean
}

/** All problems of the file, those among its records and others included, with the severities the user chose. */
export const problemsIn = ({ file, across, settings }: Snapshot): Problem[] =>
  withSeverities(problemsOf(file, across()), settings.severity)
