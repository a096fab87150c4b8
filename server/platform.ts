import type { Connection } from 'vscode-languageserver'
import type { Registry } from '../shared/registry.ts'
import type { FileReader } from './file-reader.ts'
import type { WorkspaceFiles } from './files.ts'

/** What differs between the places a server runs in. */
export interface Platform {
  /** The server's version, for the client's log. */
  readonly version: string
  /** The address of the page of problem codes that ships with the server, if there is one. */
  readonly codesPage: string | undefined
  readonly files: WorkspaceFiles
  /** Starts to read files that are not open. */
  readonly startReader: (registry: Registry) => FileReader
}

/** What a server is started with. */
export type Start = readonly [Connection, Platform]
