import * as vscode from 'vscode'
import type { BaseLanguageClient, Location, Position } from 'vscode-languageclient'
import { createDocumentationCommands } from './documentation.ts'
import { watchOwnSettings } from './own-settings.ts'
import type { WorkspaceSteps } from './workspace-steps.ts'

/** What the commands of the editor need. */
export interface EditorParts {
  readonly context: vscode.ExtensionContext
  readonly client: BaseLanguageClient
  readonly steps: WorkspaceSteps
}

/** The documentation, the steps that undo takes back, and commands of VS Code under a name of ours. */
export const registerEditor = ({ context, client, steps }: EditorParts): readonly vscode.Disposable[] => [
  ...createDocumentationCommands(context),
  ...steps.register(),
  ...watchOwnSettings(context),
  vscode.commands.registerCommand(
    'recline.showReferences',
    (uri: string, position: Position, locations: readonly Location[]) =>
      vscode.commands.executeCommand(
        'editor.action.showReferences',
        vscode.Uri.parse(uri),
        client.protocol2CodeConverter.asPosition(position),
        locations.map(client.protocol2CodeConverter.asLocation),
      ),
  ),
  aliasCommand('recline.splitLines', 'editor.action.codeAction', { kind: 'refactor.rewrite.wrap', apply: 'first' }),
  aliasCommand('recline.joinLines', 'editor.action.codeAction', { kind: 'refactor.rewrite.unwrap', apply: 'first' }),
  aliasCommand('recline.showHistory', 'editor.action.codeAction', { kind: 'refactor.history', apply: 'first' }),
  aliasCommand('recline.nextProblem', 'editor.action.marker.nextInFiles'),
  aliasCommand('recline.previousProblem', 'editor.action.marker.prevInFiles'),
  vscode.commands.registerCommand('recline.showOutput', () => client.outputChannel.show()),
]

/** A command that runs a command of VS Code. */
const aliasCommand = (name: string, command: string, ...args: readonly unknown[]): vscode.Disposable =>
  vscode.commands.registerCommand(name, () => vscode.commands.executeCommand(command, ...args))
