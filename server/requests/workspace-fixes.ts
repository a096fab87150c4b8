import { fixRounds } from '../../shared/check/fixes.ts'
import type { FixedFile } from '../../shared/protocol/workspace.ts'
import { changesBetween } from '../../shared/syntax/text-change.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { plainEdit } from '../snapshot/workspace-edit.ts'

/**
 * All safe fixes of all files, with only the files that change; null if the client cancelled the request. A problem
 * whose severity is off is not fixed.
 */
export async function workspaceFixes(
  snapshots: AsyncIterable<Snapshot>,
  token: { readonly isCancellationRequested: boolean },
): Promise<readonly FixedFile[] | null> {
  const files: FixedFile[] = []
  for await (const { uri, file, settings } of snapshots) {
    if (token.isCancellationRequested) return null
    const rounds = [...fixRounds(file, ({ code }) => settings.severity[code] !== 'off')]
    const changes = changesBetween(file.tree, rounds.at(-1)?.file.tree ?? file.tree)
    if (changes.length === 0) continue
    const problems = rounds.reduce((sum, { fixed }) => sum + fixed.length, 0)
    files.push({ uri, problems, edits: changes.map(change => plainEdit(file.tree, change)) })
  }
  return files
}
