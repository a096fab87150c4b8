import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types'
import type { Problem } from '../../shared/check/problem.ts'
import type { Severity } from '../../shared/check/rule.ts'
import { rangeIn } from './ranges.ts'
import type { Snapshot } from './snapshot.ts'

/** A problem as a diagnostic of the protocol. */
export function toDiagnostic(snapshot: Snapshot, problem: Problem): Diagnostic {
  const { uri, client } = snapshot
  const { entry, severity, code, message, related } = problem
  const diagnostic: Diagnostic = {
    range: rangeIn(snapshot, entry, problem),
    severity: severityOf(severity),
    code,
    source: 'recline',
    message,
  }
  if (client.codesPage !== undefined) diagnostic.codeDescription = { href: `${client.codesPage}#${code}` }
  if (client.hasRelatedInformation && related) {
    diagnostic.relatedInformation = related().map(({ at, message }) => ({
      location:
        'uri' in at
          ? { uri: at.uri, range: { start: at.start, end: at.end } }
          : { uri, range: rangeIn(snapshot, entry, at) },
      message,
    }))
  }
  return diagnostic
}

/** A severity as the protocol has it. */
export const severityOf = (severity: Severity): DiagnosticSeverity => severities[severity]

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
}
