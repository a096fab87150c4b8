import type { Connection } from 'vscode-languageserver'
import type { FileReader, ReaderOptions, readerHere } from './file-reader.ts'
import type { FileSystem } from './file-system.ts'

/** What differs between Node and a web worker. */
export interface Platform {
  /** The server's version, for the client's log. */
  readonly version: string
  /** The URI of the page of problem codes that ships with the server, if there is one. */
  readonly codesPage: string | undefined
  /** How large the heap can become, in bytes; Infinity where nobody tells. */
  readonly heapLimit: number
  readonly fileSystem: FileSystem
  /** Starts a reader of files that are not open, for about so many files. */
  readonly startReader: (options: ReaderOptions, files: number) => FileReader
}

/**
 * Connects a server to its client; undefined if the program is not the server but its second thread.
 *
 * It gets the reader as a parameter. If it imported the reader itself, the bundle would load that code late, and
 * slower.
 */
export type Connect = (reader: typeof readerHere) => readonly [Connection, Platform] | undefined
