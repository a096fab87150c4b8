import {
  CodeLensRefreshRequest,
  type Connection,
  type InitializeParams,
  type TextDocuments,
} from 'vscode-languageserver'
import { usedDomains } from '../../shared/check/check.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { domainsChangedNotification, type FileDomains, fileDomainsNotification } from '../../shared/protocol/domains.ts'
import { notify } from '../../shared/protocol/request.ts'
import type { Client, Snapshot } from '../snapshot/snapshot.ts'
import type { ClosedProblems } from './closed-problems.ts'
import type { CurrentFiles } from './current-files.ts'
import type { OpenDocument } from './document.ts'
import { createGuard, type Guard } from './guard.ts'
import type { JsonFiles } from './json-files.ts'
import type { MarkdownDocument } from './markdown-document.ts'
import type { ShownProblems } from './shown-problems.ts'
import type { Workspace } from './workspace.ts'

/** Checks files after a change, and sends the client what it wants to know without asking: problems and domains. */
export class Publisher {
  /** The configurations and descriptors whose problems were sent. */
  private sentJson: readonly string[] = []
  /** The domains that were sent last, by the URI of the file, as JSON. */
  private readonly sentDomains = new Map<string, string>()
  private sentRegistry: Registry
  private sentLocks: string
  /** How many rules were stopped when the problems of configurations and descriptors were sent. */
  private toldStopped = 0
  private readonly guard: Guard['guard']

  constructor(
    private readonly connection: Connection,
    private readonly client: Client,
    private readonly capabilities: InitializeParams['capabilities'],
    private readonly documents: Pick<TextDocuments<OpenDocument>, 'keys'>,
    private readonly files: CurrentFiles,
    private readonly workspace: Workspace,
    private readonly json: JsonFiles,
    private readonly closed: ClosedProblems,
    private readonly shown: ShownProblems,
    private readonly changed: () => void,
  ) {
    this.sentRegistry = workspace.registry
    this.sentLocks = json.configs.installed.texts
    this.guard = createGuard(connection.console).guard
  }

  /** Checks all open files, and all configurations and descriptors. */
  checkAll(): void {
    this.sendRegistry(this.workspace.registry)
    for (const uri of this.documents.keys()) this.check(uri)
    this.workspace.takeAffected()
    this.checkJson()
    this.refresh()
  }

  /** Checks an open file that changed, and the other open files that this affects. */
  checkChanged(uri: string): void {
    this.check(uri)
    this.checkAffected()
  }

  /** Checks the files that changes of other files affect; those that are not open later. */
  checkAffected(): void {
    const affected = this.workspace.takeAffected()
    const open = new Set(this.documents.keys())
    this.closed.affect([...affected].filter(uri => !open.has(uri)))
    for (const uri of affected) this.check(uri)
    if (affected.size > 0) this.refresh()
    this.tellStopped()
    this.changed()
  }

  /** Checks the fences of an open Markdown file again whose records no other file knows, or that did not change. */
  checkMarkdown(uri: string): void {
    this.check(uri)
    this.tellStopped()
  }

  /** Checks the files again with rules that read the current time. */
  checkTimed(): void {
    const open = new Set(this.documents.keys())
    for (const uri of this.workspace.forgetTimed()) {
      if (open.has(uri)) this.check(uri)
      else this.closed.change(uri)
    }
    this.checkAffected()
    if (this.client.pullsDiagnostics) this.refresh()
  }

  /** Sends the problems of an open file again, as more is known of the files that its records name. */
  checkLinked(uri: string): void {
    this.check(uri)
    this.changed()
    if (this.client.pullsDiagnostics) this.refresh()
  }

  /** Checks all configurations and descriptors, open or not, as one can cause problems in another. */
  checkJson(): void {
    const uris = this.json.uris()
    const { stoppedRules } = this.workspace
    this.toldStopped = stoppedRules.size
    for (const uri of this.sentJson) if (!uris.includes(uri)) this.shown.clear(uri)
    this.sentJson = uris
    for (const uri of uris)
      this.shown.show({
        uri,
        version: null,
        diagnostics: this.json.diagnostics(uri, this.client.codesPage, stoppedRules),
      })
    this.changed()
  }

