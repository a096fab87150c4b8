import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver-types'
import type { Problem } from '../shared/problem.ts'
import type { Severity } from '../shared/rule.ts'
import { rangeIn, type Snapshot } from './snapshot.ts'

/** A problem in the protocol's form. */
export function toDiagnostic(snapshot: Snapshot, problem: Problem): Diagnostic {
  const { uri, client } = snapshot
  return {
    range: rangeIn(snapshot, problem.entry, problem),
    severity: severityOf(problem.severity),
    code: problem.code,
    source: 'recline',
    message: problem.message,
    ...(client.codesPage !== undefined && { codeDescription: { href: `${client.codesPage}#${problem.code}` } }),
    ...(client.hasRelatedInformation && problem.related && {
      relatedInformation: problem.related.map(({ at, message }) => ({
        location: 'uri' in at ? { uri: at.uri, range: { start: at.start, end: at.end } } : { uri, range: rangeIn(snapshot, problem.entry, at) },
        message,
      })),
    }),
  }
}

/** A severity in the protocol's form. */
export const severityOf = (severity: Severity): DiagnosticSeverity => severities[severity]

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
}
