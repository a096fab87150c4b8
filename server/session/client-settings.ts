import type { Connection, InitializeParams } from 'vscode-languageserver'
import { readInitializationOptions } from '../../shared/protocol/initialization-options.ts'
import { type EditorSettings, readSettings } from '../snapshot/settings.ts'
import { createGuard } from './guard.ts'
import type { Registrations } from './registrations.ts'

/** The settings and the folders of the workspace, as the client sends them at the start and changes them later. */
export class ClientSettings {
  private readonly initial: unknown
  /** The settings that count. */
  current: EditorSettings
  /** The URIs of the folders of the workspace. */
  folders: readonly string[]

  /** @param reload reads the files of the workspace again, when something has changed */
  constructor(
    private readonly connection: Connection,
    private readonly params: InitializeParams,
    private readonly registrations: Registrations,
    private readonly reload: () => Promise<void>,
  ) {
    const { rootUri, workspaceFolders, initializationOptions } = params
    this.initial = readInitializationOptions(initializationOptions).settings
    this.current = readSettings(this.initial)
    this.folders = (workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : [])).map(withoutSlash)
  }

  /** Listens to what changes, and takes the settings. */
  async begin(): Promise<void> {
    if (this.params.capabilities.workspace?.workspaceFolders) {
      const { guard } = createGuard(this.connection.console)
      this.connection.workspace.onDidChangeWorkspaceFolders(change =>
        guard('The change of folders', () => {
          const { added, removed } = change
          const gone = removed.map(({ uri }) => withoutSlash(uri))
          const kept = this.folders.filter(folder => !gone.includes(folder))
          this.folders = [...kept, ...added.map(({ uri }) => withoutSlash(uri))]
          void this.reload()
        }),
      )
    }
    this.registrations.registerSettings()
    await this.change()
  }

  /** Asks the client for its settings if it answers that. Otherwise takes those that it sent. */
  async change(sent?: unknown): Promise<void> {
    if (this.params.capabilities.workspace?.configuration) await this.ask()
    else if (sent !== undefined) this.current = readSettings(sent)
    await this.reload()
  }

  /** Takes the settings that the client answers with, or else sent at the start. Goes on without a late answer. */
  private async ask(): Promise<void> {
    let isLate = false
    const answered = this.connection.workspace.getConfiguration('recline').then(
      async answer => {
        this.current = readSettings(answer ?? this.initial)
        if (isLate) await this.reload()
      },
      error => {
        this.connection.console.warn(`The client did not tell the settings, so the last ones count: ${String(error)}`)
      },
    )
    const hasAnswered = await Promise.race([answered.then(() => true), timeout(patience).then(() => false)])
    if (hasAnswered) return
    isLate = true
    this.connection.console.warn('The client has not told the settings yet, so the last ones count until it does.')
  }
}

/** How long the workspace waits for settings, in milliseconds. */
const patience = 3000

const timeout = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

const withoutSlash = (uri: string): string => uri.replace(/\/$/, '')
