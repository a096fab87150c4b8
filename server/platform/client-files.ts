import type { Connection } from 'vscode-languageserver'
import {
  type ListFilesParams,
  listFilesMethod,
  type ReadFileParams,
  readFileMethod,
} from '../../shared/protocol/protocol.ts'
import type { FileReader } from './file-reader.ts'
import type { WorkspaceFiles } from './files.ts'

/** Files that only the client can reach, such as those of a virtual workspace: it is asked for them. */
export const clientFiles = (connection: Connection): WorkspaceFiles => ({
  list: (folder, include, exclude) =>
    connection.sendRequest<string[]>(listFilesMethod, { folder, include, exclude } satisfies ListFilesParams),

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

/** Files by their address: those on the server's own machine are read there, all others by the client. */
export const filesByAddress = (own: WorkspaceFiles, others: WorkspaceFiles): WorkspaceFiles => {
  const filesOf = (uri: string): WorkspaceFiles => (uri.startsWith('file:') ? own : others)
  return {
    list: (folder, include, exclude) => filesOf(folder).list(folder, include, exclude),
    read: uri => filesOf(uri).read(uri),
  }
}

/** Reads files by their address, likewise. */
export const readerByAddress = (own: FileReader, others: FileReader): FileReader => ({
  read: file => (file.uri.startsWith('file:') ? own : others).read(file),
  close() {
    own.close()
    others.close()
  },
})
