import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../package.json'
import { clientFiles, filesByAddress } from './client-files.ts'
import { readerByAddress, readerHere } from './file-reader.ts'
import { nodeFiles } from './node-files.ts'
import { readerOnThread, readForOtherThread } from './node-reader.ts'
import type { Start } from './platform.ts'

/**
 * The server as a Node process: over standard input and output, or whatever the arguments say (`--node-ipc`, `--socket=…`).
 * As a thread of that process it has no connection, and reads files.
 */
export function connect(): Start | undefined {
  if (!isMainThread) return void readForOtherThread()
  const codesPage = join(__dirname, '..', 'docs', 'codes.md')
  const connection = createConnection(ProposedFeatures.all)
  const others = clientFiles(connection)
  return [connection, {
    version,
    codesPage: existsSync(codesPage) ? pathToFileURL(codesPage).href : undefined,
    files: filesByAddress(nodeFiles, others),
    startReader: registry => readerByAddress(readerOnThread(__filename, registry), readerHere(others, registry)),
  }]
}
