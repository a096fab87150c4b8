import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../package.json'
import { nodeFiles } from './node-files.ts'
import { startServer } from './server.ts'

/** The server as a Node process: over standard input and output, or whatever the arguments say (`--node-ipc`, `--socket=…`). */
const codesPage = join(__dirname, '..', 'docs', 'codes.md')
startServer(createConnection(ProposedFeatures.all), {
  version,
  codesPage: existsSync(codesPage) ? pathToFileURL(codesPage).href : undefined,
  files: nodeFiles,
})
