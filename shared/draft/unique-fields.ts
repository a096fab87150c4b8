import { localize } from '../domains/localize.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { fewestForRules, isIdName, type ProposedField } from './column-facts.ts'

/** Lists of fields in which each row has other values, and why, as sentences without the tag. */
export interface UniqueFields {
  /** What the draft says. */
  readonly lists: readonly (readonly string[])[]
  readonly reasons: readonly string[]
}

/** The most fields that are compared in pairs, and the rows that already decide about most pairs. */
const mostFieldsOfPairs = 10
const rowsOfTrial = 1000

/**
 * Finds fields with another value in each row. The draft says so of those whose name is that of an id, an address or
 * a number, and of the first pair if no field identifies a row; others are only told.
 *
 * @param hasId whether a field is the id of the records
 */
export function uniqueFields(fields: readonly ProposedField[], rowCount: number, hasId: boolean): UniqueFields {
  if (rowCount < fewestForRules) return { lists: [], reasons: [] }
  const full = fields.filter(
    ({ field, cells }) =>
      field.name !== 'rid' && field.name !== 'id' && !field.list && isOfOneThing(field.type) && isFull(cells),
  )
  const keys = new Map(full.map(one => [one, comparedKeys(one)]))
  const single = full.filter(one => new Set(keys.get(one)).size === rowCount)
  const named = single.filter(({ field }) => isIdName(field.name) || nameOfOneThing.test(field.name))
  const others = single.filter(one => !named.includes(one))
  const pair = hasId || single.length > 0 ? undefined : firstPair(full, keys, rowCount)
  const namesOf = (some: readonly ProposedField[]): { readonly and: string[] } => ({
    and: some.map(({ field }) => field.name),
  })
  return {
    lists: [...named.map(({ field }) => [field.name]), ...(pair ? [pair.map(({ field }) => field.name)] : [])],
    reasons: [
      ...named.map(({ field }) => localize('{field} is unique, as each row has another value', { field: field.name })),
      ...(pair
        ? [
            localize('{fields} are unique together, as no two rows have the same values in both', {
              fields: namesOf(pair),
            }),
          ]
        : []),
      ...(others.length > 0
        ? [
            localize('each row has another value in {fields}; add a list to "unique" for what always is so', {
              fields: namesOf(others),
            }),
          ]
        : []),
    ],
  }
}

/** Numbers with a fraction and truth values identify nothing. */
const isOfOneThing = (type: TypeName): boolean => type === 'string' || type === 'int' || type === 'ts'

const isFull = (cells: readonly (string | undefined)[]): boolean => cells.every(cell => cell !== undefined)

/** Words in the names of fields whose values belong to one thing each. */
const nameOfOneThing =
  /(^|_)(e?mail|email_address|iban|isbn|issn|ean|gtin|lei|vin|imei|serial|ssn|login|username|plate|url|uri|doi|orcid|number|no|nr)(_|$)/

function firstPair(
  full: readonly ProposedField[],
  keys: ReadonlyMap<ProposedField, readonly string[]>,
  rowCount: number,
): readonly ProposedField[] | undefined {
  const some = full.slice(0, mostFieldsOfPairs)
  for (const [index, one] of some.entries())
    for (const other of some.slice(index + 1)) {
      const isUniqueIn = (rows: number): boolean => {
        const met = new Set<string>()
        for (let row = 0; row < rows; row++) met.add(`${keys.get(one)![row]}\n${keys.get(other)![row]}`)
        return met.size === rows
      }
      if (isUniqueIn(Math.min(rowCount, rowsOfTrial)) && isUniqueIn(rowCount)) return [one, other]
    }
  return undefined
}

/** Texts that are equal wherever a check of the values could find them equal. */
function comparedKeys({ field, cells }: ProposedField): readonly string[] {
  const texts = cells.map(cell => cell ?? '')
  if (field.type === 'int') return texts.map(text => String(Number(text)))
  if (field.type !== 'ts') return texts
  // Times of unequal precision are compared by the day, and those with a zone by the moment.
  const isAlike = texts.every(text => text.length === texts[0]!.length)
  const hasZones = texts.every(text => /(?:Z|[+-]\d\d:\d\d)$/.test(text.slice(10)))
  const hasNone = texts.every(text => !/(?:Z|[+-]\d\d:\d\d)$/.test(text.slice(10)))
  if (hasZones) return texts.map(text => String(Date.parse(text)))
  return isAlike && hasNone ? texts : texts.map(text => text.slice(0, 10))
}
