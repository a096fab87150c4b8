import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach } from 'vitest'
import type { ToolError } from '../../shared/protocol/agents.ts'
import { cli } from './run.ts'

/** An agent: the official client of the Model Context Protocol, with `recline mcp` as its server. */
export interface Agent {
  readonly client: Client
  /** What the server wrote to standard error. */
  log(): string
  /** Calls a tool and returns the content of its answer. Throws for an error. */
  content<Content = Record<string, unknown>>(name: string, given: object): Promise<Content>
  /** Calls a tool that answers with an error. */
  error(name: string, given: object): Promise<ToolError>
}

const running: Client[] = []

afterEach(async () => {
  for (const client of running.splice(0)) await client.close()
})

/** Starts an agent in a folder. It is stopped after the test. */
export async function startAgent(
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', ...args],
    cwd,
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'pipe',
  })
  let log = ''
  transport.stderr?.on('data', part => {
    log += String(part)
  })
  const client = new Client({ name: 'agent', version: '1' })
  await client.connect(transport)
  running.push(client)
  const call = async (name: string, given: object): Promise<{ isError: boolean; answer: unknown }> => {
    const {
      content,
      structuredContent,
      isError = false,
    } = await client.callTool({
      name,
      arguments: given as Record<string, unknown>,
    })
    const [text] = content
    const answer: unknown = text?.type === 'text' ? JSON.parse(text.text) : undefined
    if (structuredContent && JSON.stringify(structuredContent) !== JSON.stringify(answer))
      throw new Error('The text of an answer is not its structured content.')
    return { isError, answer }
  }
  return {
    client,
    log: () => log,
    async content<Content>(name: string, given: object): Promise<Content> {
      const { isError, answer } = await call(name, given)
      if (isError) throw new Error(JSON.stringify(answer))
      return (answer as { content: Content }).content
    },
    async error(name, given) {
      const { isError, answer } = await call(name, given)
      if (!isError) throw new Error(`${name} succeeded: ${JSON.stringify(answer)}`)
      return (answer as { error: ToolError }).error
    },
  }
}
