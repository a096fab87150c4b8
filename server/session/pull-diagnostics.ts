import type {
  CancellationToken,
  Diagnostic,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
  WorkspaceDiagnosticReportPartialResult,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver'

/** The problems of one file of the workspace, open or not. */
export interface FileDiagnostics {
  readonly uri: string
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
  readonly diagnostics: Diagnostic[]
}

/**
 * Answers clients that ask for problems instead of being sent them. An answer has an id; a client that has the last one
 * is told that nothing has changed.
 */
export class PullDiagnostics {
  private readonly last = new Map<string, { readonly id: string; readonly shown: string }>()
  private count = 0

  /** The report on one file. */
  document({ uri, diagnostics }: FileDiagnostics, previousId: string | undefined): DocumentDiagnosticReport {
    const shown = JSON.stringify(diagnostics)
    const last = this.last.get(uri)
    if (last?.shown === shown && last.id === previousId) return { kind: 'unchanged', resultId: last.id }
    const id = String(++this.count)
    this.last.set(uri, { id, shown })
    return { kind: 'full', resultId: id, items: diagnostics }
  }

  /**
   * The reports on all files, sent in parts as they are worked out where the client takes parts.
   *
   * @param files works out the problems of one file after the other
   * @param previousIds the ids that the client has, by the files' addresses
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
