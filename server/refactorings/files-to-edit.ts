import type { FileToEdit } from '../../shared/edit/edit-records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** All files as an edit takes them; null if the client cancelled the request. */
export async function filesToEdit(
  snapshots: AsyncIterable<Snapshot>,
  token: { readonly isCancellationRequested: boolean },
): Promise<FileToEdit[] | null> {
  const files: FileToEdit[] = []
  for await (const { uri, file, settings } of snapshots) {
    if (token.isCancellationRequested) return null
    files.push({ uri, file, severity: settings.severity })
  }
  return files
}
