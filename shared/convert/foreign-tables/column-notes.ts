import { groupBy } from '../../basics/group.ts'
import { allOf, meantOr, show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import { type ColumnField, fold, isNearly, nameIn, type TagFields } from './column-fields.ts'
import { plainNote, type TableNote } from './table-notes.ts'

/**
 * Says which columns do not have the name of their field, and which have no field: one sentence for each kind.
 *
 * @param found the columns that have values
 */
export function columnNotes(found: readonly ColumnField[], { tag, fields }: TagFields): TableNote[] {
  const isField = ({ key }: ColumnField): boolean =>
    fields.length === 0 || key === undefined || fields.includes(nameIn(key))
  const renamed = found.filter(({ match }) => ['spelling', 'alias', 'id', 'similar', 'named'].includes(match))
  const own = found.filter(
    one => (one.match === 'own' || (isPlainChoice(one) && nearOf(one, fields).length === 0)) && !isField(one),
  )
  const left = found.filter(({ key, match }) => key === undefined && match === 'chosen')
  const none = renamed.filter(one => !isField(one))
  const meant = fields.filter(field => own.some(({ column }) => isNearly(fold(field), fold(column))))
  const byColumn = [...groupBy(renamed, ({ index }) => index).values()]
  return [
    ...(byColumn.length > 0
      ? [
          `Columns become fields: ${allOf(byColumn.map(some => `${show(some[0]!.column)} is ${some.map(({ key }) => key).join(' and ')}`))}.`,
        ]
      : []),
    ...(none.length > 0
      ? [`${allOf(none.map(({ key }) => key!))} ${none.length === 1 ? 'is not a field' : 'are not fields'} of ${tag}.`]
      : []),
    ...(own.length > 0
      ? [
          `${allOf(own.map(one => show(one.match === 'own' ? one.column : one.key!)))} ${ofOwn(own, tag)}${meantOr(meant, '')}`,
        ]
      : []),
    ...(left.length > 0
      ? [`${allOf(left.map(({ column }) => show(column)))} ${left.length === 1 ? 'is' : 'are'} left out.`]
      : []),
  ].map(plainNote)
}

const isPlainChoice = ({ key, match }: ColumnField): boolean =>
  match === 'chosen' && key !== undefined && !key.includes(':')

function ofOwn(own: readonly ColumnField[], tag: string): string {
  const areNone = own.length === 1 ? `is not a field of ${tag}` : `are not fields of ${tag}`
  if (own.some(({ match }) => match === 'chosen')) return areNone
  return `${areNone} and ${own.length === 1 ? 'keeps its name' : 'keep their names'}`
}

/** A sentence about the required fields that no column becomes. */
export function requiredNote(
  found: readonly ColumnField[],
  tag: string,
  required: readonly string[],
): string | undefined {
  const keys = new Set(found.flatMap(({ key }) => (key === undefined ? [] : nameIn(key))))
  const missing = required.filter(name => !keys.has(name))
  return missing.length === 0 ? undefined : `No column becomes ${allOf(missing)}, which every ${tag} needs.`
}

/**
 * What is wrong with the fields that the user chooses: a name that is nearly that of a field is a mistake. With a type
 * behind it, the name is meant.
 */
export const choiceProblems = (found: readonly ColumnField[], { tag, fields }: TagFields): string[] =>
  found.filter(isPlainChoice).flatMap(one => {
    const { column, key } = one
    const near = nearOf(one, fields)
    return near.length === 0
      ? []
      : [
          `${show(column)} cannot become ${key}, which is not a field of ${tag}${meantOr(near, '')} Write ${key}:string for a field of this name.`,
        ]
  })

/** The fields whose names are like the one that the user chooses, if there is none of this name. */
const nearOf = ({ key = '' }: ColumnField, fields: readonly string[]): string[] =>
  fields.includes(key) ? [] : nearest(key, fields)
