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

/**
 * Answers clients that pull diagnostics. Each report has an id. A client that sends the id of the last report learns
 * that nothing changed.
 */
export class PullDiagnostics {
  private readonly last = new Map<string, { readonly id: string; readonly shown: string }>()
  private count = 0

  /** The report of one file. */
  document({ uri, diagnostics }: FileDiagnostics, previousId: string | undefined): DocumentDiagnosticReport {
    const shown = JSON.stringify(diagnostics)
    const last = this.last.get(uri)
    if (last?.shown === shown && last.id === previousId) return { kind: 'unchanged', resultId: last.id }
    const id = String(++this.count)
    this.last.set(uri, { id, shown })
    return { kind: 'full', resultId: id, items: diagnostics }
  }

  /**
   * The reports of all files. A client that accepts partial results gets each report as soon as it is ready.
   *
   * @param files finds the diagnostics of one file after the other
   * @param previousIds the ids of the reports that the client has, by the URIs of the files
   */
  async workspace(
    files: AsyncIterable<FileDiagnostics>,
    previousIds: ReadonlyMap<string, string>,
    token: CancellationToken,
    sendPart: ((part: WorkspaceDiagnosticReportPartialResult) => void) | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const items: WorkspaceDocumentDiagnosticReport[] = []
    for await (const file of files) {
      if (token.isCancellationRequested) break
      const report = { ...this.document(file, previousIds.get(file.uri)), uri: file.uri, version: file.version }
      if (sendPart) sendPart({ items: [report] })
      else items.push(report)
    }
    return { items }
  }
}
