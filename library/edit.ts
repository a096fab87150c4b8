import { placeName } from '../shared/basics/place-name.ts'
import { type EditPlace, editRecords } from '../shared/edit/edit-records.ts'
import { notesOfEdit, uncertainRecord } from '../shared/edit/notes-of-edit.ts'
import { readEdit } from '../shared/edit/record-edit.ts'
import { withCarets } from '../shared/expression/with-carets.ts'
import { missingNotes, noRecordNote } from '../shared/query/missing-note.ts'
import { textOf } from '../shared/syntax/tree.ts'
import type { Files, Options } from './options.ts'
import { domainsOf, nowOf, readFiles, registryOf } from './read.ts'

/** What to change, in the words of `recline edit`. */
export interface RecordChange {
  /** The tag of the records, such as `FINDING`. */
  readonly tag: string
  /** Only records for which this expression is true change. By default all of the tag. */
  readonly where?: string
  /** New values as expressions by field, such as `{ status: '"closed"' }`; they read the records as they were. */
  readonly set?: Readonly<Record<string, string>>
  /** Fields to remove. */
  readonly unset?: readonly string[]
  /** Whether the records are deleted. */
  readonly delete?: boolean
}

/** What a change did. */
export interface Edited {
  /** The texts after it, by the names of the files; the files that stay as they were too. */
  readonly files: Files
  /** How many records fit the condition, and how many of them changed. */
  readonly found: number
  readonly edited: number
  /** Problems that the records did not have before: each a sentence, with the file and the line. */
  readonly problems: readonly { readonly file: string; readonly line: number; readonly message: string }[]
  /** Sentences about records that stay as they were, and why. */
  readonly notes: readonly string[]
}

/**
 * Changes fields of records, or deletes records. Comments and the other fields keep every character.
 *
 * @param source the text of a file, or the texts of several files by their names
 * @throws {Error} for a mistake in the change; its message shows the place
 * @example
 * edit('@FINDING rid=F-1 | status=open\n', { tag: 'FINDING', set: { status: '"closed"' } }).files['']
 * // '@FINDING rid=F-1 | status="closed"\n'
 */
export function edit(source: string | Files, change: RecordChange, options: Options = {}): Edited {
  const registry = registryOf(options)
  const written = {
    tag: change.tag,
    where: change.where,
    set: Object.entries(change.set ?? {}).map(([field, value]) => `${field}=${value}`),
    unset: change.unset ?? [],
    delete: change.delete ?? false,
  }
  const read = readEdit(written, registry, domainsOf(options, registry))
  if ('mistake' in read)
    throw new Error(read.mistake.source === '' ? read.mistake.message : withCarets(read.mistake.source, read.mistake))
  const files = readFiles(source, options)
  const severity = options.severity ?? {}
  const toEdit = files.map(({ name, file }) => ({ uri: name, file, severity }))
  const result = editRecords(toEdit, read, nowOf(options))
  const { referringTags } = result.missing
  const after = new Map(result.files.map(file => [file.uri, textOf(file.after.tree)]))
  return {
    files: Object.fromEntries(files.map(({ name, file }) => [name, after.get(name) ?? textOf(file.tree)])),
    found: result.found,
    edited: result.edited,
    problems: result.problems.map(({ uri, line, problem }) => ({
      file: uri,
      line: line + 1,
      message: problem.message,
    })),
    notes: [
      ...result.conflicts.map(
        place => `${placeOf(place)}: A merge conflict is not resolved, so this file stays as it is.`,
      ),
      ...result.uncertain.map(place => `${placeOf(place)}: ${uncertainRecord()}`),
      ...notesOfEdit(result, read, true),
      ...missingNotes(result.missing, ({ uri, line }) => ({ file: uri, line: line + 1 })),
      ...(referringTags.size > 0 ? [noRecordNote(referringTags)] : []),
    ],
  }
}

const placeOf = ({ uri, line }: EditPlace): string => placeName({ file: uri, line: line + 1 })
