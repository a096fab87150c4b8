import { firstSentences } from '../basics/text.ts'
import { moreProblems, recordsInWords } from '../domains/counts-in-words.ts'
import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
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
): readonly string[] {
  return firstSentences(
    refusals.map(refusal => refusalSentence(refusal, tag, words)),
    moreProblems,
  )
}

function refusalSentence<Place>(
  refusal: ImportRefusal<Place>,
  { name, identityField }: Tag,
  { rowPlace, recordPlace, addKey, mapColumn, chooseFile }: ImportWords<Place>,
): string {
  switch (refusal.kind) {
    case 'row without key':
      return localize('{place}: The row has no {field}, so no record can be found for it; {advice}, or {other}.', {
        place: rowPlace(refusal.row),
        field: refusal.field,
        advice: addKey,
        other: mapColumn(identityField),
      })
    case 'two rows': {
      const [one, other] = refusal.rows
      return localize('{place}: The row has the same key as {other}: {key}; take one of them out, or {advice}.', {
        place: rowPlace(other),
        other: rowPlace(one),
        key: show(refusal.name),
        advice: addKey,
      })
    }
    case 'two records': {
      const [one, other] = refusal.records
      return localize(
        '{place}: The record has the same key as the one in {other}: {key}; change one of them, or {advice}.',
        { place: recordPlace(other), other: recordPlace(one), key: show(refusal.name), advice: addKey },
      )
    }
    case 'uncertain record':
      return `${recordPlace(refusal.record)}: ${uncertainRecord()}`
    case 'conflict markers':
      return localize('{place}: A merge conflict starts here; resolve it first.', {
        place: recordPlace(refusal.record),
      })
    case 'no place':
      return localize('None of the files has a {tag} yet, so nobody knows where new ones go; {advice}.', {
        tag: name,
        advice: chooseFile,
      })
  }
}

/** A sentence if other fields than the id tell which record a row belongs to, and nobody has chosen them. */
export const keyNote = (tag: Tag, key: readonly string[]): string[] =>
  key.includes(tag.identityField)
    ? []
    : [
        key.length === 1
          ? localize('The table has no {id}, so {fields} tells which record a row belongs to.', {
              id: tag.identityField,
              fields: key[0]!,
            })
          : localize('The table has no {id}, so {fields} tell which record a row belongs to.', {
              id: tag.identityField,
              fields: { and: key },
            }),
      ]

/** What is told besides the counts. */
export function importNotes<Place>(
  { conflicts, defaults, emptied, emptyColumns, withoutKey, unusedSuppressions, meant }: ImportResult<Place>,
  { rowPlace, recordPlace }: ImportWords<Place>,
): string[] {
  const notes = [
    ...firstSentences(
      conflicts.map(conflict => conflictSentence(conflict, recordPlace(conflict))),
      count => (count === 1 ? localize('And 1 more conflict.') : localize('And {count} more conflicts.', { count })),
    ),
  ]
  if (meant.first) notes.push(meantNote(meant.count, meant.first, rowPlace(meant.first.place)))
  notes.push(...defaults.notes())
  const [removed] = emptied
  if (removed) {
    const places = { count: emptied.length, field: removed.field, place: recordPlace(removed) }
    notes.push(
      emptied.length === 1
        ? localize('1 value is removed, because its row has none: {field} of {place}.', places)
        : localize('{count} values are removed, because their rows have none, the first {field} of {place}.', places),
    )
  }
  if (emptyColumns.length > 0)
    notes.push(
      localize('No row of a table has a value for {fields}, so its records keep theirs.', {
        fields: { and: emptyColumns },
      }),
    )
  if (withoutKey > 0)
    notes.push(
      withoutKey === 1
        ? localize('1 record without a key: no row can belong to it, so nothing changes there.')
        : localize('{count} records without a key: no row can belong to them, so nothing changes there.', {
            count: withoutKey,
          }),
    )
  const [unused] = unusedSuppressions
  if (unused)
    notes.push(
      unusedSuppressions.length === 1
        ? localize('The import makes 1 suppression unused, the first in {place}.', { place: recordPlace(unused) })
        : localize('The import makes {count} suppressions unused, the first in {place}.', {
            count: unusedSuppressions.length,
            place: recordPlace(unused),
          }),
    )
  return notes
}

function meantNote(
  count: number,
  { field, text, meaning }: NonNullable<ImportResult<unknown>['meant']['first']>,
  place: string,
): string {
  const first = { text: show(text), field, place, meaning }
  return count === 1
    ? localize('1 value is read as what the field allows, such as {text} of {field} in {place} as {meaning}.', {
        ...first,
      })
    : localize('{count} values are read as what the field allows, such as {text} of {field} in {place} as {meaning}.', {
        ...first,
        count,
      })
}

function conflictSentence({ name, field, base, kept, imported }: ImportConflict, place: string): string {
  const text = (value: string | null): string => (value === null ? localize('none') : show(value))
  return localize(
    '{place}: {record}: {field} was changed by hand, from {base} to {kept}, and the table has {imported}; the record keeps its value.',
    { place, record: name, field, base: text(base), kept: text(kept), imported: text(imported) },
  )
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
  const ofGone = [
    localize('{count} gone', { count: gone.length }),
    ...(gone.length === 0 ? [] : [goneWords(whatOfGone) + firstNames(gone.map(({ name }) => name))]),
    ...(own === 0 ? [] : [ownFields(own)]),
  ]
  const parts = [
    localize('{records} matched', { records: recordsInWords(changed.length + unchanged.length) }),
    localize('{count} changed', { count: changed.length }) + firstNames(changed.map(({ name }) => name)),
    localize('{count} added', { count: added.length }) + firstNames(added),
    ofGone.join(', '),
    localize('{count} unchanged', { count: unchanged.length }),
  ].join('; ')
  const counts =
    rows === 1
      ? localize('1 row: {counts}.', { counts: parts })
      : localize('{count} rows: {counts}.', { count: rows, counts: parts })
  return [counts, ...(conflicts.length > 0 ? [keptByHand(conflicts.length)] : [])].join(' ')
}

/** What becomes of records that the table lacks, by the word that chooses it. */
function goneWords(chosen: string): string {
  if (chosen === 'keep') return localize('kept')
  return chosen === 'delete' ? localize('deleted') : localize('set to {values}', { values: chosen })
}

const ownFields = (count: number): string =>
  count === 1
    ? localize('1 of them with fields of its own')
    : localize('{count} of them with fields of their own', { count })

const keptByHand = (count: number): string =>
  count === 1
    ? localize('1 value changed by hand is kept.')
    : localize('{count} values changed by hand are kept.', { count })

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
