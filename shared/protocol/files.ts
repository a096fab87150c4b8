import * as v from 'valibot'
import type { TextEdit } from './lsp.ts'
import { inFile, naturalNumber, notification, type ParamsOf, request } from './request.ts'

/** The messages about files: those that only the client can read, and one that the client is about to open. */

/** Server to client: the addresses of the files of a folder that the server cannot reach. */
export const listFilesRequest = request<string[]>()(
  'recline/listFiles',
  v.object({
    folder: v.string(),
    /** Globs, relative to the folder. */
    include: v.array(v.string()),
    /** Globs of the files to leave out, relative to the folder. */
    exclude: v.array(v.string()),
  }),
)

export type ListFilesParams = ParamsOf<typeof listFilesRequest>

/** Server to client: the text of a file. No answer if the file cannot be read as UTF-8. */
export const readFileRequest = request<string>()('recline/readFile', inFile)

/** Client to server: the client is about to open this file. The server reads it while the client still loads it. */
export const readAheadNotification = notification('recline/readAhead', inFile)

/**
 * Client to server: the edits that write the path of a dropped file into the record at a position. No answer if no
 * record there has a field for it, or if the file is not below the folder of the files of records.
 */
export const droppedFileRequest = request<PathWritten>()(
  'recline/droppedFile',
  v.object({
    ...inFile.entries,
    position: v.object({ line: naturalNumber, character: naturalNumber }),
    /** The dropped file. */
    file: inFile,
  }),
)

export type DroppedFileParams = ParamsOf<typeof droppedFileRequest>

/** The field that gets the path of a file, and the edits that write it. */
export interface PathWritten {
  readonly field: string
  readonly edits: readonly TextEdit[]
}
