import { fixRounds } from '../../shared/check/fixes/fixes.ts'
import type { FixableFile, ListedProblem } from '../../shared/protocol/workspace.ts'
import { changesBetween } from '../../shared/syntax/text-change.ts'
import { positionAt } from '../../shared/syntax/tree.ts'
import { changedFile } from '../../shared/views/preview/changed-records.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'

/** All problems of the records of all files, file by file; null if the client cancelled the request. */
export async function workspaceProblems(
  snapshots: AsyncIterable<Snapshot>,
  token: { readonly isCancellationRequested: boolean },
): Promise<readonly ListedProblem[] | null> {
  const listed: ListedProblem[] = []
  for await (const snapshot of snapshots) {
    if (token.isCancellationRequested) return null
    const { uri, file } = snapshot
    for (const { entry, start, severity, code, message } of problemsIn(snapshot)) {
      const { line, character } = positionAt(file.tree, file.tree.starts[entry]! + start)
      listed.push({ uri, line: line + 1, column: character + 1, severity, code, message })
    }
  }
  return listed
}

/**
 * All safe fixes of all files, with only the files that change; null if the client cancelled the request. A problem
 * whose severity is off is not fixed.
 */
export async function workspaceFixes(
  snapshots: AsyncIterable<Snapshot>,
  token: { readonly isCancellationRequested: boolean },
): Promise<readonly FixableFile[] | null> {
  const files: FixableFile[] = []
  for await (const { uri, file, settings, registry } of snapshots) {
    if (token.isCancellationRequested) return null
    const rounds = [...fixRounds(file, ({ code }) => settings.severity[code] !== 'off')]
    const changes = changesBetween(file.tree, rounds.at(-1)?.file.tree ?? file.tree)
    if (changes.length === 0) continue
    const problems = rounds.reduce((sum, { fixed }) => sum + fixed.length, 0)
    files.push({ ...changedFile(uri, file.tree, changes, registry), problems })
  }
  return files
}
