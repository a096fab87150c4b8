import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { InitializationOptions } from '../shared/protocol/initialization-options.ts'
import { type AgentParts, registerAgents } from './agents/register-agents.ts'
import { showDomainsCommand } from './domains/domains-view.ts'
import { migrateRecordsCommand } from './domains/migrate-records.ts'
import { type DomainParts, registerDomains } from './domains/register-domains.ts'
import { updateDomainsCommand } from './domains/update-domains.ts'
import { DeletedFiles } from './editor/deleted-files.ts'
import { explanationOf } from './editor/documentation.ts'
import { type EditorParts, registerEditor } from './editor/register-editor.ts'
import { rememberRenames } from './editor/rename-steps.ts'
import { WorkspaceSteps } from './editor/workspace-steps.ts'
import { Activity, type ExtensionApi } from './host/activity.ts'
import type { StartServer } from './host/create-client.ts'
import { serveFiles } from './host/files.ts'
import { createErrorHandler, withoutLostMessages } from './host/server-end.ts'
import { answerSettings } from './host/settings.ts'
import { chooseValueCommand } from './records/choose-value.ts'
import { editRecordsCommand } from './records/edit-records.ts'
import { registerRecords } from './records/register-records.ts'
import { type ReportParts, registerReports } from './reports/register-reports.ts'
import { ReportPreviews } from './reports/report-previews.ts'
import { watchNewRecords } from './typing/empty-fields.ts'
import { ghostText, QuietHints } from './typing/inlay-hints.ts'
import { registerTyping, type TypingParts } from './typing/register-typing.ts'
import { suggestCommand } from './typing/suggest.ts'
import { createTyping } from './typing/typing.ts'
import { UnfinishedValues } from './typing/unfinished-values.ts'
import { ChangePreview } from './views/change-preview.ts'
import { showHistoryCommand } from './views/record-history.ts'
import { registerViews } from './views/register-views.ts'
import { TablePanels } from './views/table-editor.ts'

/** The features of the extension: each registers its commands, views and listeners. */
const features: readonly ((parts: FeatureParts) => readonly vscode.Disposable[])[] = [
  registerDomains,
  registerViews,
  registerRecords,
  registerReports,
  registerTyping,
  registerAgents,
  registerEditor,
]

type FeatureParts = DomainParts & TypingParts & AgentParts & EditorParts & ReportParts

/** A running extension. */
export interface Extension {
  readonly api: ExtensionApi
  stop(): Promise<void>
}

/** Starts the language client, the views and the commands. */
export async function startExtension(context: vscode.ExtensionContext, startServer: StartServer): Promise<Extension> {
  const { createClient, ...host } = await (isInBrowser ? import('./host/browser.ts') : import('./host/node.ts'))
  // What nobody has looked at yet is changed only by what the author does.
  const removesEmptyFields = vscode.workspace.isTrusted
  const hints = new QuietHints()
  const activity = new Activity()
  const deleted = new DeletedFiles(() => client)
  const client: BaseLanguageClient = createClient(startServer, {
    documentSelector: [{ language: 'rec' }],
    // The same name as the owner of the problem matcher, so that a problem of both is listed once.
    diagnosticCollectionName: 'recline',
    initializationOptions: () => optionsOfServer(context, host, removesEmptyFields),
    // Descriptors and records can come from anywhere, so a link in a hover may only show a part of a domain.
    markdown: { isTrusted: { enabledCommands: [showDomainsCommand] } },
    errorHandler: createErrorHandler(() => client),
    middleware: {
      ...activity.counting(withoutLostMessages),
      ...hints.middleware,
      ...deleted.middleware,
      ...ghostText,
      ...rememberRenames(
        () => client,
        () => steps,
      ),
      handleDiagnostics: (uri, diagnostics, next) =>
        unfinished.show(uri, withoutJsonErrors(uri, diagnostics).map(withExplanation), next),
      workspace: {
        configuration: params => answerSettings(params, context),
        didChangeWatchedFile: async (event, next) => {
          await next(event)
          previews.changed()
        },
      },
    },
  })
  const restart = async (): Promise<void> => {
    await client.stop()
    await client.start()
  }
  const newRecords = removesEmptyFields ? watchNewRecords(client) : undefined
  const unfinished = new UnfinishedValues((document, line) => newRecords?.isNew(document, line) === true)
  const typing = createTyping(client)
  const steps: WorkspaceSteps = new WorkspaceSteps(client, host.replaceText, context)
  const previews = new ReportPreviews(client)
  const parts: FeatureParts = {
    ...host,
    context,
    client,
    steps,
    preview: new ChangePreview(context, client, steps),
    previews,
    panels: new TablePanels(client),
    typing,
    newRecords,
    unfinished,
    hints,
    onDomains: document => typing.askTags(document),
  }
  context.subscriptions.push(
    client,
    ...serveFiles(client),
    ...deleted.watch(),
    ...features.flatMap(register => register(parts)),
    vscode.commands.registerCommand('recline.restartServer', restart),
    // The server is told at its start what it may offer.
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  )
  // Nobody waits for the server here, so that keys reach their commands, which send requests as soon as it is ready.
  // The client itself says why a server could not start.
  const started = client.start().catch(() => undefined)
  return {
    api: { whenIdle: () => activity.whenIdle(client), extendMarkdownIt: previews.extendMarkdownIt },
    stop: () => started.then(() => client.stop()),
  }
}

const isInBrowser = 'importScripts' in globalThis

/** What the server is told at its start about this client, and what it may offer here. */
const optionsOfServer = (
  { extensionUri }: vscode.ExtensionContext,
  { readHistory, updateDomains }: Pick<FeatureParts, 'readHistory' | 'updateDomains'>,
  removesEmptyFields: boolean,
): InitializationOptions => ({
  codesPage: vscode.Uri.joinPath(extensionUri, 'docs', 'codes.md').toString(),
  texts: vscode.Uri.joinPath(extensionUri, 'dist', 'texts.js').toString(true),
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
