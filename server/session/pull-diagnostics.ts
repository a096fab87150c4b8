import type {
  CancellationToken,
  Diagnostic,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
  WorkspaceDiagnosticReportPartialResult,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver'

/** The diagnostics of one file of the workspace, open or not. */
export interface FileDiagnostics {
  readonly uri: string
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
  readonly diagnostics: Diagnostic[]
}

/** How long nothing must change before a client that waits is told of a change, in milliseconds. */
const quietTime = 500

/**
 * Answers clients that pull diagnostics. Each report has an id. A client that sends the id of the last report learns
 * that nothing changed.
 */
export class PullDiagnostics {
  private readonly last = new Map<string, { readonly id: string; readonly diagnostics: readonly Diagnostic[] }>()
  private count = 0
  /** How often something changed that problems depend on. */
  private changes = 0
  private readonly waiting = new Set<() => void>()
  private hasReported = false

  /** Takes note that problems may have changed. */
  changed(): void {
    this.changes++
    for (const notice of this.waiting) notice()
  }

  /** The report of one file. */
  document({ uri, diagnostics }: FileDiagnostics, previousId: string | undefined): DocumentDiagnosticReport {
    const last = this.last.get(uri)
    if (last && last.id === previousId && areSameDiagnostics(last.diagnostics, diagnostics))
      return { kind: 'unchanged', resultId: last.id }
    const id = String(++this.count)
    this.last.set(uri, { id, diagnostics })
    return { kind: 'full', resultId: id, items: diagnostics }
  }

  /**
   * The reports of all files. A client that accepts partial results gets each report as soon as it is ready. Clients
   * ask again as soon as they have an answer. So all answers but the first wait until a report has something new.
   *
   * @param allFiles finds the diagnostics of one file after the other
   * @param isOpen tells whether a file is open; then its problems are not gone, even if they are not found
   * @param previousIds the ids of the reports that the client has, by the URIs of the files
   */
  async workspace(
    allFiles: () => AsyncIterable<FileDiagnostics>,
    isOpen: (uri: string) => boolean,
    previousIds: ReadonlyMap<string, string>,
    token: CancellationToken,
    sendPart: ((part: WorkspaceDiagnosticReportPartialResult) => void) | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const sent: WorkspaceDocumentDiagnosticReport[] = []
    for (;;) {
      const { changes } = this
      let isNews = !this.hasReported
      let held: WorkspaceDocumentDiagnosticReport[] = []
      const add = (report: WorkspaceDocumentDiagnosticReport): void => {
        held.push(report)
        if (report.kind === 'full') isNews = true
        if (!isNews) return
        if (sendPart) sendPart({ items: held })
        else sent.push(...held)
        held = []
      }
      const gone = new Set(previousIds.keys())
      for await (const file of allFiles()) {
        if (token.isCancellationRequested) return { items: sent }
        gone.delete(file.uri)
        add({ ...this.document(file, previousIds.get(file.uri)), uri: file.uri, version: file.version })
      }
      for (const uri of gone) {
        if (isOpen(uri)) continue
        // Without an id, the client does not ask for it again.
        this.last.delete(uri)
        add({ kind: 'full', uri, version: null, items: [] })
      }
      if (isNews || token.isCancellationRequested) {
        this.hasReported = true
        return { items: sent }
      }
      await this.whenChanged(changes, token)
    }
  }

  /** Waits until something has changed since a count of changes, and then is quiet; or for the cancellation. */
  private whenChanged(since: number, token: CancellationToken): Promise<void> {
    return new Promise(resolve => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const end = (): void => {
        clearTimeout(timer)
        this.waiting.delete(notice)
        cancelled.dispose()
        resolve()
      }
      const notice = (): void => {
        clearTimeout(timer)
        timer = setTimeout(end, quietTime)
      }
      const cancelled = token.onCancellationRequested(end)
      this.waiting.add(notice)
      if (this.changes !== since) notice()
    })
  }
}

/** Whether all say the same. Those of problems that stay are the same objects mostly. */
const areSameDiagnostics = (some: readonly Diagnostic[], others: readonly Diagnostic[]): boolean =>
  some.length === others.length &&
  some.every((one, index) => one === others[index] || JSON.stringify(one) === JSON.stringify(others[index]))
