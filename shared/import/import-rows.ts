import { canonicalList } from '../convert/lists.ts'
import { meantValue } from '../domains/allowed-value.ts'
import { fieldNamed, type Registry, type Tag } from '../domains/registry.ts'
import type { AddedProblem, EditedFile } from '../edit/added-problems.ts'
import { type EditPlace, type FileToEdit, problemsAmong } from '../edit/edit-records.ts'
import { type NewValue, writeValues } from '../edit/write-values.ts'
import { valueOfType } from '../expression/run/parsed-record.ts'
import { holdsAllDigits, valueAsText } from '../expression/run/values.ts'
import { type Field, fieldSpan, type RecordNode, valueText } from '../syntax/nodes.ts'
import { FilePlan } from './file-plan.ts'
import { NewRecordDefaults } from './new-record-defaults.ts'

/** A row of a table as a record. */
export interface ImportedRow<Place> {
  readonly record: RecordNode
  /** The names of the fields that come from the columns of its table. */
  readonly columns: ReadonlySet<string>
  readonly place: Place
}

/** What an import does with records that the table lacks: it keeps, deletes or changes them. */
export type Gone = 'keep' | 'delete' | readonly NewValue[]

/** The rows of a table, and how they become records that exist. */
export interface Import<Place> {
  readonly tag: Tag
  /** The names of the fields whose values tell which record a row belongs to. */
  readonly key: readonly string[]
  readonly rows: readonly ImportedRow<Place>[]
  readonly gone: Gone
  /** The domains that the defaults of new records read. */
  readonly registry: Registry
  /** What `now` means in the defaults of new records, in milliseconds since 1970. */
  readonly now: number
  /**
   * The rows of the last import. A field that was changed since is kept, and only records that had a row then can be
   * gone. Without it, the last import is not known.
   */
  readonly base?: readonly ImportedRow<Place>[]
}

/** A record that an import meets, named by the values of its key. */
interface MetRecord extends EditPlace {
  readonly name: string
}

/** A value that the table and a person have changed. The person's is kept. */
export interface ImportConflict extends MetRecord {
  readonly field: string
  /** The values in the last import, the record and the table; null for none. */
  readonly base: string | null
  readonly kept: string | null
  readonly imported: string | null
}

/** A value that its field does not allow, and the one that it can only mean. */
interface MeantValue<Place> {
  readonly field: string
  readonly text: string
  readonly meaning: string
  readonly place: Place
}

/** What an import does. Each row is in `added`, `changed` or `unchanged`. */
export interface ImportResult<Place> {
  readonly files: readonly EditedFile[]
  /** The same by records: for each file that changes, which of its records do. */
  readonly plans: readonly Pick<FilePlan, 'uri' | 'set' | 'removed' | 'added'>[]
  readonly changed: readonly MetRecord[]
  readonly unchanged: readonly MetRecord[]
  /** The names of new records. */
  readonly added: readonly string[]
  /** The records that the table lacks, first those with fields that no column has. */
  readonly gone: readonly (MetRecord & { readonly hasOwnFields: boolean })[]
  readonly conflicts: readonly ImportConflict[]
  /** How many records lack a value of the key, so that no row can belong to them. */
  readonly withoutKey: number
  /** The values that are removed, because their rows have none. */
  readonly emptied: readonly (EditPlace & { readonly field: string })[]
  /** The names of columns that are empty in all rows of a table: they change nothing there. */
  readonly emptyColumns: readonly string[]
  /** The default values that are written into new records. */
  readonly defaults: Pick<NewRecordDefaults, 'values' | 'notes'>
  /** How many values are read as the one that their field allows, such as `High` as `high`, and the first of them. */
  readonly meant: { readonly count: number; readonly first?: MeantValue<Place> }
  /** The problems that the import would add, without comments that suppress nothing any more. */
  readonly problems: readonly AddedProblem[]
  /** The comments that suppress nothing any more. */
  readonly unusedSuppressions: readonly EditPlace[]
}

/**
 * The fields that tell which record a row belongs to where nobody names any: the id, or the first unique list of the
 * tag if no row has an id and each has a column for all fields of the list.
 */
