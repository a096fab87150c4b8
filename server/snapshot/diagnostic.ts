import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-types'
import type { Problem } from '../../shared/check/problem.ts'
import type { Severity } from '../../shared/check/rule.ts'
import { ruleCodePrefix } from '../../shared/check/rule-settings.ts'
import { plainMessage } from '../../shared/domains/message-text.ts'
import { rangeIn } from './ranges.ts'
import type { DiagnosticClient, ProblemSource } from './snapshot.ts'

/** A problem as a diagnostic of the protocol. The same object as before, if the problem is still on the same line. */
export function toDiagnostic(source: ProblemSource, problem: Problem): Diagnostic {
  // The places that a problem points at can move without it.
  if (problem.related) return newDiagnostic(source, problem)
  const { client, file } = source
  const line = file.tree.lineOf(problem.entry)
  const known = remembered.get(problem)
  if (known?.line === line && known.client === client) return known.diagnostic
  const diagnostic = newDiagnostic(source, problem)
  remembered.set(problem, { line, client, diagnostic })
  return diagnostic
}

/** The last diagnostic of a problem, for the client and the line of its entry. */
const remembered = new WeakMap<Problem, { line: number; client: DiagnosticClient; diagnostic: Diagnostic }>()

function newDiagnostic(source: ProblemSource, problem: Problem): Diagnostic {
  const { uri, client } = source
  const { entry, severity, code, message, related } = problem
  const diagnostic: Diagnostic = {
    range: rangeIn(source, entry, problem),
    severity: severityOf(severity),
    code,
    source: 'recline',
    message: plainMessage(message),
  }
  if (client.codesPage !== undefined) diagnostic.codeDescription = { href: addressOf(code, client.codesPage) }
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

/** The address of the text about a code. Rules have a page of their own beside the page of codes. */
const addressOf = (code: string, codesPage: string): string =>
  code.startsWith(ruleCodePrefix)
    ? `${codesPage.replace(/codes\.md$/, 'rules.md')}#${code.slice(ruleCodePrefix.length)}`
    : `${codesPage}#${code}`

/** A severity as the protocol has it. */
export const severityOf = (severity: Severity): DiagnosticSeverity => severities[severity]

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
}
