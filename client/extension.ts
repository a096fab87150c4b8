import * as vscode from 'vscode'
import type { BaseLanguageClient, Location, Position } from 'vscode-languageclient'
import type { InitializationOptions } from '../shared/protocol/initialization-options.ts'
import { createMcpServers } from './agents/mcp-servers.ts'
import { createModelTools } from './agents/model-tools.ts'
import { createDomainStatus } from './domains/domain-status.ts'
import { createDescriptorProvider, createDomainsView, showDomainsCommand } from './domains/domains-view.ts'
import { createDraftCommand } from './domains/draft-descriptor.ts'
import { serveEarlierDescriptors } from './domains/earlier-descriptors.ts'
import { proposeHeaders } from './domains/first-save.ts'
import { createMigrateCommand, migrateRecordsCommand } from './domains/migrate-records.ts'
import { createNewFileCommand } from './domains/new-file.ts'
import { createUpdateCommand, updateDomainsCommand } from './domains/update-domains.ts'
import { createDocumentationCommands, explanationOf } from './editor/documentation.ts'
import { watchOwnSettings } from './editor/own-settings.ts'
import { rememberRenames } from './editor/rename-steps.ts'
import { WorkspaceSteps } from './editor/workspace-steps.ts'
import { Activity, type ExtensionApi } from './host/activity.ts'
import type { StartServer } from './host/create-client.ts'
import { serveFiles } from './host/files.ts'
import { createErrorHandler, withoutLostMessages } from './host/server-end.ts'
import { answerSettings } from './host/settings.ts'
import { createCheckTask, createFixWorkspaceCommand } from './records/check-workspace.ts'
import { chooseValueCommand, createChooseValue } from './records/choose-value.ts'
import { createPlaygroundLinkCommand } from './records/copy-playground-link.ts'
import { createDropProvider } from './records/drop-records.ts'
import { createEditRecordsCommand, editRecordsCommand } from './records/edit-records.ts'
import { createExportCommand } from './records/export.ts'
import { createFindCommand } from './records/find-records.ts'
import { createImportCommand } from './records/import-records.ts'
import { createPasteConversion } from './records/paste-records.ts'
import { createWholeRecordCommands } from './records/whole-records.ts'
import { watchNewRecords } from './typing/empty-fields.ts'
import { watchEnter } from './typing/enter-key.ts'
import { ghostText, QuietHints } from './typing/inlay-hints.ts'
import { createSuggestCommand, suggestCommand } from './typing/suggest.ts'
import { createTyping } from './typing/typing.ts'
import { UnfinishedValues } from './typing/unfinished-values.ts'
import { ChangePreview } from './views/change-preview.ts'
import { createCompareCommand } from './views/compare-panel.ts'
import { createGraphCommands } from './views/graph-panel.ts'
import { createOverviewCommands } from './views/overview-panel.ts'
import { createHistoryCommands, showHistoryCommand } from './views/record-history.ts'
import { createTableEditor, TablePanels } from './views/table-editor.ts'

/** A running extension. */
export interface Extension {
  readonly api: ExtensionApi
  stop(): Promise<void>
}

