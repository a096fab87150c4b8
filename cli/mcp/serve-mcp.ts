import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { parse, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { agentTools, isToolName } from '../../shared/agents/tools.ts'
import { reasonOf } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { jsonMessages } from './json-messages.ts'
import { LanguageServer } from './language-server.ts'
import { mcpServer } from './mcp-server.ts'

/** Which tools an agent gets; all of them without a choice. */
export interface ToolChoice {
  /** Their names, with commas between them. */
  readonly tools?: string | undefined
  /** Whether only those that change nothing. */
  readonly readOnly?: boolean | undefined
}

/**
 * Serves the tools for agents over standard input and output, until the input ends.
 *
 * @param folders whose records the tools see; the working directory without any
 */
export function serveMcp(folders: readonly string[], { tools: names, readOnly }: ToolChoice = {}): void {
  // Only messages may go to standard output.
  console.log = console.info = console.debug = console.error
  const wide = folders.length === 0 ? tooWide(process.cwd()) : undefined
  if (wide !== undefined) {
    complain(
      `The working directory is ${wide}, so nothing is read; name the folder with the records, such as recline mcp records.`,
    )
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  const roots: string[] = []
  for (const folder of folders.length > 0 ? folders : ['.']) {
    try {
      if (statSync(folder).isDirectory()) roots.push(realpathSync(resolve(folder)))
      else complain(`${printed(folder)} is no folder.`)
    } catch (error) {
      complain(`${printed(folder)} could not be read: ${reasonOf(error)}.`)
    }
  }
  const all = Object.entries(agentTools).flatMap(([name, { writes }]) => (readOnly && writes ? [] : [name]))
  const tools = names?.split(',').map(name => name.trim()) ?? all
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
    transport: new StdioServerTransport(
      host.stdin.pipe(jsonMessages(() => refuseMessage(ProtocolErrorCode.ParseError, 'This is not JSON.'))),
    ),
    onerror: () => refuseMessage(ProtocolErrorCode.InvalidRequest, 'This is no message of the protocol.'),
  })
  host.stdin.on('end', () => server.stop())
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      server.stop()
      process.exit(ExitCode.Clean)
    })
}

/** What a folder is that has much more than records; undefined for other folders. Programs start servers in these. */
function tooWide(folder: string): string | undefined {
  if (folder === parse(folder).root) return 'the root of the disk'
  return folder === homedir() ? 'your home folder' : undefined
}

/** Answers a message that is no request. Its id cannot be known. */
function refuseMessage(code: ProtocolErrorCode, message: string): void {
  complain(`A message of the client is ignored: ${message}`)
  host.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`)
}

// VS Code runs this file itself.
if (process.argv[1] === __filename) {
  const { values, positionals } = parseArgs({
    options: { tools: { type: 'string' }, 'read-only': { type: 'boolean' } },
    allowPositionals: true,
  })
  serveMcp(positionals, { tools: values.tools, readOnly: values['read-only'] })
}
