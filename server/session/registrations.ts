import {
  CodeActionKind,
  CodeActionRequest,
  CompletionRequest,
  type Connection,
  DefinitionRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Disposable,
  DocumentDiagnosticRequest,
  type DocumentSelector,
  type FileSystemWatcher,
  HoverRequest,
  type InitializeParams,
  ReferencesRequest,
  RenameRequest,
  SemanticTokensRegistrationType,
  SignatureHelpRequest,
  type TextDocumentClientCapabilities,
  TextDocumentSyncKind,
  WatchKind,
} from 'vscode-languageserver'
import { expressionTriggers } from '../expressions/completion.ts'
import { callTriggers } from '../expressions/signature-help.ts'
import { completionTriggers } from '../features/completion.ts'
import { semanticTokensLegend } from '../features/semantic-tokens.ts'

/** The files of which the server wants to know each change. */
export interface RegisteredFiles {
  /** Globs of the files with records. */
  readonly records: readonly string[]
  /** Globs of configurations and descriptors. */
  readonly json: readonly string[]
  /** Configurations and descriptors outside the workspace: the URIs of their folders, each with a glob. */
  readonly outside: readonly { readonly folder: string; readonly glob: string }[]
  /** The names of files whose changes decide which other files are read. */
  readonly readWithAll: readonly string[]
}

/**
 * Registers with the client for changes: of settings, of files on disk, and of the text of configurations, descriptors
 * and Markdown while the user edits them. In JSON the server answers for the expressions of rules only, and in Markdown
 * for records in fences; the editor keeps its own completion and formatting for all the rest.
 */
export class Registrations {
  private registered: readonly Promise<Disposable>[] = []
  private registeredFiles = ''

  constructor(
    private readonly connection: Connection,
    private readonly capabilities: InitializeParams['capabilities'],
  ) {}

  /** Registers for changes of the settings. */
  registerSettings(): void {
    if (!this.capabilities.workspace?.didChangeConfiguration?.dynamicRegistration) return
    this.connection.client.register(DidChangeConfigurationNotification.type, { section: 'recline' }).catch(this.refused)
  }

  /** Registers for the text of Markdown, and for the features that answer in its fences with records. */
  registerMarkdown(pullsDiagnostics: boolean): void {
    const { client } = this.connection
    const documentSelector = [{ language: 'markdown' }]
    const text = this.registerText(documentSelector)
    if (text.length === 0) return
    const registrations = [
      ...text,
      ...this.registerFeatures({
        codeAction: () =>
          client.register(CodeActionRequest.type, { documentSelector, codeActionKinds: [CodeActionKind.QuickFix] }),
        completion: () =>
          client.register(CompletionRequest.type, {
            documentSelector,
            triggerCharacters: [...completionTriggers],
            resolveProvider: true,
          }),
        hover: () => client.register(HoverRequest.type, { documentSelector }),
        definition: () => client.register(DefinitionRequest.type, { documentSelector }),
        ...(pullsDiagnostics && {
          diagnostic: () =>
            client.register(DocumentDiagnosticRequest.type, {
              documentSelector,
              identifier: 'recline',
              interFileDependencies: true,
              workspaceDiagnostics: false,
            }),
        }),
      }),
    ]
    for (const registration of registrations) registration.catch(this.refused)
  }

  /** Registers for changes of these files, and no longer for those of other files. */
  registerFiles(files: RegisteredFiles): void {
    const wanted = JSON.stringify(files)
    if (this.registeredFiles === wanted) return
    this.registeredFiles = wanted
    const before = this.registered
    this.registered = this.register(files)
    for (const registration of this.registered) registration.catch(this.refused)
    // Unregisters the old ones last, so that no change between is missed.
    for (const registration of before) registration.then(old => old.dispose()).catch(() => {})
  }

  private register({ records, json, outside, readWithAll }: RegisteredFiles): Promise<Disposable>[] {
    const {
      connection: { client },
      capabilities: { workspace },
    } = this
    const registrations: Promise<Disposable>[] = []
    const { dynamicRegistration, relativePatternSupport } = workspace?.didChangeWatchedFiles ?? {}
    if (dynamicRegistration) {
      const watchers: FileSystemWatcher[] = anywhere([...records, ...json, ...readWithAll]).map(globPattern => ({
        globPattern,
      }))
      if (relativePatternSupport) watchers.push(...outside.map(watcherOf))
      registrations.push(client.register(DidChangeWatchedFilesNotification.type, { watchers }))
    }
    const documentSelector = anywhere(json).map(pattern => ({ pattern }))
    return [
      ...registrations,
      ...this.registerText(documentSelector),
      ...this.registerFeatures(this.featuresOfJson(documentSelector)),
    ]
  }

  /** Registers for the text of files while they are open. */
  private registerText(documentSelector: DocumentSelector): Promise<Disposable>[] {
    const { client } = this.connection
    if (!this.capabilities.textDocument?.synchronization?.dynamicRegistration) return []
    return [
      client.register(DidOpenTextDocumentNotification.type, { documentSelector }),
      client.register(DidChangeTextDocumentNotification.type, {
        documentSelector,
        syncKind: TextDocumentSyncKind.Incremental,
      }),
      client.register(DidCloseTextDocumentNotification.type, { documentSelector }),
    ]
  }

  /** The features for configurations and descriptors. */
  private featuresOfJson(documentSelector: DocumentSelector): Features {
    const {
      connection: { client },
      capabilities: { textDocument = {} },
    } = this
    return {
      codeAction: () =>
        client.register(CodeActionRequest.type, { documentSelector, codeActionKinds: [CodeActionKind.QuickFix] }),
      completion: () =>
        client.register(CompletionRequest.type, { documentSelector, triggerCharacters: [...expressionTriggers] }),
      hover: () => client.register(HoverRequest.type, { documentSelector }),
      signatureHelp: () =>
        client.register(SignatureHelpRequest.type, { documentSelector, triggerCharacters: [...callTriggers] }),
      definition: () => client.register(DefinitionRequest.type, { documentSelector }),
      references: () => client.register(ReferencesRequest.type, { documentSelector }),
      rename: () =>
        client.register(RenameRequest.type, {
          documentSelector,
          prepareProvider: textDocument.rename?.prepareSupport ?? false,
        }),
      semanticTokens: () =>
        client.register(SemanticTokensRegistrationType.type, {
          documentSelector,
          legend: semanticTokensLegend,
          full: true,
          range: true,
        }),
    }
  }

  /** Registers the features that the client takes registrations of. */
  private registerFeatures(features: Features): Promise<Disposable>[] {
    const { textDocument = {} } = this.capabilities
    return Object.entries(features).flatMap(([name, register]) => {
      const capability = textDocument[name as keyof Features]
      return capability && 'dynamicRegistration' in capability && capability.dynamicRegistration ? [register()] : []
    })
  }

  private readonly refused = (error: unknown): void =>
    this.connection.console.warn(`The client refused to tell of changes: ${String(error)}`)
}

/** How features are registered, by the names of the client's capabilities. */
type Features = {
  readonly [Feature in keyof TextDocumentClientCapabilities]?: () => Promise<Disposable>
}

/** Globs for whole paths, which is what clients match. A glob can be relative to any folder. */
const anywhere = (globs: readonly string[]): string[] =>
  [...new Set(globs.map(glob => (glob.startsWith('**/') ? glob : `**/${glob}`)))].sort()

const watcherOf = ({ folder, glob }: RegisteredFiles['outside'][number]): FileSystemWatcher => ({
  globPattern: { baseUri: folder, pattern: glob },
  kind: WatchKind.Create | WatchKind.Change | WatchKind.Delete,
})
