import type { Connection } from 'vscode-languageserver'
import type { Client } from '../snapshot/snapshot.ts'
import type { FileDiagnostics } from './pull-diagnostics.ts'

/**
 * What the client shows at each address, of a file that is open or not, and the only place that sends it. So the
 * problems that one part of the server sent are taken back by whatever part finds out that they are gone. A client that
 * asks for problems is sent none.
 */
export class ShownProblems {
  /** The addresses at which the client shows problems. */
  private readonly addresses = new Set<string>()

  constructor(
    private readonly connection: Pick<Connection, 'sendDiagnostics'>,
    private readonly client: Pick<Client, 'pullsDiagnostics'>,
  ) {}

  /** Whether the client shows problems of a file. */
  has(uri: string): boolean {
    return this.addresses.has(uri)
  }

  /** The files of which the client shows problems. */
  all(): string[] {
    return [...this.addresses]
  }

  /** Sends the problems of a file. Clients are told of each version of an open file, also if it still has none. */
  show({ uri, version, diagnostics }: FileDiagnostics): void {
    const isNews = version !== null || diagnostics.length > 0 || this.addresses.has(uri)
    if (this.client.pullsDiagnostics || !isNews) return
    if (diagnostics.length > 0) this.addresses.add(uri)
    else this.addresses.delete(uri)
    void this.connection.sendDiagnostics({ uri, diagnostics, ...(version !== null && { version }) })
  }

  /** Takes back the problems of a file. */
  clear(uri: string): void {
    this.show({ uri, version: null, diagnostics: [] })
  }
}
