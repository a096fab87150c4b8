import type { TypeName } from '../domains/descriptor.ts'
import type { Position } from '../syntax/tree.ts'

/** The messages that client and server exchange beside those of the Language Server Protocol. */

/** Server to client: the domains of an open file, each time they change. */
export const fileDomainsMethod = 'recline/fileDomains'

export interface FileDomains {
  readonly uri: string
  /** The paths of the domains in force somewhere in the file. */
  readonly inForce: readonly string[]
  /** Where the choice came from; the registry means that nothing chose and all domains are in force. */
  readonly source: 'header' | 'setting' | 'file name' | 'registry'
  /** The paths of the domains that the file's records belong to, the one with most records first. */
  readonly used: readonly string[]
}

/** Client to server: a file is about to be opened. The server reads it while the client still loads it. */
export const readAheadMethod = 'recline/readAhead'

export interface ReadAheadParams {
  readonly uri: string
}

/** Client to server: the domains there are to choose from. */
export const listDomainsMethod = 'recline/listDomains'

export interface DomainSummary {
  readonly path: string
  readonly description: string
}

/** Client to server: the edits that make the file's header name these domains; null for a file that is not open. */
export const setDomainsMethod = 'recline/setDomains'

export interface SetDomainsParams {
  readonly uri: string
  /** The line, from 0, at whose place the domains shall be in force. */
  readonly line: number
  readonly domains: readonly string[]
}

/** Server to client: the domains there are, or what they define, are others now. */
export const domainsChangedMethod = 'recline/domainsChanged'

/** Client to server: all domains, with their tags and fields. */
export const domainTreeMethod = 'recline/domainTree'

/** A domain, a tag of one, or a field of a tag. */
export interface DomainNode {
  /** `core.compliance`, `core.compliance.CONTROL` or `core.compliance.CONTROL.maturity`. */
  readonly path: string
  readonly name: string
  /** What it is; of a field, what its values are. */
  readonly kind: 'domain' | 'tag' | 'reference' | 'enum' | TypeName
  readonly isRequired: boolean
  /** What is told of it on the line of its name, as plain text. */
  readonly detail: string
  /** All that is told of it, in Markdown. */
  readonly documentation: string
  readonly children: readonly DomainNode[]
}

/** Client to server: where a new record of a tag goes and what it is; null for an unknown tag, or a file that is not open. */
export const newRecordMethod = 'recline/newRecord'

export interface NewRecordParams {
  readonly uri: string
  /** The line, from 0, at or below which the record shall stand. */
  readonly line: number
  /** The tag's path. */
  readonly tag: string
}

export interface NewRecord {
  /** Where a line break makes the line that is missing; null where there is an empty one. */
  readonly lineBreakAt: Position | null
  /** The line, from 0, that is empty then and takes the record. */
  readonly line: number
  readonly snippet: string
}

/** Client to server: the fields of a new record of a tag, the required ones first; null for an unknown tag, or a file that is not open. */
export const recordFormMethod = 'recline/recordForm'

export interface RecordFormParams {
  readonly uri: string
  /** The tag's path. */
  readonly tag: string
}

/** A field to fill in. */
export interface FormField {
  readonly name: string
  /** What it holds, as plain text. */
  readonly description: string
  readonly isRequired: boolean
  /** What its values are, in a few words. */
  readonly hint: string
  /** The value to start from; empty where there is none. */
  readonly initial: string
  /** What can be chosen; empty where it is to be typed. */
  readonly choices: readonly { readonly value: string; readonly detail: string }[]
  /** Whether nothing but the choices will do. */
  readonly isClosed: boolean
}

/** Client to server: what is wrong with a value for a field, as a sentence; null where nothing is. */
export const checkValueMethod = 'recline/checkValue'

export interface CheckValueParams extends RecordFormParams {
  readonly field: string
  readonly value: string
}

/** Client to server: where a new record with these values goes, and what it is. */
export const filledRecordMethod = 'recline/filledRecord'

export interface FilledRecordParams extends NewRecordParams {
  /** The values by the names of their fields. */
  readonly values: Readonly<Record<string, string>>
}

/** Client to server: JSON or CSV as the text of records, in each way it can be read, the best first; none where it is neither. */
export const recordsFromTextMethod = 'recline/recordsFromText'

export interface RecordsFromTextParams {
  readonly uri: string
  /** The line, from 0, at which the records shall stand. */
  readonly line: number
  readonly text: string
}

export interface PastedRecords {
  /** The tag that the text was read as; null where it says the tags itself. */
  readonly tag: string | null
  readonly text: string
}

/** Client to server: the locations of all records of a tag, in files open or not. */
export const recordsOfTagMethod = 'recline/recordsOfTag'

export interface RecordsOfTagParams {
  /** The tag's path. */
  readonly tag: string
}

/** Server to client: the addresses of a folder's files that globs match, for a folder that the server cannot reach. */
export const listFilesMethod = 'recline/listFiles'

export interface ListFilesParams {
  readonly folder: string
  /** Globs from the folder; `exclude` those of what is left out. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Server to client: a file's text; null where it cannot be read as UTF-8. */
export const readFileMethod = 'recline/readFile'

export interface ReadFileParams {
  readonly uri: string
}

/** What a client can tell the server when it starts it; all optional. */
export interface InitializationOptions {
  /** The address of the page of problem codes; a code's name behind `#` is its paragraph. */
  readonly codesPage?: string
  /** A command of the client that opens its completion list. */
  readonly suggestCommand?: string
  /** A command of the client that shows locations; it is given an address, a position and locations, as the protocol writes them. */
  readonly showReferencesCommand?: string
  /** That the client asks for problems though it could be sent them. */
  readonly diagnostics?: 'pull'
  /** That the client shows which domains files have, and wants to be told. */
  readonly showsDomains?: boolean
  /** The settings, in force until the client answers with others when it is asked for them. */
  readonly settings?: unknown
}
