import { TextDocument } from 'vscode-languageserver-textdocument'
import { type CodeAction, CodeActionKind, type Diagnostic, type Range } from 'vscode-languageserver-types'
import type { Problem } from '../../shared/check/problem.ts'
import { plainMessage } from '../../shared/domains/message-text.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import { severityOf } from '../snapshot/diagnostic.ts'

/** A problem of a JSON file as a diagnostic. */
export const jsonDiagnostic = (
  { code, severity, message, ...span }: Problem,
  document: TextDocument,
  codesPage: string | undefined,
): Diagnostic => ({
  range: rangeInJson(document, span),
  severity: severityOf(severity),
  code,
  ...(codesPage !== undefined && { codeDescription: { href: `${codesPage}#${code}` } }),
  source: 'recline',
  message: plainMessage(message),
})

/** The fixes of the problems that touch a range, one edit each. */
export function jsonCodeActions(
  problems: readonly Problem[],
  document: TextDocument,
  { start, end }: Range,
  codesPage: string | undefined,
): CodeAction[] {
  const [first, last] = [document.offsetAt(start), document.offsetAt(end)]
  const touched = problems.filter(problem => problem.start <= last && problem.end >= first)
  return touched.flatMap(problem =>
    (problem.fixes?.() ?? []).map(
      ({ title, edits, isPreferred }): CodeAction => ({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [jsonDiagnostic(problem, document, codesPage)],
        edit: {
          changes: {
            [document.uri]: edits.map(({ text, ...span }) => ({ range: rangeInJson(document, span), newText: text })),
          },
        },
        ...(isPreferred && { isPreferred }),
      }),
    ),
  )
}

/** A JSON file as a document, to convert between offsets and positions. */
export const jsonDocument = (uri: string, text: string): TextDocument => TextDocument.create(uri, 'json', 0, text)

/** The range of a span of offsets. */
export const rangeInJson = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
})
