import { groupBy } from '../../shared/basics/group.ts'
import { capitalized, withoutLineBreak } from '../../shared/basics/text.ts'
import { sectionAt } from '../../shared/check/check.ts'
import { tagsInForce } from '../../shared/domains/domains-in-force.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { type DataToImport, readDataToImport } from '../../shared/import/data-to-import.ts'
import {
  type ImportWords,
  importCounts,
  importNotes,
  keyNote,
  readGone,
  refusalSentences,
} from '../../shared/import/import-notes.ts'
import { type ImportedRow, importRows, keyOfTable } from '../../shared/import/import-rows.ts'
import type { ImportedInto } from '../../shared/protocol/import.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import { tagName } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { indexAtLine } from '../../shared/syntax/tree.ts'
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
  const read = readDataToImport(snapshot.file, given)
  const records = parseEntries(read.text).flatMap(({ text }) => {
    const [entry] = parseEntries(withoutLineBreak(text))
    return entry?.kind === 'record' ? [entry] : []
  })
  const [name, ...others] = groupBy(records, tagName).keys()
  if (name === undefined) return { refusal: 'There are no records to import.' }
  if (others.length > 0)
    return { refusal: `The data have records of ${[name, ...others].join(', ')}; import one tag at a time.` }
  const tag = tagAt(snapshot, given.line, name)
  if (!tag) return { refusal: `The domains of the file have no tag ${shorten(name)}.` }
  const columns = read.columns ?? new Set(records.flatMap(({ fields }) => fields.map(field => field.name)))
  const rows = records.map((record, index): ImportedRow<string> => ({ record, columns, place: read.placeOf(index) }))
  const whatOfGone = given.gone ?? 'keep'
  const gone = readGone(whatOfGone, tag)
  if (!gone)
    return {
      refusal: `${shorten(whatOfGone)} is no fields with values; write a value such as status="withdrawn".`,
    }
  const hasKey = given.key !== undefined && given.key.length > 0
  const key = hasKey ? given.key : keyOfTable(tag, rows)
  const files = await filesToEdit(all, token)
  if (!files) return null
  const isTarget = (uri: string): boolean => given.into === 'workspace' || uri === snapshot.uri
  const result = importRows(files, { tag, key, rows, gone, registry: snapshot.registry, now: Date.now() }, isTarget)
  const words: ImportWords<string> = {
    rowPlace: place => place,
    recordPlace: ({ uri, line }) => `${nameOf(uri)}:${line + 1}`,
    addKey: 'choose other fields that identify a record under Find records by',
    mapColumn: identityField => `let a column become ${identityField}`,
    chooseFile: 'import into one file',
  }
  if ('refusals' in result)
    return { refusal: refusalSentences(result.refusals, tag, words).map(capitalized).join('\n') }
  return {
    files: result.files.map(({ uri, before, changes }) =>
      changedFile(uri, before.tree, changes, before.context.registry),
    ),
    counts: importCounts(result, whatOfGone),
    notes: [...(hasKey ? [] : keyNote(tag, key)), ...importNotes(result, words)],
    problems: listedProblems(result.problems),
  }
}

/** The tag of a name in the domains that are in force on a line. */
function tagAt({ file }: Snapshot, line: number, name: string): Tag | undefined {
  const { domains } = sectionAt(file, Math.max(0, indexAtLine(file.tree, line)))
  return tagsInForce(name, domains)[0]
}
