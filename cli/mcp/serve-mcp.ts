import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { agentTools, isToolName } from '../../shared/agents/tools.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { ChosenFolders } from './chosen-folders.ts'
import { FractionalIds, jsonMessages, longestLine, type RefusedMessage } from './json-messages.ts'
import { LanguageServer } from './language-server.ts'
import { mcpServer } from './mcp-server.ts'
import { realFolders } from './workspace-folders.ts'

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
 * @param folders whose records the tools see; without any, those that the client has open, or the working directory
 */
export function serveMcp(folders: readonly string[], { tools: names, readOnly }: ToolChoice = {}): void {
  // Only messages may go to standard output.
  console.log = console.info = console.debug = console.error
  const roots = realFolders(folders)
  const all = Object.entries(agentTools).flatMap(([name, { writes }]) => (readOnly && writes ? [] : [name]))
  const tools = names?.split(',').map(name => name.trim()) ?? all
  const unknown = tools.find(name => !isToolName(name))
  if (unknown !== undefined)
    complain(`There is no tool ${oneLine(unknown)}; the tools are ${Object.keys(agentTools).join(', ')}.`)
  if (unknown !== undefined || roots.length < folders.length) {
    host.exitCode = ExitCode.CouldNotRun
    return
  }
  const server = new LanguageServer()
  if (roots.length > 0) server.serve(roots)
  const chosen = new ChosenFolders(server, roots.length > 0)
  const ids = new FractionalIds()
  serveStdio(() => mcpServer(server, new Set(tools), chosen), {
    transport: new ClientTransport(ids, host.stdin.pipe(jsonMessages(ids, refuseMessage))),
    onerror: error => complain(`A message of the client is ignored: ${oneLine(error.message)}.`),
  })
  host.stdin.on('end', () => server.stop())
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      server.stop()
      process.exit(ExitCode.Clean)
    })
}

/** Standard input and output, with the ids that the client gave to its requests. */
class ClientTransport extends StdioServerTransport {
  constructor(
    private readonly ids: FractionalIds,
    messages: Readable,
  ) {
    // No message is longer than a line may be, and each character has at most three bytes.
    super(messages, process.stdout, { maxBufferSize: 4 * longestLine })
  }

  override send(message: JSONRPCMessage): Promise<void> {
    return super.send(this.ids.answered(message))
  }
}

/** Answers a line that is no message. */
function refuseMessage({ id, code, message }: RefusedMessage): void {
  complain(`A message of the client is ignored: ${message}`)
  host.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
}

// VS Code runs this file itself.
if (process.argv[1] === __filename) {
  const { values, positionals } = parseArgs({
    options: { tools: { type: 'string' }, 'read-only': { type: 'boolean' } },
    allowPositionals: true,
  })
  serveMcp(positionals, { tools: values.tools, readOnly: values['read-only'] })
}