export function keyOfTable(tag: Tag, rows: readonly Pick<ImportedRow<unknown>, 'columns'>[]): readonly string[] {
  const [list] = tag.keys
  const names = list?.fields.map(({ name }) => name) ?? []
  const isIdentified = rows.some(({ columns }) => columns.has(tag.identityField))
  const hasList =
    names.length > 0 && rows.length > 0 && rows.every(({ columns }) => names.every(name => columns.has(name)))
  return !isIdentified && hasList ? names : [tag.identityField]
}

/** Why rows cannot be imported. */
export type ImportRefusal<Place> =
  | { readonly kind: 'row without key'; readonly row: Place; readonly field: string }
  | { readonly kind: 'two rows'; readonly name: string; readonly rows: readonly [Place, Place] }
  | { readonly kind: 'two records'; readonly name: string; readonly records: readonly [EditPlace, EditPlace] }
  | { readonly kind: 'uncertain record'; readonly record: EditPlace }
  | { readonly kind: 'conflict markers'; readonly record: EditPlace }
  | { readonly kind: 'no place' }

/**
 * Brings the rows of a table into records that exist. A row belongs to the record with the same key. The record takes
 * the values of the columns; all else of it stays as it is written. Rows without a record become new records behind the
 * last one of their tag.
 *
 * @param files all files that the records are in, refer to or are referred to from
 * @param isTarget whether the records of a file take part; those of all files without it
 */
export function importRows<Place>(
  files: readonly FileToEdit[],
  wanted: Import<Place>,
  isTarget: (uri: string) => boolean = () => true,
): ImportResult<Place> | { readonly refusals: readonly ImportRefusal<Place>[] } {
  const { tag, key, gone, registry, now } = wanted
  const refusals: ImportRefusal<Place>[] = []
  const { rows: meantRows, meant } = withMeantValues(wanted.rows, tag)
  const { rows: givenRows, emptyColumns } = withGivenColumns(meantRows)
  /** All columns of new records, also those without values: they say that a field stays empty. */
  const columnsOf = new Map(givenRows.map(({ record }, index) => [record, meantRows[index]!.columns]))
  const rows = rowsByKey(givenRows, tag, key, refusals)
  const base = wanted.base && rowsByKey(withMeantValues(wanted.base, tag).rows, tag, key, refusals)
  const targets = files.filter(({ uri }) => isTarget(uri))
  const { records, withoutKey, places } = recordsByKey(targets, tag, key, refusals)
  const given = new Set([...rows.values()].flatMap(({ columns }) => [...columns]))
  const plans = new Map(targets.map(file => [file, new FilePlan(file)]))
  const changed: MetRecord[] = []
  const unchanged: MetRecord[] = []
  const conflicts: ImportConflict[] = []
  const lost: (MetRecord & { hasOwnFields: boolean })[] = []
  const emptied: (MetRecord & { field: string })[] = []
  for (const [id, found] of records) {
    const { file, entry, record, met } = found
    const row = rows.get(id)
    let values: readonly NewValue[] = []
    if (row) {
      const compared = comparedValues(record, row, tag, key, base && { row: base.get(id)?.record })
      values = compared.values
      for (const conflict of compared.conflicts) conflicts.push({ ...met, ...conflict })
      for (const { name, value } of values) if (value === null) emptied.push({ ...met, field: name })
    } else if (!base || base.has(id)) {
      lost.push({
        ...met,
        hasOwnFields: record.fields.some(({ name, value }) => value && !given.has(name) && !key.includes(name)),
      })
      if (gone === 'delete') plans.get(file)!.removed.add(entry)
      else if (gone !== 'keep')
        values = gone.filter(value => !meansSame(textOfField(record, value.name), value.value, tag, value.name))
    }
    const after = values.length > 0 ? recordWithRow(record, values) : record
    if (!after) refusals.push({ kind: 'uncertain record', record: met })
    else if (after.text !== record.text) plans.get(file)!.set.set(entry, after)
    if (row && after) (after.text === record.text ? unchanged : changed).push(met)
  }
  const added = [...rows].filter(([id]) => !records.has(id))
  const defaults = new NewRecordDefaults(registry, now)
  if (added.length > 0) {
    // Behind a record that is deleted, its comments or a blank line could be in the way.
    const last = places.findLast(({ file, entry }) => !plans.get(file)!.removed.has(entry)) ?? places.at(-1)
    const target = last?.file ?? (targets.length === 1 ? targets[0] : undefined)
    if (target)
      plans.get(target)!.insert(
        added.map(([, { record }]) => ({
          record: defaults.writeInto(record, tag, columnsOf.get(record)!),
          name: nameOfKey(record, key),
        })),
        last?.entry,
      )
    else refusals.push({ kind: 'no place' })
  }
  for (const plan of plans.values())
    if (plan.conflict) refusals.push({ kind: 'conflict markers', record: plan.conflict })
  if (refusals.length > 0) return { refusals }
  const changing = [...plans.values()].filter(plan => plan.isChanged)
  const edited = changing.flatMap(plan => plan.edited() ?? [])
  return {
    files: edited,
    plans: changing,
    changed,
    unchanged,
    added: added.map(([, { record }]) => nameOfKey(record, key)),
    gone: [...lost.filter(one => one.hasOwnFields), ...lost.filter(one => !one.hasOwnFields)],
    conflicts,
    withoutKey,
    defaults,
    meant,
    emptied,
    emptyColumns,
    ...problemsAmong(files, edited),
  }
}

