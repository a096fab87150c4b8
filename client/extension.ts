import * as vscode from 'vscode'
import type { BaseLanguageClient, LanguageClientOptions, Location, Position } from 'vscode-languageclient'
import type { InitializationOptions } from '../shared/protocol/protocol.ts'
import { createDomainStatus } from './domain-status.ts'
import { createDomainsView } from './domains-view.ts'
import { explainCode, explanationOf } from './explain.ts'
import { serveFiles } from './files.ts'
import { createOverviews } from './overview.ts'
import { answerSettings } from './settings.ts'
import { createTableEditor } from './table-editor.ts'
import { createWriting } from './writing.ts'

/** A running extension. */
export interface Extension {
  stop(): Promise<void>
}

/** Makes the client for the place the extension runs in; it starts the server, and again after a crash. */
export type CreateClient = (context: vscode.ExtensionContext, options: LanguageClientOptions) => BaseLanguageClient

/** Starts the language client and everything that VS Code shows beside the text. */
export async function startExtension(context: vscode.ExtensionContext, createClient: CreateClient): Promise<Extension> {
  const initializationOptions: InitializationOptions = {
    codesPage: vscode.Uri.joinPath(context.extensionUri, 'docs', 'codes.md').toString(),
    suggestCommand: 'editor.action.triggerSuggest',
    showReferencesCommand: 'recline.showReferences',
    showsDomains: true,
  }
  const client = createClient(context, {
    documentSelector: [{ language: 'rec' }],
    initializationOptions,
    middleware: {
      handleDiagnostics: (uri, diagnostics, next) => next(uri, withoutSaid(uri, diagnostics).map(withExplanation)),
      workspace: { configuration: params => answerSettings(params, context) },
    },
  })
  context.subscriptions.push(
    client,
    ...serveFiles(client),
    ...createDomainStatus(client),
    ...createDomainsView(client),
    ...createTableEditor(context, client),
    ...createWriting(client),
    ...createOverviews(context, client),
    vscode.commands.registerCommand(
      'recline.showReferences',
      (uri: string, position: Position, locations: Location[]) =>
        vscode.commands.executeCommand(
          'editor.action.showReferences',
          vscode.Uri.parse(uri),
          client.protocol2CodeConverter.asPosition(position),
          locations.map(client.protocol2CodeConverter.asLocation),
        ),
    ),
    vscode.commands.registerCommand('recline.explainCode', (code: unknown) => explainCode(context, code)),
    vscode.commands.registerCommand('recline.restartServer', async () => {
      await client.stop()
      await client.start()
    }),
    vscode.commands.registerCommand('recline.showOutput', () => client.outputChannel.show()),
  )
  await client.start()
  return { stop: () => client.stop() }
}

/** That the text of an editor is not JSON, VS Code says itself. */
function withoutSaid(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): vscode.Diagnostic[] {
  const isOpen = vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString())
  return diagnostics.filter(
    ({ code }) => !isOpen || !/^(descriptor|config)-json$/.test(String(typeof code === 'object' ? code.value : code)),
  )
}

/** A problem's code, in VS Code, links to its explanation as a page inside the editor. */
function withExplanation(diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  if (typeof diagnostic.code === 'object')
    diagnostic.code = { value: diagnostic.code.value, target: explanationOf(String(diagnostic.code.value)) }
  return diagnostic
}
