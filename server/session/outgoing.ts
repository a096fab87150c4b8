import { type ClientCapabilities, CodeLensRefreshRequest, type Connection } from 'vscode-languageserver'
import type { Registry } from '../../shared/domains/registry.ts'
import { domainsChangedNotification, type FileDomains, fileDomainsNotification } from '../../shared/protocol/domains.ts'
import { notify } from '../../shared/protocol/request.ts'
import type { Client } from '../snapshot/snapshot.ts'
import type { FileDiagnostics } from './pull-diagnostics.ts'

/** What the client is told without having asked, as far as it wants to be, and not twice. */
export class Outgoing {
  private readonly shownDomains = new Map<string, string>()

  /** @param shownRegistry the domains that the client knows of */
  constructor(
    private readonly connection: Connection,
    private readonly client: Client,
    private readonly capabilities: ClientCapabilities,
    private shownRegistry: Registry,
  ) {}

  /** Sends the problems of a file. */
  showProblems({ uri, version, diagnostics }: FileDiagnostics): void {
    if (!this.client.pullsDiagnostics)
      void this.connection.sendDiagnostics({ uri, diagnostics, ...(version !== null && { version }) })
  }

  /** Sends the domains of a file. */
  showDomains(domains: FileDomains): void {
    const shown = JSON.stringify(domains)
    if (!this.client.showsDomains || this.shownDomains.get(domains.uri) === shown) return
    this.shownDomains.set(domains.uri, shown)
    void notify(this.connection, fileDomainsNotification, domains)
  }

  /** Takes back what was said of a file. */
  forget(uri: string): void {
    this.shownDomains.delete(uri)
    this.showProblems({ uri, version: null, diagnostics: [] })
  }

  /** Tells that there are other domains. */
  showRegistry(registry: Registry): void {
    if (this.shownRegistry === registry) return
    this.shownRegistry = registry
    if (this.client.showsDomains) void notify(this.connection, domainsChangedNotification, {})
  }

  /** Has the client ask again for what hangs on other files, where it can be told to. */
  refresh(): void {
    const { workspace } = this.capabilities
    const refused = (): void => {}
    if (workspace?.codeLens?.refreshSupport) this.connection.sendRequest(CodeLensRefreshRequest.type).catch(refused)
    if (workspace?.inlayHint?.refreshSupport) this.connection.languages.inlayHint.refresh().catch(refused)
    if (this.client.pullsDiagnostics && workspace?.diagnostics?.refreshSupport)
      this.connection.languages.diagnostics.refresh().catch(refused)
  }
}
