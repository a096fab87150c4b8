import * as vscode from 'vscode'
import type { BaseLanguageClient, Location, Position } from 'vscode-languageclient'
import type { InitializationOptions } from '../shared/protocol/initialization-options.ts'
import { createDescriptorProvider } from './built-in-descriptors.ts'
import { createCheckTask } from './check-workspace.ts'
import { createCompareCommand } from './compare-panel.ts'
import type { StartServer } from './create-client.ts'
import { createDocumentationCommands, explanationOf } from './documentation.ts'
import { createDomainStatus } from './domain-status.ts'
import { createDomainsView } from './domains-view.ts'
import { createDropProvider } from './drop-records.ts'
import { EditPreview } from './edit-preview.ts'
import { createEditRecordsCommand } from './edit-records.ts'
import { watchEnter } from './enter-key.ts'
import { createExportCommand } from './export.ts'
import { serveFiles } from './files.ts'
import { createFindCommand } from './find-records.ts'
import { proposeHeaders } from './first-save.ts'
import { createFixWorkspaceCommand } from './fix-workspace.ts'
import { ghostText } from './ghost-text.ts'
import { createGraphCommands } from './graph-panel.ts'
import { createImportCommand } from './import-records.ts'
import { QuietHints } from './inlay-hints.ts'
import { createNewFileCommand } from './new-file.ts'
import { createOverviewCommands } from './overview-panel.ts'
import { createPasteProvider } from './paste-records.ts'
import { createHistoryCommands, showHistoryCommand } from './record-history.ts'
import { createErrorHandler, withoutLostMessages } from './server-end.ts'
import { answerSettings } from './settings.ts'
import { createTableEditor } from './table-editor.ts'
import { TablePanels } from './table-panels.ts'
import { createTyping } from './typing.ts'
import { createWholeRecordCommands } from './whole-records.ts'

/** A running extension. */
export interface Extension {
  stop(): Promise<void>
}

/** Starts the language client, the views and the commands. */
export async function startExtension(context: vscode.ExtensionContext, startServer: StartServer): Promise<Extension> {
  const { createClient, checkExecution, readHistory, readParquet } = await (isInBrowser
    ? import('./browser.ts')
    : import('./node.ts'))
  const initializationOptions: InitializationOptions = {
    codesPage: vscode.Uri.joinPath(context.extensionUri, 'docs', 'codes.md').toString(),
    suggestCommand: 'editor.action.triggerSuggest',
    showReferencesCommand: 'recline.showReferences',
    ...(readHistory && { showHistoryCommand }),
    showsDomains: true,
    opensDescriptors: true,
  }
  const hints = new QuietHints()
  const client: BaseLanguageClient = createClient(startServer, {
    documentSelector: [{ language: 'rec' }],
    // The same name as the owner of the problem matcher, so that a problem of both is listed once.
    diagnosticCollectionName: 'recline',
    initializationOptions,
    errorHandler: createErrorHandler(() => client),
    middleware: {
      ...withoutLostMessages,
      ...hints.middleware,
      ...ghostText,
      handleDiagnostics: (uri, diagnostics, next) =>
        next(uri, withoutJsonErrors(uri, diagnostics).map(withExplanation)),
      workspace: { configuration: params => answerSettings(params, context) },
    },
  })
  const panels = new TablePanels(client)
  const preview = new EditPreview(client)
  context.subscriptions.push(
    client,
    ...serveFiles(client),
    ...createDomainStatus(client),
    createDescriptorProvider(client),
    ...createDomainsView(client),
    ...createTableEditor(context, client, panels),
    createFindCommand(context, client, panels),
    ...createOverviewCommands(context, client),
    ...createGraphCommands(context, client),
    createNewFileCommand(client),
    ...proposeHeaders(client),
    ...createDocumentationCommands(context),
    createPasteProvider(client),
    createCompareCommand(context, client),
    ...createHistoryCommands(context, readHistory),
    createExportCommand(client),
    createImportCommand(context, client, readParquet),
    preview.register(),
    createFixWorkspaceCommand(client, preview),
    createEditRecordsCommand(client, preview),
    ...createCheckTask(context, client, checkExecution),
    ...createTyping(client),
    ...watchEnter(),
    ...hints.watch(client),
    createDropProvider(client),
    ...createWholeRecordCommands(client),
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
    aliasCommand('recline.splitLines', 'editor.action.codeAction', { kind: 'refactor.rewrite.wrap', apply: 'first' }),
    aliasCommand('recline.joinLines', 'editor.action.codeAction', { kind: 'refactor.rewrite.unwrap', apply: 'first' }),
    aliasCommand('recline.showHistory', 'editor.action.codeAction', { kind: 'refactor.history', apply: 'first' }),
    aliasCommand('recline.nextProblem', 'editor.action.marker.nextInFiles'),
    aliasCommand('recline.previousProblem', 'editor.action.marker.prevInFiles'),
    vscode.commands.registerCommand('recline.restartServer', async () => {
      await client.stop()
      await client.start()
    }),
    vscode.commands.registerCommand('recline.showOutput', () => client.outputChannel.show()),
  )
  // Nobody waits for the server here, so that keys reach their commands, which send requests as soon as it is ready.
  // The client itself says why a server could not start.
  const started = client.start().catch(() => undefined)
  return { stop: () => started.then(() => client.stop()) }
}

const isInBrowser = 'importScripts' in globalThis

/** A command that runs a command of VS Code. */
const aliasCommand = (name: string, command: string, ...args: readonly unknown[]): vscode.Disposable =>
  vscode.commands.registerCommand(name, () => vscode.commands.executeCommand(command, ...args))

/** Leaves out what VS Code itself reports in an editor: that its text is not JSON. */
function withoutJsonErrors(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): vscode.Diagnostic[] {
  const isOpen = vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString())
  return diagnostics.filter(
    ({ code }) => !isOpen || !/^(descriptor|config)-json$/.test(String(typeof code === 'object' ? code.value : code)),
  )
}

/** Links the code of a problem to its documentation, which opens inside VS Code. */
function withExplanation(diagnostic: vscode.Diagnostic): vscode.Diagnostic {
  if (typeof diagnostic.code === 'object')
    diagnostic.code = { value: diagnostic.code.value, target: explanationOf(String(diagnostic.code.value)) }
  return diagnostic
}
