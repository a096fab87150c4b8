import type * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { createMcpServers, type McpProgram } from './mcp-servers.ts'
import { createModelTools } from './model-tools.ts'

/** What the tools for language models need. */
export interface AgentParts {
  readonly context: vscode.ExtensionContext
  readonly client: BaseLanguageClient
  /** Starts the server for agents; undefined where there are no processes. */
  readonly mcpProgram: ((context: vscode.ExtensionContext) => McpProgram) | undefined
}

/** The tools that the extension gives to language models. */
export const registerAgents = ({ context, client, mcpProgram }: AgentParts): readonly vscode.Disposable[] => [
  ...createModelTools(client),
  ...createMcpServers(context, mcpProgram?.(context)),
]