/** The rows, with values that their fields allow in place of those that can only mean one of them. */
function withMeantValues<Place>(
  rows: readonly ImportedRow<Place>[],
  tag: Tag,
): { readonly rows: readonly ImportedRow<Place>[]; readonly meant: ImportResult<Place>['meant'] } {
  let count = 0
  let first: MeantValue<Place> | undefined
  const read = rows.map(row => {
    const values = row.record.fields.flatMap(({ name }): NewValue[] => {
      const field = fieldNamed(tag, name)
      const text = textOfField(row.record, name)
      if (text === null || field.list) return []
      const meaning = meantValue(text, field)
      if (meaning === text) return []
      count++
      first ??= { field: name, text, meaning, place: row.place }
      return [{ name, field, value: meaning }]
    })
    return { ...row, record: (values.length > 0 && writeValues(row.record, values)) || row.record }
  })
  return { rows: read, meant: { count, ...(first && { first }) } }
}

interface KeyedRecord {
  readonly file: FileToEdit
  readonly entry: number
  readonly record: RecordNode
  readonly met: MetRecord
}

function rowsByKey<Place>(
  rows: readonly ImportedRow<Place>[],
  tag: Tag,
  key: readonly string[],
  refusals: ImportRefusal<Place>[],
): Map<string, ImportedRow<Place>> {
  const found = new Map<string, ImportedRow<Place>>()
  for (const row of rows) {
    const { record, place } = row
    const id = keyOf(record, tag, key)
    const other = id === undefined ? undefined : found.get(id)
    if (id === undefined) {
      const field = key.find(name => textOfField(record, name) === null)!
      refusals.push({ kind: 'row without key', row: place, field })
    } else if (other) refusals.push({ kind: 'two rows', name: nameOfKey(record, key), rows: [other.place, place] })
    else found.set(id, row)
  }
  return found
}

/** The records of the tag by their keys, and the places of all of them, in their order. */
function recordsByKey<Place>(
  files: readonly FileToEdit[],
  tag: Tag,
  key: readonly string[],
  refusals: ImportRefusal<Place>[],
): {
  readonly records: Map<string, KeyedRecord>
  readonly withoutKey: number
  readonly places: readonly { readonly file: FileToEdit; readonly entry: number }[]
} {
  const records = new Map<string, KeyedRecord>()
  let withoutKey = 0
  const places: { file: FileToEdit; entry: number }[] = []
  for (const file of files) {
    const { tree, entries } = file.file
    for (const [entry, { tag: own }] of entries.entries()) {
      if (own?.nameOfRecords.path !== tag.nameOfRecords.path) continue
      places.push({ file, entry })
      const record = tree.entries[entry] as RecordNode
      const met = { uri: file.uri, line: tree.lines[entry]!, name: nameOfKey(record, key) }
      const id = keyOf(record, tag, key)
      const other = id === undefined ? undefined : records.get(id)
      if (id === undefined) withoutKey++
      else if (other) refusals.push({ kind: 'two records', name: met.name, records: [other.met, met] })
      else records.set(id, { file, entry, record, met })
    }
  }
  return { records, withoutKey, places }
}

