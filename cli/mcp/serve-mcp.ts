import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { reasonOf } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { LanguageServer } from './language-server.ts'
import { mcpServer } from './mcp-server.ts'

/**
 * Serves the tools for agents over standard input and output, until the input ends.
 *
 * @param folders whose records the tools see; the working directory without any
 */
export function serveMcp(folders: readonly string[]): void {
  // Only messages may go to standard output.
  console.log = console.info = console.debug = console.error
  const roots: string[] = []
  for (const folder of folders.length > 0 ? folders : ['.']) {
    try {
      if (statSync(folder).isDirectory()) roots.push(realpathSync(resolve(folder)))
      else complain(`${printed(folder)} is no folder.`)
    } catch (error) {
      complain(`${printed(folder)} could not be read: ${reasonOf(error)}.`)
    }
  }
  if (roots.length < Math.max(1, folders.length)) {
    process.exitCode = ExitCode.CouldNotRun
    return
  }
  const server = new LanguageServer(roots)
  serveStdio(() => mcpServer(server), {
    onerror: error => complain(`A message of the client is ignored: ${reasonOf(error)}.`),
  })
  const stop = (): void => server.stop()
  process.stdin.on('end', stop)
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

// VS Code runs this file itself, with the folders as arguments.
if (process.argv[1] === __filename) serveMcp(process.argv.slice(2))
