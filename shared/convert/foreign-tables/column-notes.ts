import { groupBy } from '../../basics/group.ts'
import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
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
      ? [localize('Columns become fields: {columns}.', { columns: { and: byColumn.map(becomes) } })]
      : []),
    ...(none.length > 0
      ? [
          localize('{sentence}.', {
            sentence: notFields(
              none.map(({ key }) => key!),
              tag,
            ),
          }),
        ]
      : []),
    ...(own.length > 0 ? [withMeant(ofOwn(own, tag), meant)] : []),
    ...(left.length > 0 ? [leftOutColumns(left.map(({ column }) => show(column)))] : []),
  ].map(plainNote)
}

/** Which fields a column becomes. */
const becomes = (ofColumn: readonly ColumnField[]): string =>
  localize('{column} is {fields}', {
    column: show(ofColumn[0]!.column),
    fields: { and: ofColumn.map(({ key }) => key ?? '') },
  })

const notFields = (names: readonly string[], tag: string): string =>
  names.length === 1
    ? localize('{fields} is not a field of {tag}', { fields: names[0]!, tag })
    : localize('{fields} are not fields of {tag}', { fields: { and: names }, tag })

const leftOutColumns = (names: readonly string[]): string =>
  names.length === 1
    ? localize('{columns} is left out.', { columns: names[0]! })
    : localize('{columns} are left out.', { columns: { and: names } })

/** A sentence that asks for names that may be meant. */
const withMeant = (sentence: string, names: readonly string[]): string =>
  names.length === 0
    ? localize('{sentence}.', { sentence })
    : localize('{sentence}; did you mean {names}?', { sentence, names: { or: names.map(shorten) } })

const isPlainChoice = ({ key, match }: ColumnField): boolean =>
  match === 'chosen' && key !== undefined && !key.includes(':')

function ofOwn(own: readonly ColumnField[], tag: string): string {
  const names = own.map(one => show(one.match === 'own' ? one.column : one.key!))
  if (own.some(({ match }) => match === 'chosen')) return notFields(names, tag)
  return own.length === 1
    ? localize('{fields} is not a field of {tag} and keeps its name', { fields: names[0]!, tag })
    : localize('{fields} are not fields of {tag} and keep their names', { fields: { and: names }, tag })
}

/** A sentence about the required fields that no column becomes. */
export function requiredNote(
  found: readonly ColumnField[],
  tag: string,
  required: readonly string[],
): string | undefined {
  const keys = new Set(found.flatMap(({ key }) => (key === undefined ? [] : nameIn(key))))
  const missing = required.filter(name => !keys.has(name))
  return missing.length === 0
    ? undefined
    : localize('No column becomes {fields}, which every {tag} needs.', { fields: { and: missing }, tag })
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
          localize(
            '{column} cannot become {field}, which is not a field of {tag}; did you mean {names}? Write {field}:string for a field of this name.',
            { column: show(column), field: key ?? '', tag, names: { or: near.map(shorten) } },
          ),
        ]
  })

/** The fields whose names are like the one that the user chooses, if there is none of this name. */
const nearOf = ({ key = '' }: ColumnField, fields: readonly string[]): string[] =>
  fields.includes(key) ? [] : nearest(key, fields)