/** The rows, without the columns of their table that have no value in any of its rows; and the names of these. */
function withGivenColumns<Place>(rows: readonly ImportedRow<Place>[]): {
  readonly rows: readonly ImportedRow<Place>[]
  readonly emptyColumns: readonly string[]
} {
  // The rows of a table share its columns.
  const given = new Map<ReadonlySet<string>, Set<string>>()
  for (const { record, columns } of rows) {
    const ofTable = given.get(columns) ?? new Set<string>()
    given.set(columns, ofTable)
    for (const { name } of record.fields) if (columns.has(name)) ofTable.add(name)
  }
  const empty = [...given].flatMap(([columns, some]) => [...columns].filter(name => !some.has(name)))
  return {
    rows: rows.map(row => ({ ...row, columns: given.get(row.columns)! })),
    emptyColumns: [...new Set(empty)],
  }
}

/**
 * The values of a row that its record does not have, and those that a person has changed since the last import.
 *
 * @param base the row of the last import, if that is known; it may not have had one
 */
function comparedValues<Place>(
  record: RecordNode,
  { record: row, columns }: ImportedRow<Place>,
  tag: Tag,
  key: readonly string[],
  base: { readonly row: RecordNode | undefined } | undefined,
): { readonly values: readonly NewValue[]; readonly conflicts: readonly Omit<ImportConflict, keyof MetRecord>[] } {
  const values: NewValue[] = []
  const conflicts: Omit<ImportConflict, keyof MetRecord>[] = []
  for (const name of columns) {
    if (key.includes(name)) continue
    const kept = textOfField(record, name)
    const imported = textOfField(row, name)
    if (meansSame(kept, imported, tag, name)) continue
    const last = base?.row ? textOfField(base.row, name) : null
    if (base && !meansSame(kept, last, tag, name)) conflicts.push({ field: name, base: last, kept, imported })
    else values.push(valueOfRow(row, name, imported, tag))
  }
  return { values, conflicts }
}

/** The value of a field of a row, to be written into a record. */
export function valueOfRow(row: RecordNode, name: string, value: string | null, tag: Tag): NewValue {
  const field = fieldNamed(tag, name)
  const node = fieldOfRecord(row, name)
  const span = node && fieldSpan(node)
  return {
    name,
    field: field.isUndefined ? undefined : field,
    value,
    ...(value !== null && span && { asField: row.text.slice(span.start, span.end) }),
  }
}

/** A record with new values; undefined if it is uncertain where its fields are. */
function recordWithRow(record: RecordNode, values: readonly NewValue[]): RecordNode | undefined {
  const isRepeated = values.some(({ name }) => record.fields.filter(field => field.name === name).length > 1)
  return isRepeated ? undefined : writeValues(record, values)
}

const fieldOfRecord = (record: RecordNode, name: string): Field | undefined =>
  record.fields.find(field => field.name === name && field.value)

/** The text of a field; null if it has none. An empty text is none: tables have no other way to write it. */
function textOfField(record: RecordNode, name: string): string | null {
  const value = fieldOfRecord(record, name)?.value
  const text = value && valueText(record, value)
  if (!text) return null
  return value.kind === 'list' ? canonicalList(text) : text
}

/** Whether two texts are the same value of a field: 1.0 is 1. */
const meansSame = (one: string | null, other: string | null, tag: Tag, name: string): boolean =>
  one === other || (one !== null && other !== null && meaning(one, tag, name) === meaning(other, tag, name))

/** What a text means as a value of a field, so that equal values have equal texts. */
function meaning(text: string, tag: Tag, name: string): string {
  const field = fieldNamed(tag, name)
  if (field.list) return text
  const meant = meantValue(text, field)
  const value = valueOfType(meant, field, 'query')
  return value === undefined || !holdsAllDigits(value, meant) ? meant : valueAsText(value)
}

/** The values of the key of a record as one text; undefined if it lacks one of them. */
function keyOf(record: RecordNode, tag: Tag, key: readonly string[]): string | undefined {
  const texts = key.map(name => textOfField(record, name))
  return texts.some(text => text === null)
    ? undefined
    : JSON.stringify(texts.map((text, index) => meaning(text!, tag, key[index]!)))
}

const nameOfKey = (record: RecordNode, key: readonly string[]): string =>
  key.map(name => textOfField(record, name) ?? '').join(' ')
