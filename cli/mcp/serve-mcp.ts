import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { agentTools, isToolName } from '../../shared/agents/tools.ts'
import { reasonOf } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { LanguageServer } from './language-server.ts'
import { mcpServer } from './mcp-server.ts'

/**
 * Serves the tools for agents over standard input and output, until the input ends.
 *
 * @param folders whose records the tools see; the working directory without any
 * @param names the names of the tools, with commas between them; all of them without it
 */
export function serveMcp(folders: readonly string[], names?: string): void {
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
  const tools = names?.split(',').map(name => name.trim()) ?? Object.keys(agentTools)
  const unknown = tools.find(name => !isToolName(name))
  if (unknown !== undefined)
    complain(`There is no tool ${oneLine(unknown)}; the tools are ${Object.keys(agentTools).join(', ')}.`)
  if (unknown !== undefined || roots.length < Math.max(1, folders.length)) {
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  const server = new LanguageServer(roots)
  // The files are read while the client asks what tools there are.
  server.begin()
  serveStdio(() => mcpServer(server, new Set(tools)), {
    onerror: error => complain(`A message of the client is ignored: ${reasonOf(error)}.`),
  })
  host.stdin.on('end', () => server.stop())
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      server.stop()
      process.exit(ExitCode.Clean)
    })
}

// VS Code runs this file itself.
if (process.argv[1] === __filename) {
  const { values, positionals } = parseArgs({ options: { tools: { type: 'string' } }, allowPositionals: true })
  serveMcp(positionals, values.tools)
}
