import { counted, firstSentences } from '../basics/text.ts'
import { allOf, show } from '../domains/message-text.ts'
import type { Tag } from '../domains/registry.ts'
import type { EditPlace } from '../edit/edit-records.ts'
import { uncertainRecord } from '../edit/notes-of-edit.ts'
import { isFieldName, valueText } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { type Gone, type ImportConflict, type ImportRefusal, type ImportResult, valueOfRow } from './import-rows.ts'

/** How the sentences of an import name places and choices, which differ in a terminal and in an editor. */
export interface ImportWords<Place> {
  /** Where a row is, such as `july.csv:3`. */
  readonly rowPlace: (row: Place) => string
  /** Where a record is, such as `audit/findings.rec:3`. */
  readonly recordPlace: (record: EditPlace) => string
  /** What to do so that other fields tell which record a row belongs to, such as `add fields to --key`. */
  readonly addKey: string
  /** What to do so that a column becomes the id. */
  readonly mapColumn: (identityField: string) => string
  /** What to do so that new records have a place. */
  readonly chooseFile: string
}

/** Why nothing is imported, a sentence for each reason; of many, the first ones and a count. */
export function refusalSentences<Place>(
  refusals: readonly ImportRefusal<Place>[],
  tag: Tag,
  words: ImportWords<Place>,
): string[] {
  return firstSentences(refusals, 'problem', refusal => refusalSentence(refusal, tag, words))
}

function refusalSentence<Place>(
  refusal: ImportRefusal<Place>,
  { name, identityField }: Tag,
  { rowPlace, recordPlace, addKey, mapColumn, chooseFile }: ImportWords<Place>,
): string {
  switch (refusal.kind) {
    case 'row without key':
      return `${rowPlace(refusal.row)}: The row has no ${refusal.field}, so no record can be found for it; ${addKey}, or ${mapColumn(identityField)}.`
    case 'two rows': {
      const [one, other] = refusal.rows
      return `${rowPlace(other)}: The row has the same key as ${rowPlace(one)}: ${show(refusal.name)}; take one of them out, or ${addKey}.`
    }
    case 'two records': {
      const [one, other] = refusal.records
      return `${recordPlace(other)}: The record has the same key as the one in ${recordPlace(one)}: ${show(refusal.name)}; change one of them, or ${addKey}.`
    }
    case 'uncertain record':
      return `${recordPlace(refusal.record)}: ${uncertainRecord}`
    case 'conflict markers':
      return `${recordPlace(refusal.record)}: A merge conflict starts here; resolve it first.`
    case 'no place':
      return `None of the files has a ${name} yet, so nobody knows where new ones go; ${chooseFile}.`
  }
}

/** A sentence if other fields than the id tell which record a row belongs to, and nobody has chosen them. */
export const keyNote = (tag: Tag, key: readonly string[]): string[] =>
  key.includes(tag.identityField)
    ? []
    : [
        `The table has no ${tag.identityField}, so ${allOf(key)} ${key.length === 1 ? 'tells' : 'tell'} which record a row belongs to.`,
      ]

/** What is told besides the counts. */
export function importNotes<Place>(
  { conflicts, defaults, emptyColumns, withoutKey, unusedSuppressions, meant }: ImportResult<Place>,
  { rowPlace, recordPlace }: ImportWords<Place>,
): string[] {
  const notes = firstSentences(conflicts, 'conflict', conflict => conflictSentence(conflict, recordPlace(conflict)))
  if (meant.first) {
    const { field, text, meaning, place } = meant.first
    notes.push(
      `${counted(meant.count, 'value')} ${meant.count === 1 ? 'is' : 'are'} read as what the field allows, such as ${show(text)} of ${field} in ${rowPlace(place)} as ${meaning}.`,
    )
  }
  notes.push(...defaults.notes())
  if (emptyColumns.length > 0)
    notes.push(`No row of a table has a value for ${allOf(emptyColumns)}, so its records keep theirs.`)
  if (withoutKey > 0)
    notes.push(
      `${counted(withoutKey, 'record')} without a key: no row can belong to ${withoutKey === 1 ? 'it' : 'them'}, so nothing changes there.`,
    )
  if (unusedSuppressions.length > 0)
    notes.push(
      `The import makes ${counted(unusedSuppressions.length, 'suppression')} unused, the first in ${recordPlace(unusedSuppressions[0]!)}.`,
    )
  return notes
}

function conflictSentence({ name, field, base, kept, imported }: ImportConflict, place: string): string {
  const text = (value: string | null): string => (value === null ? 'none' : show(value))
  return `${place}: ${name}: ${field} was changed by hand, from ${text(base)} to ${text(kept)}, and the table has ${text(imported)}; the record keeps its value.`
}

/**
 * One line with what the import does: its counts add up to the rows.
 *
 * @param whatOfGone what becomes of records that the table lacks, as the user wrote it
 */
export function importCounts<Place>(
  { changed, unchanged, added, gone, conflicts }: ImportResult<Place>,
  whatOfGone: string,
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
  const kept = `${counted(conflicts.length, 'value')} changed by hand ${conflicts.length === 1 ? 'is' : 'are'} kept.`
  return [`${counted(rows, 'row')}: ${parts.join('; ')}.`, ...(conflicts.length > 0 ? [kept] : [])].join(' ')
}

/** What becomes of records that the table lacks, by the word that chooses it. */
const goneWords: ReadonlyMap<string, string> = new Map([
  ['keep', 'kept'],
  ['delete', 'deleted'],
])

const firstNames = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''})`

/**
 * Reads what becomes of records that the table lacks: `keep`, `delete` or new values in the notation, such as
 * `status="withdrawn"`.
 *
 * @returns undefined for any other text
 */
export function readGone(text: string, tag: Tag): Gone | undefined {
  if (text === 'keep' || text === 'delete') return text
  const [record, ...others] = parseEntries(`@A ${text}`)
  if (record?.kind !== 'record' || others.length > 0 || record.fields.length === 0 || record.strays.length > 0)
    return undefined
  const isRead = record.fields.every(({ name, value }) => value?.closed && isFieldName(name))
  if (!isRead) return undefined
  return record.fields.map(({ name, value }) => valueOfRow(record, name, valueText(record, value!), tag))
}
