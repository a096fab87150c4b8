import type { Diagnostic } from 'vscode-languageserver-types'
import { problemsOf } from '../../shared/check.ts'
import { withSeverities } from '../../shared/problem.ts'
import { toDiagnostic } from '../diagnostic.ts'
import type { Snapshot } from '../snapshot.ts'

/** A file's problems as diagnostics, with the severities the user chose. */
export function diagnostics(snapshot: Snapshot): Diagnostic[] {
  return withSeverities(problemsOf(snapshot.file), snapshot.settings.severity).map(problem => toDiagnostic(snapshot, problem))
}
