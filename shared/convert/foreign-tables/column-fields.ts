import { distance } from 'fastest-levenshtein'
import { plainLetters } from '../../basics/letters.ts'
import type { Tag } from '../../domains/registry.ts'
import { foreignWords } from '../../domains/texts/part-texts.ts'
import { readKey } from '../keys.ts'
import { orderColumn, textColumn } from '../rows.ts'
import { readChosenFields, type ValuePart } from './chosen-fields.ts'

/** A column of a table from elsewhere, and a field that it is read as. A column can fill several fields. */
export interface ColumnField {
  /** The name in the first row. */
  readonly column: string
  /** The place of the column in the table. */
  readonly index: number
  /** The name of the field, which can have a type behind a colon; undefined for a column that is left out. */
  readonly key: string | undefined
  /** Why it is this field. */
  readonly match: ColumnMatch
  /** Which part of the values the field gets, such as the unit of `5.6 mmol/L`; undefined for the whole values. */
  readonly part?: ValuePart | undefined
}

export type ColumnMatch =
  /** The user says so. */
  | 'chosen'
  /** It has the same name. */
  | 'same'
  /** The names differ in case, spaces and other signs only: `Full name` and `full_name`. */
  | 'spelling'
  /** The name is another word for the field in any language: `Product` and `affected`, `Beginn` and `start_date`. */
  | 'alias'
  /** It is the id of the records: `Control ID` and `rid`. */
  | 'id'
  /** It gets the signs or the units of a number, whose column is another field: `<` and `mg` of `<5 mg`. */
  | 'part'
  /** The names are nearly the same: `Departmnt no` and `department_no`. */
  | 'similar'
  /** The tag has no such field, but a field can have this name. */
  | 'own'
  /** The tag has no such field, and the name of a field is made of it: `Shoe size` and `shoe_size`. */
  | 'named'
  /** No field can have this name. */
  | 'none'

/** What the names of columns are compared with. */
export interface TagFields {
  readonly tag: string
  /** The names of the fields that the tag has; empty for an unknown tag. */
  readonly fields: readonly string[]
  /** The field with the id of a record. */
  readonly identity: string
  readonly isIdentityRequired: boolean
  /** Other words for the fields, by field. */
  readonly aliases?: ReadonlyMap<string, readonly string[]> | undefined
}

/**
 * Finds the fields for each column of a table. No two columns become the same field, unless the user says so.
 *
 * A column stays a field of its own if it can, even if its name is nearly that of a field. A record can have fields
 * that its tag does not define. In a table that Recline wrote, a name is that of the field: `Severity` is not
 * `severity`.
 *
 * @param chosen what the user says: by column the names of its fields with commas, or an empty text to leave it out
 * @param isUnique whether a column has another value in each row; undefined if that is not known
 */
export function fieldsOfColumns(
  columns: readonly string[],
  { tag, fields, identity, isIdentityRequired, aliases = new Map() }: TagFields,
  chosen: ReadonlyMap<string, string> = new Map(),
  isUnique: (index: number) => boolean | undefined = () => undefined,
): ColumnField[] {
  const taken = new Set<string>()
  // Recline writes a field with values of several types into several columns: `x` and `x:list`.
  const typed = new Set(columns.filter(column => /^[^\s:]+:\w/.test(column)).map(nameIn))
  const found = new Map<number, ColumnField[]>()
  const give = (index: number, key: string | undefined, match: ColumnMatch, part?: ValuePart): void => {
    if (key !== undefined) taken.add(nameIn(key))
    const field = { column: columns[index]!, index, key, match, ...(part && { part }) }
    found.set(index, [...(found.get(index) ?? []), field])
  }
  const find = (match: ColumnMatch, keyOf: (column: string, index: number) => string | undefined): void =>
    columns.forEach((column, index) => {
      if (found.has(index)) return
      const key = keyOf(column, index)
      const isHere = match === 'same' || (match === 'own' && typed.has(column))
      if (key !== undefined && (isHere || !taken.has(key))) give(index, key, match)
    })
  const isFree = (field: string): boolean => !taken.has(field)
  const free = (isMeant: (field: string) => boolean): string | undefined =>
    only(fields.filter(field => isFree(field) && isMeant(field)))

  columns.forEach((column, index) => {
    const said = chosen.get(column)
    for (const { key, part } of said === undefined ? [] : readChosenFields(said)) give(index, key, 'chosen', part)
  })
  find('same', column => (fields.includes(column) ? column : undefined))
  const isOwn = columns.includes(orderColumn) || columns.includes(textColumn)
  // A descriptor can name the very column of a table, which is not nearly the name of another field then.
  if (!isOwn) find('alias', column => free(field => aliases.get(field)?.includes(column) ?? false))
  find('same', column => (isNamedOnPurpose(column) || fields.includes(nameIn(column)) ? column : undefined))
  if (isOwn) find('own', ownKey)
  find('spelling', column => free(field => fold(field) === fold(column)))
  if (aliases.size > 0) {
    const named = fieldsByWord(aliases)
    find('alias', column => {
      const meant = named.get(fold(column))
      return meant && free(field => meant.has(field))
    })
  }
  if (fields.length > 0 && isFree(identity)) {
    // A column `Finding` of findings can have their ids, or else say what was found.
    const isId = (names: IdNames, column: string, index: number): boolean =>
      names(tag).includes(fold(column)) && (names !== nameOfTag || isUnique(index) !== false)
    const names = idNames.find(some => columns.some((column, index) => !found.has(index) && isId(some, column, index)))
    if (names) find('id', (column, index) => (isId(names, column, index) ? identity : undefined))
  }
  find('spelling', column => (endsAsId(column) ? free(field => fold(field) === fold(withoutEnd(column))) : undefined))
  if (fields.length > 0 && isFree(identity) && isIdentityRequired && !columns.includes(orderColumn)) {
    const isMeant = (column: string, index: number): boolean =>
      endsAsId(column) && !isNamedOnPurpose(column) && isUnique(index) === true
    const ids = columns.flatMap((column, index) => (isMeant(column, index) ? [index] : []))
    if (ids.length === 1 && !chosen.has(columns[ids[0]!]!)) give(ids[0]!, identity, 'id')
  }
  find('own', ownKey)
  find('similar', column => free(field => isNearly(fold(field), fold(column))))
  find('named', nameFrom)
  return columns.flatMap((column, index) => found.get(index) ?? [{ column, index, key: undefined, match: 'none' }])
}

