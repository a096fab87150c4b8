import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types'
import type { Problem } from '../../shared/check/problem.ts'
import type { Severity } from '../../shared/check/rule.ts'
import { plainMessage } from '../../shared/domains/message-text.ts'
import { rangeIn } from './ranges.ts'
import type { ProblemSource } from './snapshot.ts'

/** A problem as a diagnostic of the protocol. */
export function toDiagnostic(source: ProblemSource, problem: Problem): Diagnostic {
  const { uri, client } = source
  const { entry, severity, code, message, related } = problem
  const diagnostic: Diagnostic = {
    range: rangeIn(source, entry, problem),
    severity: severityOf(severity),
    code,
    source: 'recline',
    message: plainMessage(message),
  }
  if (client.codesPage !== undefined) diagnostic.codeDescription = { href: `${client.codesPage}#${code}` }
  if (client.hasRelatedInformation && related) {
    diagnostic.relatedInformation = related().map(({ at, message }) => ({
      location:
        'uri' in at
          ? { uri: at.uri, range: { start: at.start, end: at.end } }
          : { uri, range: rangeIn(source, entry, at) },
      message: plainMessage(message),
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
