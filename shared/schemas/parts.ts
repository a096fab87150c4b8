import { phraseOf } from '../domains/field-text.ts'
import { portablePattern } from '../domains/pattern.ts'
import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'

/** The fields that a record of a tag can have, with its id, which a tag need not name. */
export const fieldsAndId = ({ fields, rid }: Tag): readonly FieldDefinition[] =>
  fields.has('rid') ? [...fields.values()] : [rid, ...fields.values()]

/** Sentences about a field: what it means, its unit, what it refers to, and what its values mean. */
export function sentencesOfField(field: FieldDefinition): readonly string[] {
  const { description, unit, target } = field
  return [
    description ?? '',
    unit === undefined ? '' : `Unit: ${unit}.`,
    target ? `Refers to a record of ${target.path}.` : '',
    ...(field.enum ?? []).map(value => {
      const meaning = phraseOf(field, value)
      return meaning === undefined ? '' : `${value}: ${meaning}`
    }),
  ].filter(sentence => sentence !== '')
}

/** A name that nothing else in a text has: `name`, or `name` with underscores. From now on it is taken. */
export function unusedName(name: string, taken: Set<string>): string {
  const free = taken.has(name) ? unusedName(`${name}_`, taken) : name
  taken.add(free)
  return free
}

/**
 * The names of the types of a domain: `AccessReview` for `ACCESS_REVIEW`.
 *
 * @param taken the other names of the text; those of the types are added
 */
export const typeNamesOf = ({ tags }: Domain, taken: Set<string>): ReadonlyMap<Tag, string> =>
  new Map([...tags.values()].map(tag => [tag, unusedName(typeNameOf(tag.name), taken)]))

const typeNameOf = (tag: string): string =>
  tag
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

/** A text on one line. */
export const withoutBreaks = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The pattern of a text in a form of other programs; undefined where one may read it differently. */
export const patternOfText = ({ pattern, type, list }: FieldDefinition): string | undefined =>
  pattern === undefined || type !== 'string' || list ? undefined : portablePattern(pattern)

const dayPattern = [
  '[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))',
  '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29',
].join('|')
const hourAndMinute = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'

/** A date, or a date and time, that exists: the same as the type `ts` accepts. */
export const timePattern = `^(?:${dayPattern})(?:T${hourAndMinute}(?::[0-5][0-9](?:[.][0-9]+)?)?(?:Z|[+-]${hourAndMinute})?)?$`
