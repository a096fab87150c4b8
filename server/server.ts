import {
  CodeActionKind, DidChangeConfigurationNotification, DidChangeWatchedFilesNotification, FileChangeType, TextDocuments, TextDocumentSyncKind,
  type Connection, type InitializeResult, type TextDocumentPositionParams,
} from 'vscode-languageserver'
import { builtinDescriptors } from '../shared/builtin.ts'
import { setHeaderDomains } from '../shared/header.ts'
import {
  fileDomainsMethod, listDomainsMethod, setDomainsMethod, type DomainSummary, type FileDomains, type SetDomainsParams,
} from '../shared/protocol.ts'
import { createRegistry } from '../shared/registry.ts'
import { indexAt, offsetAt } from '../shared/tree.ts'
import { readClient, readOptions } from './client.ts'
import { recDocuments } from './document.ts'
import { codeActions, fixAllKind, resolveCodeAction, type FixAllData } from './features/code-actions.ts'
import { completion } from './features/completion.ts'
import { diagnostics } from './features/diagnostics.ts'
import { hover } from './features/hover.ts'
import type { WorkspaceFiles } from './files.ts'
import { scanWorkspace } from './scan.ts'
import { defaultSettings, readSettings, type Settings } from './settings.ts'
import { rangeOf, type Snapshot } from './snapshot.ts'
import { fileDomains, Workspace } from './workspace.ts'

/** What differs between the places a server runs in. */
export interface Platform {
  /** The server's version, for the client's log. */
  readonly version: string
  /** The address of the page of problem codes that ships with the server, if there is one. */
  readonly codesPage: string | undefined
  readonly files: WorkspaceFiles
}

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { triggerCharacters: ['@', '|', ' ', ':', '=', '"', ',', '['] },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind], resolveProvider: true },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
}

