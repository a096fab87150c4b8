import * as v from 'valibot'
import { inFile, notification, type ParamsOf, request } from './request.ts'

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
