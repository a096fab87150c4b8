import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver-types'
import { ruleCodePrefix } from '../../shared/check/declared/rule-settings.ts'
import { firstProblems } from '../../shared/check/first-problems.ts'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import type { Severity } from '../../shared/check/rule.ts'
import { saysDeprecated } from '../../shared/check/rules/deprecated.ts'
import { plainMessage } from '../../shared/domains/message-text.ts'
import { rangeIn } from './ranges.ts'
import { type DiagnosticClient, type ProblemSource, problemsIn } from './snapshot.ts'

/** VS Code shows this many problems of a file and silently drops the others. */
const usualProblemLimit = 1000

/**
 * The problems of a file as diagnostics, with the severities that the user set. If there are more than the client
 * shows, those with the highest severity are kept. The first of the others is kept too, and says how many more there
 * are.
 */
export function diagnostics(source: ProblemSource, limit = usualProblemLimit): Diagnostic[] {
  const problems = problemsIn(source)
  if (problems.length <= limit) return problems.map(problem => toDiagnostic(source, problem))
  const all = countBySeverity(problems)
  const room = roomBySeverity(all, limit - 1)
  const left = {
    error: all.error - room.error,
    warning: all.warning - room.warning,
    information: all.information - room.information,
  }
  const kept: Problem[] = []
  let first: Problem | undefined
  // Behind the last one that is kept, the others are not looked at: there can be very many.
  for (const problem of problems) {
    if (room[problem.severity]-- > 0) kept.push(problem)
    else first ??= problem
    if (first && kept.length === limit - 1) break
  }
  return [...kept, summary(first!, left)]
    .sort((one, other) => one.entry - other.entry)
    .map(problem => toDiagnostic(source, problem))
}

/** The problems of the first entries of a file that it has in any case. If there are too many, the first ones. */
export const firstDiagnostics = (source: ProblemSource, limit = usualProblemLimit): Diagnostic[] =>
  withSeverities(firstProblems(source.file), source.settings.severity)
    .slice(0, limit)
    .map(problem => toDiagnostic(source, problem))

type BySeverity = Record<Severity, number>

function countBySeverity(problems: readonly Problem[]): Readonly<BySeverity> {
  let [errors, warnings] = [0, 0]
  for (const { severity } of problems) {
    if (severity === 'error') errors++
    else if (severity === 'warning') warnings++
  }
  return { error: errors, warning: warnings, information: problems.length - errors - warnings }
}

/** How many of the problems of each severity are kept. */
function roomBySeverity(all: Readonly<BySeverity>, limit: number): BySeverity {
  const error = Math.min(all.error, limit)
  const warning = Math.min(all.warning, limit - error)
  return { error, warning, information: limit - error - warning }
}

/**
 * The first of the problems that are left out, which says how many these are.
 *
 * @param left how many of each severity are left out, this one included
 */
function summary(first: Problem, left: Readonly<BySeverity>): Problem {
  const counts = [`${left.error} errors`, `${left.warning} warnings`, `${left.information} of information`]
  const others = left.error + left.warning + left.information - 1
  const more =
    others === 1 ? 'is 1 more problem in this file that is' : `are ${others} more problems in this file that are`
  return {
    ...first,
    message: `${first.message} There ${more} not shown (with this one ${counts.join(', ')}); "recline check" lists all.`,
  }
}

/** A problem as a diagnostic of the protocol. The same object as before, if the problem is still on the same line. */
export function toDiagnostic(source: ProblemSource, problem: Problem): Diagnostic {
  // The places that a problem points at can move without it.
  if (problem.related) return newDiagnostic(source, problem)
  const { client, file } = source
  const line = file.tree.lineOf(problem.entry)
  const known = rememberedDiagnostics.get(problem)
  if (known?.line === line && known.client === client) return known.diagnostic
  const diagnostic = newDiagnostic(source, problem)
  rememberedDiagnostics.set(problem, { line, client, diagnostic })
  return diagnostic
}

/** The last diagnostic of a problem, for the client and the line of its entry. */
const rememberedDiagnostics = new WeakMap<Problem, { line: number; client: DiagnosticClient; diagnostic: Diagnostic }>()

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
  if (client.hasDeprecatedTags && saysDeprecated(problem)) diagnostic.tags = [DiagnosticTag.Deprecated]
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
export const severityOf = (severity: Severity): DiagnosticSeverity => lspSeverities[severity]

const lspSeverities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
}
