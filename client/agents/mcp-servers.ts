import * as vscode from 'vscode'
import { agentTools } from '../../shared/agents/tools.ts'
import { agentSetting, areAgentsEnabled, modelTools } from './model-tools.ts'

/** How a program of the extension is started. */
export interface McpProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * What VS Code has since 1.101, and what the types of the oldest version that we support do not know: servers of the
 * Model Context Protocol.
 */
interface WithMcpServers {
  readonly lm: {
    readonly registerMcpServerDefinitionProvider?: (
      id: string,
      provider: {
        readonly onDidChangeMcpServerDefinitions: vscode.Event<void>
        readonly provideMcpServerDefinitions: () => readonly object[]
      },
    ) => vscode.Disposable
  }
  readonly McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    version: string,
  ) => object
}

/**
 * Offers `recline mcp` to agents, with the tools that the extension does not give them itself. Without trust in the
 * workspace there is none, as it runs git there.
 *
 * @param program undefined where no programs run
 */
export function createMcpServers(
  { extension }: vscode.ExtensionContext,
  program: McpProgram | undefined,
): vscode.Disposable[] {
  const { lm, McpStdioServerDefinition: Definition } = vscode as unknown as WithMcpServers
  if (!program || !Definition || !lm.registerMcpServerDefinitionProvider) return []
  const changed = new vscode.EventEmitter<void>()
  const { version } = extension.packageJSON as { readonly version: string }
  // What the extension writes is taken back in the editor.
  const others = Object.entries(agentTools).flatMap(([name, { writes }]) =>
    writes || modelTools.some(own => own === name) ? [] : name,
  )
  const provideMcpServerDefinitions = (): readonly object[] => {
    const folders = vscode.workspace.workspaceFolders?.filter(({ uri }) => uri.scheme === 'file') ?? []
    if (!areAgentsEnabled() || !vscode.workspace.isTrusted || folders.length === 0) return []
    const args = [...program.args, '--tools', others.join(','), '--', ...folders.map(({ uri }) => uri.fsPath)]
    return [new Definition('Recline', program.command, args, program.env, version)]
  }
  return [
    changed,
    lm.registerMcpServerDefinitionProvider('recline.mcp', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions,
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration(`recline.${agentSetting}`)) changed.fire()
    }),
  ]
}
