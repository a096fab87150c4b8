import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getHeapStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../../package.json'
import { clientFileSystem, fileSystemByScheme, readerByScheme } from './client-file-system.ts'
import { Lifecycle } from './lifecycle.ts'
import { nodeFileSystem } from './node-file-system.ts'
import { readerOnThreads, readForOtherThread, threadsFor } from './node-reader.ts'
import { nodeTransport } from './node-transport.ts'
import type { Connect } from './platform.ts'
import { PositionBorder } from './position-border.ts'
import { withBorder } from './transport.ts'

/**
 * The server as a Node process, with the transport that its arguments choose. On a thread of that process, the same
 * program only reads files.
 */
export const connect: Connect = readerHere => {
  if (!isMainThread) return void readForOtherThread(readerHere)
  const codesPage = join(__dirname, '..', 'docs', 'codes.md')
  const lifecycle = new Lifecycle()
  const transport = nodeTransport(process.argv.slice(2), endWith)
  // The client is gone. That is an error unless it shut the server down before.
  transport.reader.onClose(() => process.exit(lifecycle.isShutDown ? 0 : 1))
  const positions = new PositionBorder()
  const { messageStrategy } = positions
  const { reader, writer } = withBorder(transport, lifecycle, positions)
  const connection = createConnection(ProposedFeatures.all, reader, writer, { messageStrategy })
  const others = clientFileSystem(connection)
  return [
    connection,
    {
      version,
      codesPage: existsSync(codesPage) ? pathToFileURL(codesPage).href : undefined,
      heapLimit: getHeapStatistics().heap_size_limit,
      positions,
      fileSystem: fileSystemByScheme(nodeFileSystem, others),
      startReader: (options, files) =>
        readerByScheme(readerOnThreads(__filename, options, threadsFor(files)), readerHere(others, options)),
    },
  ]
}

/** Ends the process after a broken message, as the start of the next one cannot be found. */
function endWith({ message }: Error): void {
  process.stderr.write(
    `recline: The language server ends, as it cannot read what the client sends: ${message.split('\n')[0]}\n`,
  )
  process.exit(1)
}
