import { capitalized } from '../../shared/basics/text.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { DataToImport } from '../../shared/import/data-to-import.ts'
import { importData } from '../../shared/import/import-data.ts'
import type { ImportedInto } from '../../shared/protocol/import.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import { changedFile } from '../../shared/views/preview/changed-records.ts'
import { filesToEdit } from '../refactorings/files-to-edit.ts'
import { listedProblems } from '../refactorings/listed-problems.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The files that the records of an import go to. */
interface TargetFiles {
  /** A file that the client has open. */
  readonly snapshot: Snapshot
  readonly all: AsyncIterable<Snapshot>
  /** The name of a file in sentences. */
  nameOf(uri: string): string
}

/**
 * The changes that bring data into the records that exist, in a file or in all files; null if the client cancelled the
 * request.
 */
export async function importIntoRecords(
  { snapshot, all, nameOf }: TargetFiles,
  given: DataToImport,
  token: { readonly isCancellationRequested: boolean },
): Promise<Refusal | ImportedInto | null> {
  const files = await filesToEdit(all, token)
  if (!files) return null
  const imported = importData(
    {
      file: snapshot.file,
      files,
      isTarget: uri => given.into === 'workspace' || uri === snapshot.uri,
      words: {
        rowPlace: place => place,
        recordPlace: ({ uri, line }) => `${nameOf(uri)}:${line + 1}`,
        addKey: localize('choose other fields that identify a record under Find records by'),
        mapColumn: field => localize('let a column become {field}', { field }),
        chooseFile: localize('import into one file'),
      },
      now: Date.now(),
    },
    given,
  )
  // A sentence can start with the place of a row, such as line 2.
  if ('refusal' in imported) return { refusal: imported.refusal.replace(/^(?:line|row|record) /gm, capitalized) }
  const { result, counts, notes } = imported
  return {
    files: result.files.map(({ uri, before, changes }) =>
      changedFile(uri, before.tree, changes, before.context.registry),
    ),
    counts,
    notes,
    problems: listedProblems(result.problems),
  }
}
