import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../package.json'
import { clientFiles, filesByAddress } from './client-files.ts'
import { nodeFiles } from './node-files.ts'
import type { Start } from './platform.ts'

/** The server as a Node process: over standard input and output, or whatever the arguments say (`--node-ipc`, `--socket=…`). */
export function connect(): Start {
  const codesPage = join(__dirname, '..', 'docs', 'codes.md')
  const connection = createConnection(ProposedFeatures.all)
  return [connection, {
    version,
    codesPage: existsSync(codesPage) ? pathToFileURL(codesPage).href : undefined,
    files: filesByAddress(nodeFiles, clientFiles(connection)),
  }]
}
