import type * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { createInsertQuery } from './insert-query.ts'
import type { ReportPreviews } from './report-previews.ts'

/** What reports in Markdown need. */
export interface ReportParts {
  readonly client: BaseLanguageClient
  readonly previews: ReportPreviews
}

/** Blocks of reports in previews of Markdown, and the command that writes one. */
export const registerReports = ({ client, previews }: ReportParts): readonly vscode.Disposable[] => [
  ...previews.watch(),
  createInsertQuery(client),
]