/** Serves a connection until it closes: every capability is one line of the list at the end. */
export function startServer(connection: Connection, platform: Platform): void {
  const registry = createRegistry(builtinDescriptors)
  const documents = new TextDocuments(recDocuments)
  const shownDomains = new Map<string, string>()
  let workspace: Workspace
  let folders: readonly string[] = []
  let settings = defaultSettings
  let canAskForSettings = false
  let canWatchFiles = false
  let canWatchSettings = false
  let canChangeFolders = false
  let reading = 0

  connection.onInitialize(params => {
    const root = params.rootUri ? [params.rootUri] : []
    folders = (params.workspaceFolders?.map(({ uri }) => uri) ?? root).map(withoutSlash)
    settings = readSettings(readOptions(params.initializationOptions).settings)
    workspace = new Workspace(registry, settings, readClient(params, platform.codesPage), folders)
    canAskForSettings = params.capabilities.workspace?.configuration ?? false
    canWatchFiles = params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false
    canWatchSettings = params.capabilities.workspace?.didChangeConfiguration?.dynamicRegistration ?? false
    canChangeFolders = params.capabilities.workspace?.workspaceFolders ?? false
    return { capabilities, serverInfo: { name: 'Recline', version: platform.version } }
  })

  connection.onInitialized(async () => {
    if (canChangeFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = removed.map(({ uri }) => withoutSlash(uri))
        folders = [...folders.filter(folder => !gone.includes(folder)), ...added.map(({ uri }) => withoutSlash(uri))]
        void readAnew()
      })
    }
    const refused = (error: unknown): void => connection.console.warn(`The client refused to tell of changes: ${String(error)}`)
    if (canWatchFiles) connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*.rec' }] }).catch(refused)
    if (canWatchSettings) connection.client.register(DidChangeConfigurationNotification.type, { section: 'recline' }).catch(refused)
    await configure()
  })

  connection.onDidChangeConfiguration(({ settings }) => configure((settings as { recline?: unknown } | null)?.recline))

  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    for (const { uri, type } of changes) {
      if (workspace.hasFile(uri)) workspace.takeFile(uri, type === FileChangeType.Deleted ? undefined : await platform.files.read(uri))
    }
    checkAffected()
  })

  documents.onDidChangeContent(({ document }) => {
    check(document.uri)
    checkAffected()
  })
  documents.onDidClose(async ({ document: { uri } }) => {
    workspace.close(uri)
    shownDomains.delete(uri)
    void connection.sendDiagnostics({ uri, diagnostics: [] })
    workspace.takeFile(uri, workspace.hasFile(uri) ? await platform.files.read(uri) : undefined)
    checkAffected()
  })

  /** The settings, asked for where the client answers that, else those that came with a notification or at the start. */
  async function configure(pushed?: unknown): Promise<void> {
    if (canAskForSettings) settings = await askForSettings()
    else if (pushed !== undefined) settings = readSettings(pushed)
    await readAnew()
  }

  /** What the client answers; without an answer the settings stay as they are. */
  async function askForSettings(): Promise<Settings> {
    try {
      return readSettings(await connection.workspace.getConfiguration('recline'))
    } catch (error) {
      connection.console.warn(`The client did not tell the settings, so the last ones hold: ${String(error)}`)
      return settings
    }
  }

  /** Checks the open files, then reads all others; only then is it known which references lead nowhere. */
  async function readAnew(): Promise<void> {
    const number = ++reading
    workspace.configure({ settings, folders })
    workspace.setIndexComplete(false)
    checkAll()
    const isComplete = await scanWorkspace(connection, platform.files, folders, settings, (uri, text) => workspace.takeFile(uri, text), () => number !== reading)
    if (number !== reading) return
    if (!isComplete) return connection.console.warn('Reading the files of the workspace was cancelled, so references are not checked.')
    workspace.setIndexComplete(true)
    checkAll()
  }

  function checkAll(): void {
    for (const uri of documents.keys()) check(uri)
    workspace.takeAffected()
  }

  /** Checks the open files among those that a change elsewhere concerns. */
  function checkAffected(): void {
    for (const uri of workspace.takeAffected()) check(uri)
  }

  function check(uri: string): void {
    answer(uri, 'check', snapshot => {
      void connection.sendDiagnostics({ uri, version: snapshot.version, diagnostics: diagnostics(snapshot) })
      showDomains(fileDomains(snapshot))
    })
  }

  function showDomains(domains: FileDomains): void {
    const shown = JSON.stringify(domains)
    if (shownDomains.get(domains.uri) === shown) return
    shownDomains.set(domains.uri, shown)
    void connection.sendNotification(fileDomainsMethod, domains)
  }

  /** Answers from the document as it is now; null for one that is not open, and a sentence in the log for a fault. */
  function answer<Answer>(uri: string, what: string, feature: (snapshot: Snapshot) => Answer): Answer | null {
    const document = documents.get(uri)
    if (!document) return null
    try {
      return feature(workspace.snapshot(document))
    } catch (error) {
      const reason = error instanceof Error ? error.stack ?? error.message : String(error)
      connection.console.error(`${what} failed in ${uri}: ${reason}`)
      return null
    }
  }

  const at = <Answer>(what: string, feature: (snapshot: Snapshot, position: TextDocumentPositionParams['position']) => Answer) =>
    ({ textDocument, position }: TextDocumentPositionParams) => answer(textDocument.uri, what, snapshot => feature(snapshot, position))

  connection.onHover(at('hover', hover))
  connection.onCompletion(({ textDocument, position, context }) =>
    answer(textDocument.uri, 'completion', snapshot => completion(snapshot, position, context?.triggerCharacter)))
  connection.onCodeAction(({ textDocument, range, context }) =>
    answer(textDocument.uri, 'code action', snapshot => codeActions(snapshot, range, context)))
  connection.onCodeActionResolve(action => {
    const data = action.data as FixAllData | undefined
    return (data && answer(data.uri, 'code action', snapshot => resolveCodeAction(snapshot, action))) ?? action
  })
  connection.onRequest(listDomainsMethod, (): DomainSummary[] =>
    [...registry.domains.values()].map(({ path, descriptor: { description } }) => ({ path, description })))
  connection.onRequest(setDomainsMethod, ({ uri, line, domains }: SetDomainsParams) => answer(uri, 'choosing a domain', snapshot => {
    const { tree } = snapshot.file
    const entry = Math.max(0, indexAt(tree, offsetAt(tree, { line, character: 0 })))
    const { text: newText, ...span } = setHeaderDomains(snapshot.file, entry, domains)
    return [{ range: rangeOf(snapshot, span), newText }]
  }))

  documents.listen(connection)
  connection.listen()
}

const withoutSlash = (uri: string): string => uri.replace(/\/$/, '')