  /** Tells of rules that were stopped since the problems of their files were sent. */
  tellStopped(): void {
    if (this.workspace.stoppedRules.size !== this.toldStopped) this.checkJson()
  }

  /** Forgets a file that was closed. Its problems are taken back, unless those of closed files are shown too. */
  close(uri: string): void {
    this.sentDomains.delete(uri)
    if (!this.closed.wants(uri)) this.shown.clear(uri)
  }

  /** Sends the problems of the first entries of a file that is being read. */
  publishFirst(uri: string): void {
    // The client shows all problems from before the file was opened.
    if (this.client.pullsDiagnostics || this.shown.has(uri)) return
    const found = this.guard(`The check of ${uri}`, () => this.files.firstDiagnosticsOf(uri))
    if (found && found.diagnostics.length > 0) this.shown.show(found)
  }

  private check(uri: string): void {
    // It is checked when all of it is read.
    if (this.files.readerOf(uri)) return
    this.guard(`The check of ${uri}`, () => {
      const snapshot = this.files.snapshot(uri)
      const markdown = this.files.markdown(uri)
      // Most Markdown files never had records.
      if (markdown ? !this.mayHaveProblems(markdown) : !snapshot && !this.files.isTooLarge(uri)) return
      if (!this.client.pullsDiagnostics) this.shown.show(this.files.diagnosticsOf(uri)!)
      if (snapshot) this.sendDomains(fileDomains(snapshot))
    })
  }

  private mayHaveProblems({ uri, records, isTooLarge, hasBlocks }: MarkdownDocument): boolean {
    return records !== undefined || isTooLarge || hasBlocks || this.shown.has(uri)
  }

  private sendDomains(domains: FileDomains): void {
    const text = JSON.stringify(domains)
    if (!this.client.showsDomains || this.sentDomains.get(domains.uri) === text) return
    this.sentDomains.set(domains.uri, text)
    void notify(this.connection, fileDomainsNotification, domains)
  }

  /** Tells that the domains have changed, or which versions of them are locked. */
  private sendRegistry(registry: Registry): void {
    const { texts } = this.json.configs.installed
    if (this.sentRegistry === registry && this.sentLocks === texts) return
    this.sentRegistry = registry
    this.sentLocks = texts
    if (this.client.showsDomains) void notify(this.connection, domainsChangedNotification, {})
  }

  /** Makes the client ask again for what depends on other files, if it supports that. */
  private refresh(): void {
    const { workspace } = this.capabilities
    const ignore = (): void => {}
    if (workspace?.codeLens?.refreshSupport) this.connection.sendRequest(CodeLensRefreshRequest.type).catch(ignore)
    if (workspace?.inlayHint?.refreshSupport) this.connection.languages.inlayHint.refresh().catch(ignore)
    if (this.client.pullsDiagnostics && workspace?.diagnostics?.refreshSupport)
      this.connection.languages.diagnostics.refresh().catch(ignore)
  }
}

/** The domains of a file as a client shows them. */
export function fileDomains({ uri, file }: Snapshot): FileDomains {
  const chosen = file.sections.filter(({ source }) => source === 'header')
  const sections = chosen.length > 0 ? chosen : file.sections.slice(0, 1)
  const domains = [...new Set(sections.flatMap(one => one.domains))]
  const used = usedDomains(file)
  const extended = [...new Set([...domains, ...used])].flatMap(({ path, base }) => (base ? [[path, base.path]] : []))
  const isChosen = sections[0]!.source !== 'registry'
  return {
    uri,
    inForce: domains.map(({ path }) => path),
    unreadable: domains.flatMap(({ path, descriptor }) => (isChosen && descriptor.isUnreadable ? path : [])),
    bases: Object.fromEntries(extended),
    source: sections[0]!.source,
    used: used.map(({ path }) => path),
  }
}
