import type { Connection } from 'vscode-languageserver'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import type { FileReader, readerHere } from './file-reader.ts'
import type { FileSystem } from './file-system.ts'

/** What differs between the places a server runs in. */
export interface Platform {
  /** The server's version, for the client's log. */
  readonly version: string
  /** The address of the page of problem codes that ships with the server, if there is one. */
  readonly codesPage: string | undefined
  readonly fileSystem: FileSystem
  /** Starts to read files that are not open. */
  readonly startReader: (descriptors: readonly Descriptor[]) => FileReader
}

/**
 * Connects a server, and gives what it is started with. What it takes is given to it, so that a start loads only what it
 * needs itself.
 */
export type Connect = (reader: typeof readerHere) => readonly [Connection, Platform] | undefined
