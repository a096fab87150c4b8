import { counted } from '../../shared/basics/text.ts'
import { allOf, show } from '../../shared/domains/message-text.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { EditPlace } from '../../shared/edit/edit-records.ts'
import { uncertainRecord } from '../../shared/edit/notes-of-edit.ts'
import type { ImportConflict, ImportRefusal, ImportResult } from '../../shared/import/import-rows.ts'
import type { SourceLine } from '../convert/problems.ts'
import { inConflict } from '../files/failure.ts'
import type { Purpose } from '../options/write-options.ts'

/** The most sentences of one kind that are printed. */
const mostSentences = 20

/** Why nothing is imported, a sentence for each reason; of many, the first ones and a count. */
export function refusalSentences(refusals: readonly ImportRefusal<SourceLine>[], tag: Tag): string[] {
  const sentences = refusals.slice(0, mostSentences).map(refusal => refusalSentence(refusal, tag))
  const more = refusals.length - sentences.length
  return more > 0 ? [...sentences, `And ${counted(more, 'more problem')} of this kind.`] : sentences
}

function refusalSentence(refusal: ImportRefusal<SourceLine>, { name, identityField }: Tag): string {
  switch (refusal.kind) {
    case 'row without key':
      return `${refusal.row.file}:${refusal.row.line}: The row has no ${refusal.field}, so no record can be found for it; add --key with the fields that identify a record, or map a column with --map-column 'Column=${identityField}'.`
    case 'two rows': {
      const [one, other] = refusal.rows
      return `${other.file}:${other.line}: The row has the same key as ${one.file}:${one.line}: ${show(refusal.name)}; take one of them out, or add fields to --key.`
    }
    case 'two records': {
      const [one, other] = refusal.records
      return `${placeText(other)}: The record has the same key as the one in ${placeText(one)}: ${show(refusal.name)}; change one of them, or add fields to --key.`
    }
    case 'uncertain record':
      return `${placeText(refusal.record)}: ${uncertainRecord}`
    case 'conflict markers':
      return inConflict(refusal.record.uri, refusal.record.line + 1).failure
    case 'no place':
      return `None of the files has a ${name} yet, so nobody knows where new ones go; name one file with --into.`
  }
}

/** What is told besides the counts. */
export function importNotes({
  conflicts,
  emptyColumns,
  withoutKey,
  unusedSuppressions,
  meant,
}: ImportResult<SourceLine>): string[] {
  const notes = conflicts.slice(0, mostSentences).map(conflictSentence)
  if (conflicts.length > mostSentences) notes.push(`And ${counted(conflicts.length - mostSentences, 'more conflict')}.`)
  if (meant.first) {
    const { field, text, meaning, place } = meant.first
    notes.push(
      `${counted(meant.count, 'value')} ${meant.count === 1 ? 'is' : 'are'} read as what the field allows, such as ${show(text)} of ${field} in ${place.file}:${place.line} as ${meaning}.`,
    )
  }
  if (emptyColumns.length > 0)
    notes.push(`No row of a table has a value for ${allOf(emptyColumns)}, so its records keep theirs.`)
  if (withoutKey > 0)
    notes.push(
      `${counted(withoutKey, 'record')} without a key: no row can belong to ${withoutKey === 1 ? 'it' : 'them'}, so nothing changes there.`,
    )
  if (unusedSuppressions.length > 0)
    notes.push(
      `The import makes ${counted(unusedSuppressions.length, 'suppression')} unused, the first in ${placeText(unusedSuppressions[0]!)}.`,
    )
  return notes
}

function conflictSentence({ name, field, base, kept, imported, ...place }: ImportConflict): string {
  const text = (value: string | null): string => (value === null ? 'none' : show(value))
  return `${placeText(place)}: ${name}: ${field} was changed by hand, from ${text(base)} to ${text(kept)}, and the table has ${text(imported)}; the record keeps its value.`
}

/** One line with what the import does: its counts add up to the rows. */
export function importSummary(
  { changed, unchanged, added, gone, conflicts, files }: ImportResult<SourceLine>,
  {
    gone: whatOfGone,
    purpose,
    doubts,
  }: { readonly gone: string; readonly purpose: Purpose; readonly doubts: readonly string[] },
): string {
  const rows = changed.length + unchanged.length + added.length
  const own = gone.filter(({ hasOwnFields }) => hasOwnFields).length
  const goneTo = goneWords.get(whatOfGone) ?? `set to ${whatOfGone}`
  const parts = [
    `${counted(changed.length + unchanged.length, 'record')} matched`,
    `${changed.length} changed${firstNames(changed.map(({ name }) => name))}`,
    `${added.length} added${firstNames(added)}`,
    `${gone.length} gone${gone.length === 0 ? '' : `, ${goneTo}`}${firstNames(gone.map(({ name }) => name))}${own === 0 ? '' : `, ${own} of them with fields of ${own === 1 ? 'its' : 'their'} own`}`,
    `${unchanged.length} unchanged`,
  ]
  const sentences = [`${counted(rows, 'row')}: ${parts.join('; ')}.`]
  if (conflicts.length > 0)
    sentences.push(
      `${counted(conflicts.length, 'value')} changed by hand ${conflicts.length === 1 ? 'is' : 'are'} kept.`,
    )
  if (files.length > 0 && purpose !== 'write') sentences.push(`--write writes ${counted(files.length, 'file')}.`)
  if (doubts.length > 0) sentences.push(`The import ${doubts.join(' and ')}, so --write needs --force.`)
  return sentences.join(' ')
}

/** What becomes of records that the table lacks, by the word that chooses it. */
const goneWords: ReadonlyMap<string, string> = new Map([
  ['keep', 'kept'],
  ['delete', 'deleted'],
])

const firstNames = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`

/** What the import does, for programs. Lines count from 1. */
export const importAsJson = (
  {
    changed,
    unchanged,
    added,
    gone,
    conflicts,
    withoutKey,
    emptyColumns,
    meant,
    files,
    problems,
  }: ImportResult<SourceLine>,
  tag: Tag,
  isWritten: boolean,
): unknown => ({
  tag: tag.fullName.path,
  written: isWritten,
  rows: changed.length + unchanged.length + added.length,
  changed: changed.map(metJson),
  unchanged: unchanged.length,
  added,
  gone: gone.map(({ hasOwnFields, ...one }) => ({ ...metJson(one), hasOwnFields })),
  conflicts: conflicts.map(({ field, base, kept, imported, ...one }) => ({
    ...metJson(one),
    field,
    base,
    kept,
    imported,
  })),
  withoutKey,
  emptyColumns,
  meantValues: meant.count,
  files: files.map(({ uri }) => uri),
  newProblems: problems.map(({ uri, line, problem: { severity, code, message } }) => ({
    file: uri,
    line: line + 1,
    severity,
    code,
    message,
  })),
})

const metJson = ({ uri, line, name }: EditPlace & { readonly name: string }): object => ({
  key: name,
  file: uri,
  line: line + 1,
})

const placeText = ({ uri, line }: EditPlace): string => `${uri}:${line + 1}`
