import { distance } from 'fastest-levenshtein'
import { allOf, meantOr, show } from '../domains/message-text.ts'
import { readKey } from './keys.ts'
import { orderColumn } from './rows.ts'

/** A column of a table from elsewhere, and the field that it is read as. */
export interface ColumnField {
  /** The name in the first row. */
  readonly column: string
  /** The name of the field, which can have a type behind a colon; undefined for a column that is left out. */
  readonly key: string | undefined
  /** Why it is this field. */
  readonly match: ColumnMatch
}

type ColumnMatch =
  /** The user says so. */
  | 'chosen'
  /** It has the same name. */
  | 'same'
  /** The names differ in case, spaces and other signs only: `Full name` and `full_name`. */
  | 'spelling'
  /** The names are nearly the same: `Departmnt no` and `department_no`. */
  | 'similar'
  /** The tag has no such field, but a field can have this name. */
  | 'own'
  /** No field can have this name. */
  | 'none'

/**
 * Finds the field for each column of a table. No two columns become the same field, unless the user says so.
 *
 * A column stays a field of its own if it can, even if its name is nearly that of a field. A record can have fields
 * that its tag does not define. In a table that Recline wrote, a name is that of the field: `Severity` is not
 * `severity`.
 *
 * @param fields the names of the fields that the tag has; empty for an unknown tag
 * @param chosen what the user says: by column the name of the field, or an empty text to leave the column out
 */
export function fieldsOfColumns(
  columns: readonly string[],
  fields: readonly string[],
  chosen: ReadonlyMap<string, string> = new Map(),
): ColumnField[] {
  const taken = new Set<string>()
  const found = new Map<number, ColumnField>()
  const find = (match: ColumnMatch, keyOf: (column: string) => string | undefined): void =>
    columns.forEach((column, index) => {
      if (found.has(index)) return
      const key = keyOf(column)
      if (key === undefined || (match !== 'chosen' && match !== 'same' && taken.has(key))) return
      taken.add(nameIn(key))
      found.set(index, { column, key: key === '' && match === 'chosen' ? undefined : key, match })
    })
  const isFree = (field: string): boolean => !taken.has(field)

  find('chosen', column => chosen.get(column))
  find('same', column => (isNamedOnPurpose(column) || fields.includes(nameIn(column)) ? column : undefined))
  if (columns.includes(orderColumn)) find('own', ownKey)
  find('spelling', column => only(fields.filter(field => isFree(field) && fold(field) === fold(column))))
  find('own', ownKey)
  find('similar', column => only(fields.filter(field => isFree(field) && isNearly(fold(field), fold(column)))))
  return columns.map((column, index) => found.get(index) ?? { column, key: undefined, match: 'none' })
}

/**
 * Says which columns do not have the name of their field, and which have no field: one sentence for each kind.
 *
 * @param fields the names of the fields that the tag has; empty for an unknown tag, which can have any field
 */
export function columnNotes(found: readonly ColumnField[], tag: string, fields: readonly string[]): string[] {
  const of = (...matches: readonly ColumnMatch[]): ColumnField[] => found.filter(({ match }) => matches.includes(match))
  const renamed = of('spelling', 'similar')
  const own = fields.length === 0 ? [] : of('own')
  const left = found.filter(({ key, match }) => key === undefined && match === 'chosen')
  const meant = fields.filter(field => own.some(({ column }) => isNearly(fold(field), fold(column))))
  return [
    ...(renamed.length > 0
      ? [`Columns become fields: ${allOf(renamed.map(({ column, key }) => `${show(column)} is ${key}`))}.`]
      : []),
    ...(own.length > 0
      ? [
          `${allOf(own.map(({ column }) => show(column)))} ${isNoField(own)} of ${tag} and ${stays(own)}${meantOr(meant, '')}`,
        ]
      : []),
    ...(left.length > 0
      ? [`${allOf(left.map(({ column }) => show(column)))} ${left.length === 1 ? 'is' : 'are'} left out.`]
      : []),
  ]
}

const isNoField = (columns: readonly unknown[]): string => (columns.length === 1 ? 'is not a field' : 'are not fields')

const stays = (columns: readonly unknown[]): string => (columns.length === 1 ? 'keeps its name' : 'keep their names')

/** Names without a field, with `$`, or with a type: Recline writes these, and people who know what they mean. */
const isNamedOnPurpose = (column: string): boolean =>
  column === '' || column.startsWith('$') || /^[^\s:]+:\w/.test(column)

/** The name of a column as that of a field; undefined if no field can have it. */
const ownKey = (column: string): string | undefined => ('problem' in readKey(column) ? undefined : column)

const nameIn = (key: string): string => key.replace(/:.*/, '')

/** A name without its case and without the signs between its words. */
const fold = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether two names differ by a typing mistake. Names with other digits, such as `line_2`, are not meant. */
function isNearly(one: string, other: string): boolean {
  const most = Math.min(2, Math.floor(Math.min(one.length, other.length) / 5))
  const digits = (name: string): string => name.replace(/\P{N}/gu, '')
  return digits(one) === digits(other) && distance(one, other) <= most
}

const only = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined)