/** Starts the language client, the views and the commands. */
export async function startExtension(context: vscode.ExtensionContext, startServer: StartServer): Promise<Extension> {
  const { createClient, checkExecution, mcpProgram, readHistory, readTableFile, replaceText, updateDomains } =
    await (isInBrowser ? import('./host/browser.ts') : import('./host/node.ts'))
  // What nobody has looked at yet is changed only by what the author does.
  const removesEmptyFields = vscode.workspace.isTrusted
  const initializationOptions = (): InitializationOptions => ({
    codesPage: vscode.Uri.joinPath(context.extensionUri, 'docs', 'codes.md').toString(),
    texts: vscode.Uri.joinPath(context.extensionUri, 'dist', 'texts.js').toString(true),
    suggestCommand,
    showReferencesCommand: 'recline.showReferences',
    ...(readHistory && { showHistoryCommand }),
    showDomainsCommand,
    chooseValueCommand,
    editRecordsCommand,
    hoversShowProblems: true,
    removesEmptyFields,
    migrateRecordsCommand,
    showsDomains: true,
    opensDescriptors: true,
    tellsEarlierDescriptors: readHistory !== undefined,
    // A dependency is what others decide about the records of a folder.
    changesDependencies: vscode.workspace.isTrusted,
    ...(updateDomains && vscode.workspace.isTrusted && { updateDomainsCommand }),
  })
  const hints = new QuietHints()
  const activity = new Activity()
  const client: BaseLanguageClient = createClient(startServer, {
    documentSelector: [{ language: 'rec' }],
    // The same name as the owner of the problem matcher, so that a problem of both is listed once.
    diagnosticCollectionName: 'recline',
    initializationOptions,
    // Descriptors and records can come from anywhere, so a link in a hover may only show a part of a domain.
    markdown: { isTrusted: { enabledCommands: [showDomainsCommand] } },
    errorHandler: createErrorHandler(() => client),
    middleware: {
      ...activity.counting(withoutLostMessages),
      ...hints.middleware,
      ...ghostText,
      ...rememberRenames(
        () => client,
        () => steps,
      ),
      handleDiagnostics: (uri, diagnostics, next) =>
        unfinished.show(uri, withoutJsonErrors(uri, diagnostics).map(withExplanation), next),
      workspace: { configuration: params => answerSettings(params, context) },
    },
  })
  const restart = async (): Promise<void> => {
    await client.stop()
    await client.start()
  }
  const newRecords = removesEmptyFields ? watchNewRecords(client) : undefined
  const unfinished = new UnfinishedValues((document, line) => newRecords?.isNew(document, line) === true)
  const typing = createTyping(client)
  const panels = new TablePanels(client)
  const steps: WorkspaceSteps = new WorkspaceSteps(client, replaceText, context)
  const preview = new ChangePreview(context, client, steps)
  context.subscriptions.push(
    client,
    ...serveFiles(client),
    ...createDomainStatus(client, document => typing.askTags(document)),
    createDescriptorProvider(client),
    ...serveEarlierDescriptors(client),
    createMigrateCommand(client, preview),
    createUpdateCommand(context, updateDomains),
    ...createDomainsView(client),
    ...createTableEditor(context, client, panels, preview),
    createFindCommand(context, client, panels, preview),
    ...createOverviewCommands(context, client),
    ...createGraphCommands(context, client),
    createNewFileCommand(client),
    ...proposeHeaders(client),
    ...createDocumentationCommands(context),
    createPasteConversion(client),
    createCompareCommand(context, client),
    ...createHistoryCommands(context, client, readHistory),
    createExportCommand(client),
    createPlaygroundLinkCommand(client),
    createImportCommand(context, client, preview, readTableFile),
    createDraftCommand(context, client, readTableFile),
    ...steps.register(),
    preview.register(),
    createFixWorkspaceCommand(client, preview),
    createEditRecordsCommand(client, preview),
    ...createCheckTask(context, client, checkExecution),
    ...typing.watching,
    createSuggestCommand(),
    createChooseValue(client),
    ...watchEnter(typing),
    // First what knows which records are new, then what shows their problems.
    ...(newRecords?.watching ?? []),
    ...unfinished.watch(),
    ...watchOwnSettings(context),
    ...hints.watch(client),
    createDropProvider(client),
    ...createModelTools(client),
    ...createMcpServers(context, mcpProgram?.(context)),
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
    vscode.commands.registerCommand('recline.restartServer', restart),
    // The server is told at its start what it may offer.
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.commands.registerCommand('recline.showOutput', () => client.outputChannel.show()),
  )
  // Nobody waits for the server here, so that keys reach their commands, which send requests as soon as it is ready.
  // The client itself says why a server could not start.
  const started = client.start().catch(() => undefined)
  return {
    api: { whenIdle: () => activity.whenIdle(client) },
    stop: () => started.then(() => client.stop()),
  }
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
