import type { FileFact, FolderEntry } from '../../shared/check/linked-files.ts'
import type { ListFilesParams } from '../../shared/protocol/files.ts'

/** The files of the workspace, wherever the server runs. URIs are in their normal form. */
export interface FileSystem {
  /** The URIs of a folder's files that one of the globs includes and none excludes. */
  list(params: ListFilesParams): Promise<string[]>
  /** A file's text, of Markdown only its records; undefined if it is gone, cannot be read or is not UTF-8. */
  read(uri: string): Promise<string | undefined>
  /** Looks at files that records name; absent where they cannot be looked at. It takes URIs of the scheme `file`. */
  readonly linked?: LinkedFileSystem
}

/** The files that records name. They are below a folder, and nothing outside of it is read. */
export interface LinkedFileSystem {
  /**
   * The folder that the files of a file with records are below: its repository, or else the folder of the workspace,
   * or else its own.
   */
  topFolder(uri: string, workspaceFolder: string | undefined): string
  /** What is known of files, without their hashes. */
  facts(uris: readonly string[], top: string): Promise<readonly FileFact[]>
  /** The same of one file, with its hash. */
  hash(uri: string, top: string): Promise<FileFact>
  /** The files and folders in a folder; none if it cannot be read. */
  list(folder: string, top: string): Promise<readonly FolderEntry[]>
}
