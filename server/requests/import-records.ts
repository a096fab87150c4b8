import { capitalized, firstSentences, withCommas } from '../../shared/basics/text.ts'
import { type CheckedFile, checkFile, problemsOf } from '../../shared/check/check.ts'
import { missingField } from '../../shared/check/rules/missing-field.ts'
import { type RecordName, recordNameKey } from '../../shared/domains/identity.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { type DataToImport, readDataToImport } from '../../shared/import/data-to-import.ts'
import { NewRecordDefaults } from '../../shared/import/new-record-defaults.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type { ImportedRecords } from '../../shared/protocol/import.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { lineBreakOf, parse } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The number of records that are checked before they are inserted. */
const checkedRecords = 10

/** The number of records whose ids are looked up before they are inserted. */
const lookedUpRecords = 5000

/** The most ids in a sentence. */
const idLimit = 5

/** CSV, JSON, JSON Lines or a table as records, with what the user should know or decide before they are inserted. */
export function importRecords({ file, index }: Snapshot, given: DataToImport): ImportedRecords {
  const { told, text: read, context, placeOf, tag, columns } = readDataToImport(file, given)
  const checked = (text: string, count: number): CheckedFile =>
    checkFile(parse(text.split('\n', count).join('\n')), context)
  const looked = checked(read, lookedUpRecords)
  const into = given.into ?? proposedInto(looked, file, index)
  // What is true of new records only is not said of records that exist.
  const isNew = into === 'new'
  const isReady = read !== ''
  const defaults = new NewRecordDefaults(context.registry, Date.now())
  const text = isNew && tag && columns ? textWithDefaults(read, tag, columns, defaults) : read
  return {
    ...told,
    notes: [...told.notes, ...defaults.notes(), ...(isNew && isReady ? uncheckedNotes(told.records) : [])],
    missing: isNew ? told.missing : null,
    text: text.replaceAll('\n', lineBreakOf(file.tree)),
    warnings: isNew
      ? firstWarnings([
          ...takenIdsSentence(idsInUse(looked, index)),
          ...messagesOf(checked(text, checkedRecords), placeOf, given.givesIds),
        ])
      : [],
    into,
  }
}

const firstWarnings = (all: readonly string[]): readonly string[] =>
  firstSentences(all, count =>
    count === 1 ? localize('And 1 more warning.') : localize('And {count} more warnings.', { count }),
  )

/** Records, each on a line of its own, with the defaults of their tag. */
function textWithDefaults(text: string, tag: Tag, columns: ReadonlySet<string>, defaults: NewRecordDefaults): string {
  if ([...tag.fields.values()].every(field => field.default === undefined)) return text
  return parseEntries(text)
    .map(entry => (entry.kind === 'record' ? defaults.writeInto(entry, tag, columns).text : entry.text))
    .join('')
}

/** A sentence if only the first of so many records are checked before they are inserted. */
const uncheckedNotes = (records: number): string[] =>
  records > checkedRecords
    ? [
        localize('Only the first {count} of {all} records are checked here; all are, once they are inserted.', {
          count: checkedRecords,
          all: withCommas(records),
        }),
      ]
    : []

/** The messages about some records, each once, with the place of the first record that has it. */
function messagesOf(file: CheckedFile, placeOf: (record: number) => string, givesIds = false): string[] {
  const recordsBy = new Map<string, Set<number>>()
  for (const { message, entry, code, subject } of problemsOf(file)) {
    if (givesIds && code === missingField.code && subject === file.entries[entry]?.tag?.identityField) continue
    const record = file.tree.entries.slice(0, entry).filter(({ kind }) => kind === 'record').length
    recordsBy.set(message, (recordsBy.get(message) ?? new Set()).add(record))
  }
  return [...recordsBy].map(([message, [first = 0, ...others]]) => {
    const place = capitalized(placeOf(first))
    return others.length > 0
      ? localize('{place} and {count} more: {message}', { place, count: others.length, message })
      : `${place}: ${message}`
  })
}

/** The ids of records that other records have already. */
function idsInUse({ entries }: CheckedFile, index: RecordIndex): readonly RecordName[] {
  const seen = new Set<string>()
  return entries.flatMap(({ identity }) => {
    const name = identity?.definition
    if (!name) return []
    const key = recordNameKey(name)
    const isTaken = seen.has(key) || index.count(name) > 0
    seen.add(key)
    return isTaken ? [name] : []
  })
}

/** Where data go whose records exist already, by their ids or the values of a unique list. */
function proposedInto({ entries }: CheckedFile, file: CheckedFile, index: RecordIndex): ImportedRecords['into'] {
  const namesIn = (all: CheckedFile['entries']): RecordName[] =>
    all.flatMap(({ identity }) =>
      identity ? [...(identity.definition ? [identity.definition] : []), ...identity.keys] : [],
    )
  const existing = namesIn(entries).filter(name => index.count(name) > 0)
  if (existing.length === 0) return 'new'
  const here = new Set(namesIn(file.entries).map(recordNameKey))
  return existing.every(name => here.has(recordNameKey(name))) ? 'file' : 'workspace'
}

/** A sentence if other records have ids of these ones. */
function takenIdsSentence(taken: readonly RecordName[]): string[] {
  if (taken.length === 0) return []
  const ids = taken
    .slice(0, idLimit)
    .map(({ id }) => shorten(id))
    .join(', ')
  const left = taken.length - idLimit
  return [
    left > 0
      ? localize('Other records have the same id: {ids} and {count} more.', { ids, count: left })
      : localize('Other records have the same id: {ids}.', { ids }),
  ]
}
