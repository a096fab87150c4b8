import type { Connection } from 'vscode-languageserver'
import { onlyRecords } from '../../shared/markdown/record-fences.ts'
import { listFilesRequest, readFileRequest } from '../../shared/protocol/files.ts'
import { send } from '../../shared/protocol/request.ts'
import type { FileReader } from './file-reader.ts'
import type { FileSystem } from './file-system.ts'
import { normalUri } from './uri-spellings.ts'

/** Files that only the client can reach, such as those of a virtual workspace. The server asks the client for them. */
export const clientFileSystem = (connection: Connection): FileSystem => ({
  list: async params => ((await send(connection, listFilesRequest, params)) ?? []).map(normalUri),

  async read(uri) {
    try {
      const text = await send(connection, readFileRequest, { uri })
      return text === null ? undefined : onlyRecords(uri, text)
    } catch {
      return undefined
    }
  },
})

/** Reads files by their scheme: those on the server's own machine directly, all others through the client. */
export const fileSystemByScheme = (own: FileSystem, others: FileSystem): FileSystem => {
  const systemOf = (uri: string): FileSystem => (uri.startsWith('file:') ? own : others)
  return {
    list: params => systemOf(params.folder).list(params),
    read: uri => systemOf(uri).read(uri),
    ...(own.linked && { linked: own.linked }),
  }
}

/** The same for the reader of closed files. */
export const readerByScheme = (own: FileReader, others: FileReader): FileReader => ({
  read: file => (file.uri.startsWith('file:') ? own : others).read(file),
  search: wanted => (wanted.uri.startsWith('file:') ? own : others).search(wanted),
  close() {
    own.close()
    others.close()
  },
})
