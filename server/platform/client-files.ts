import type { Connection } from 'vscode-languageserver'
import {
  type ListFilesParams,
  listFilesMethod,
  type ReadFileParams,
  readFileMethod,
} from '../../shared/protocol/protocol.ts'
import type { FileReader } from './file-reader.ts'
import type { WorkspaceFiles } from './files.ts'

/** Files that only the client can reach, such as those of a virtual workspace. The server asks the client for them. */
export const clientFiles = (connection: Connection): WorkspaceFiles => ({
  list: (params: ListFilesParams) => connection.sendRequest<string[]>(listFilesMethod, params),

  async read(uri) {
    try {
      return (
        (await connection.sendRequest<string | null>(readFileMethod, { uri } satisfies ReadFileParams)) ?? undefined
      )
    } catch {
      return undefined
    }
  },
})

/** Reads files by their scheme: those on the server's own machine directly, all others through the client. */
export const filesByScheme = (own: WorkspaceFiles, others: WorkspaceFiles): WorkspaceFiles => {
  const filesOf = (uri: string): WorkspaceFiles => (uri.startsWith('file:') ? own : others)
  return {
    list: params => filesOf(params.folder).list(params),
    read: uri => filesOf(uri).read(uri),
  }
}

/** The same for the reader of closed files. */
export const readerByScheme = (own: FileReader, others: FileReader): FileReader => ({
  read: file => (file.uri.startsWith('file:') ? own : others).read(file),
  close() {
    own.close()
    others.close()
  },
})
