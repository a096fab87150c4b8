import type { Diagnostic } from 'vscode-languageserver-types'
import { toDiagnostic } from '../diagnostic.ts'
import { problemsIn, type Snapshot } from '../snapshot.ts'

/** A file's problems as diagnostics, with the severities the user chose. */
export function diagnostics(snapshot: Snapshot): Diagnostic[] {
  return problemsIn(snapshot).map(problem => toDiagnostic(snapshot, problem))
}
