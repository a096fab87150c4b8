import { type CheckedFile, problemsOf } from '../../shared/check/check.ts'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { Settings } from './settings.ts'

/** The input of a feature: one version of a file, checked. It is immutable. */
export interface Snapshot {
  readonly uri: string
  readonly version: number
  readonly file: CheckedFile
  readonly registry: Registry
  /** The records of all files, including this one. */
  readonly index: RecordIndex
  /** Whether all files of the workspace have been read. Before that, missing records may still be found. */
  readonly isIndexComplete: boolean
  /** The problems that depend on the records of other files; `unknown` until all files have been read. */
  readonly across: () => readonly Problem[] | 'unknown'
  readonly settings: Settings
  readonly client: Client
  /** The URI of the folder that the files of its records are below; absent where no files can be looked at. */
  readonly topFolder?: string | undefined
}

/** The part of a snapshot that its problems come from. The thread that reads files has no more. */
export interface ProblemSource extends Pick<Snapshot, 'uri' | 'file' | 'across'> {
  readonly settings: Pick<Settings, 'severity'>
  readonly client: DiagnosticClient
}

/** What diagnostics depend on. */
export type DiagnosticClient = Pick<Client, 'codesPage' | 'hasRelatedInformation' | 'hasDeprecatedTags' | 'language'>

/** What the client can do, and the options that it sent. */
export interface Client {
  /** The language of the user; undefined for English, and for one that there are no texts in. */
  readonly language: TextLanguage | undefined
  /** Where a server in a browser finds the texts in other languages. */
  readonly textsAddress: string | undefined
  /** The address of the documentation of problem codes; undefined if there is none. */
  readonly codesPage: string | undefined
  /** The client's command that opens its completion list; undefined if it has none. */
  readonly suggestCommand: string | undefined
  /** The client's command that shows locations. Its arguments are an address, a position and the locations. */
  readonly showReferencesCommand: string | undefined
  /** The client's command that shows the history of a record. Its arguments are an address, a tag and an id. */
  readonly showHistoryCommand: string | undefined
  /** The client's command that shows what a domain has. Its argument is the path of a tag. */
  readonly showDomainsCommand: string | undefined
  /** The client's command that lets the user choose a value. */
  readonly chooseValueCommand: string | undefined
  /** The client's command that edits the records of the workspace. Its argument is what to edit, and how. */
  readonly editRecordsCommand: string | undefined
  /** The client's command that migrates records to a new version of a domain. Its argument is the descriptor. */
  readonly migrateRecordsCommand: string | undefined
  /** The client's command that updates domains from elsewhere. Its arguments are the `recline.json` and a domain. */
  readonly updateDomainsCommand: string | undefined
  /** How many folding ranges the client accepts, if it says so. */
  readonly foldingLimit: number | undefined
  /** Whether the client shows Markdown. If not, it gets plain text. */
  readonly hasMarkdown: boolean
  /** Whether the client shows details beside the label of a completion item. */
  readonly hasLabelDetails: boolean
  /** Whether the client lets the user choose if a completion item replaces the text behind the cursor. */
  readonly hasInsertReplace: boolean
  /**
   * Whether the client accepts the offsets of a parameter in a signature. If not, it gets the text of the parameter.
   */
  readonly hasLabelOffsets: boolean
  /** Whether the client shows a preview of the range around a definition. If not, it gets the place only. */
  readonly hasDefinitionLinks: boolean
  /** Whether the client shows an outline as a tree. If not, it gets a list. */
  readonly hasOutlineTree: boolean
  readonly hasSnippets: boolean
  readonly hasSnippetEdits: boolean
  readonly hasVersionedEdits: boolean
  /** Whether the client can create files with an edit. */
  readonly createsFiles: boolean
  readonly hasRelatedInformation: boolean
  /** Whether the client strikes out what a problem says is deprecated. */
  readonly hasDeprecatedTags: boolean
  /** Whether the client strikes out deprecated items of a completion list. */
  readonly hasDeprecatedItems: boolean
  /** Whether the client pulls diagnostics, so that the server does not push them. */
  readonly pullsDiagnostics: boolean
  /** Whether the client wants to be notified of the domains of files. */
  readonly showsDomains: boolean
  /** Whether the client itself adds the problems of a place to a hover. */
  readonly hoversShowProblems: boolean
  /** Whether the client removes the fields of a new record that are still empty when the cursor leaves it. */
  readonly removesEmptyFields: boolean
  /** Whether the client opens the descriptors of built-in domains. */
  readonly opensDescriptors: boolean
  /** Whether the client tells what the last commit has of a descriptor. */
  readonly tellsEarlierDescriptors: boolean
  /** Whether quick fixes may add dependencies. */
  readonly changesDependencies: boolean
  /** Whether the client requests the edit of a code action when the user chooses it. */
  readonly resolvesActions: boolean
  /** Whether the client takes code actions. If not, it gets commands. */
  readonly hasCodeActions: boolean
}

/** All problems of the file, including those that depend on other files, with the severities that the user set. */
export const problemsIn = ({ file, across, settings }: ProblemSource): readonly Problem[] =>
  withSeverities(problemsOf(file, across()), settings.severity)