/** The other words for the fields of some tags in all languages, by field. */
export const aliasesOfFields = (tags: readonly Tag[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    tags.flatMap(tag =>
      [...tag.fields.values()].flatMap(field => {
        const words = [...(field.aliases ?? []), ...foreignWords(tag, field)]
        return words.length > 0 ? [[field.name, words]] : []
      }),
    ),
  )

/** The fields that each word names, by the word as `fold` gives it. */
function fieldsByWord(aliases: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>()
  for (const [field, words] of aliases)
    for (const word of words) {
      const key = fold(word)
      const fields = named.get(key)
      if (fields) fields.add(field)
      else named.set(key, new Set([field]))
    }
  return named
}

/** Names without a field, with `$`, or with a type: Recline writes these, and people who know what they mean. */
const isNamedOnPurpose = (column: string): boolean =>
  column === '' || column.startsWith('$') || /^[^\s:]+:\w/.test(column)

/** The name of a column as that of a field; undefined if no field can have it. */
const ownKey = (column: string): string | undefined => ('problem' in readKey(column) ? undefined : column)

/** The name of a field without the type behind it: `maturity` of `maturity:int`. */
export const nameIn = (key: string): string => key.replace(/:.*/, '')

/** Names of columns for the id of the records of a tag, without blanks and case. */
type IdNames = (tag: string) => readonly string[]

const nameOfTag: IdNames = tag => [fold(tag)]

/** What columns with the id of a record are called, the clearest first. */
const idNames: readonly IdNames[] = [
  tag => ['id', 'identifier', 'key', 'number', 'no', 'nr', 'ref', 'code'].map(end => fold(tag) + end),
  () => ['id'],
  () => ['identifier', 'recordid', 'uid', 'uuid', 'key'],
  nameOfTag,
]

/** Whether the last word of a name says that the column has ids: `cveID`, `Claim number`. */
const endsAsId = (column: string): boolean => idEnd.test(column)

const withoutEnd = (column: string): string => column.replace(idEnd, '')

const idEnd = /(?<=\P{L})(?:id|number|no|nr|key|code)$|(?<=\p{Ll}|\P{L})(?:I[Dd]|Number|No|Nr|Key|Code)$/u

/** The name of a field made of the words of a column: `Shoe size (EU)` becomes `shoe_size_eu`. */
function nameFrom(column: string): string | undefined {
  const words = column.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
  // Letters of other scripts would be lost.
  if (/[^\P{L}\0-\x7f]/u.test(words)) return undefined
  const name = words
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^\d/, '_$&')
  return name === '' ? undefined : name
}

/** A name without its case, its accents and the signs between its words. */
export const fold = (name: string): string => plainLetters(name).replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether two names differ by a typing mistake. Names with other digits, such as `line_2`, are not meant. */
export function isNearly(one: string, other: string): boolean {
  const most = Math.min(2, Math.floor(Math.min(one.length, other.length) / 5))
  const digits = (name: string): string => name.replace(/\P{N}/gu, '')
  return digits(one) === digits(other) && distance(one, other) <= most
}

const only = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined)
