import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../../package.json'
import { clientFileSystem, fileSystemByScheme, readerByScheme } from './client-file-system.ts'
import { nodeFileSystem } from './node-file-system.ts'
import { readerOnThread, readForOtherThread } from './node-reader.ts'
import type { Connect } from './platform.ts'

/**
 * The server as a Node process. It uses standard input and output, or what the arguments say (`--node-ipc`,
 * `--socket=…`). On a thread of that process, the same program only reads files.
 */
export const connect: Connect = readerHere => {
  if (!isMainThread) return void readForOtherThread(readerHere)
  const codesPage = join(__dirname, '..', 'docs', 'codes.md')
  const connection = createConnection(ProposedFeatures.all)
  const others = clientFileSystem(connection)
  return [
    connection,
    {
      version,
      codesPage: existsSync(codesPage) ? pathToFileURL(codesPage).href : undefined,
      fileSystem: fileSystemByScheme(nodeFileSystem, others),
      startReader: descriptors =>
        readerByScheme(readerOnThread(__filename, descriptors), readerHere(others, descriptors)),
    },
  ]
}
