import type { ListedProblem } from '../../shared/protocol/workspace.ts'
import { positionAt } from '../../shared/syntax/tree.ts'
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
