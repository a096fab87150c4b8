import type { ListFilesParams } from '../../shared/protocol/files.ts'

/** The files of the workspace, wherever the server runs. URIs are in their normal form. */
export interface FileSystem {
  /** The URIs of a folder's files that one of the globs includes and none excludes. */
  list(params: ListFilesParams): Promise<string[]>
  /** A file's text, or undefined if it is gone, cannot be read or is not UTF-8. */
  read(uri: string): Promise<string | undefined>
}
