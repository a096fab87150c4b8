import {
  CodeActionKind,
  CodeActionRequest,
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Disposable,
  type FileSystemWatcher,
  type InitializeParams,
  TextDocumentSyncKind,
  WatchKind,
} from 'vscode-languageserver'

/** What a client shall tell of. */
export interface Followed {
  /** The files with records: globs. */
  readonly records: readonly string[]
  /** The files that say how records are read: globs. */
  readonly json: readonly string[]
  /** Such files outside the workspace, by their addresses. */
  readonly outside: readonly string[]
}

/**
 * Has the client tell of files: of those on disk when they change, and of the text of those that say how records are
 * read while it is edited. For all else these are files like any other: an editor has a formatter and completion of its
 * own for JSON.
 */
export class Following {
  private registered: readonly Promise<Disposable>[] = []
  private followed = ''

  constructor(
    private readonly connection: Connection,
    private readonly capabilities: InitializeParams['capabilities'],
  ) {}

  /** Follows the settings. */
  followSettings(): void {
    if (!this.capabilities.workspace?.didChangeConfiguration?.dynamicRegistration) return
    this.connection.client.register(DidChangeConfigurationNotification.type, { section: 'recline' }).catch(this.refused)
  }

  /** Follows these files, and no more those that were followed before. */
  follow(files: Followed): void {
    const followed = JSON.stringify(files)
    if (this.followed === followed) return
    this.followed = followed
    const before = this.registered
    this.registered = this.register(files)
    for (const registration of this.registered) registration.catch(this.refused)
    // What was followed is let go only now, so that nothing is missed between.
    for (const registration of before) registration.then(old => old.dispose()).catch(() => {})
  }

  private register({ records, json, outside }: Followed): Promise<Disposable>[] {
    const {
      connection: { client },
      capabilities: { workspace, textDocument },
    } = this
    const registrations: Promise<Disposable>[] = []
    const { dynamicRegistration, relativePatternSupport } = workspace?.didChangeWatchedFiles ?? {}
    if (dynamicRegistration) {
      const watchers: FileSystemWatcher[] = anywhere([...records, ...json]).map(globPattern => ({ globPattern }))
      if (relativePatternSupport) watchers.push(...outside.map(watcherOf))
      registrations.push(client.register(DidChangeWatchedFilesNotification.type, { watchers }))
    }
    const documentSelector = anywhere(json).map(pattern => ({ pattern }))
    if (textDocument?.synchronization?.dynamicRegistration) {
      registrations.push(
        client.register(DidOpenTextDocumentNotification.type, { documentSelector }),
        client.register(DidChangeTextDocumentNotification.type, {
          documentSelector,
          syncKind: TextDocumentSyncKind.Incremental,
        }),
        client.register(DidCloseTextDocumentNotification.type, { documentSelector }),
      )
    }
    if (textDocument?.codeAction?.dynamicRegistration) {
      registrations.push(
        client.register(CodeActionRequest.type, { documentSelector, codeActionKinds: [CodeActionKind.QuickFix] }),
      )
    }
    return registrations
  }

  private readonly refused = (error: unknown): void =>
    this.connection.console.warn(`The client refused to tell of changes: ${String(error)}`)
}

/** Clients match whole paths, and the folder that a glob is relative to can be any. */
const anywhere = (globs: readonly string[]): string[] =>
  [...new Set(globs.map(glob => (glob.startsWith('**/') ? glob : `**/${glob}`)))].sort()

const watcherOf = (uri: string): FileSystemWatcher => {
  const slash = uri.lastIndexOf('/')
  return {
    globPattern: { baseUri: uri.slice(0, slash), pattern: uri.slice(slash + 1) },
    kind: WatchKind.Create | WatchKind.Change | WatchKind.Delete,
  }
}
