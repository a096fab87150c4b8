import { deprecatedText } from './deprecation.ts'
import type { FieldDescriptor } from './descriptor.ts'
import { intervalInWords, readInterval } from './interval.ts'
import { localize, sentenceOfClauses } from './localize.ts'
import { shorten } from './message-text.ts'
import { nearest } from './nearest.ts'
import { plainProse } from './prose.ts'
import type { Domain, FieldDefinition, Tag } from './registry.ts'
import { sensitivityOf } from './sensitive.ts'
import { valueTypes } from './value-types/index.ts'

/** The phrase of the descriptor that explains an allowed value; undefined if there is none. */
export const phraseOf = (
  { enumDescriptions }: { readonly enumDescriptions?: FieldDescriptor['enumDescriptions'] | undefined },
  value: string,
): string | undefined =>
  enumDescriptions && Object.hasOwn(enumDescriptions, value) ? enumDescriptions[value] : undefined

/**
 * The allowed values with their meanings as plain text, which can be empty; undefined for a field that allows any value
 * of its type.
 */
export function choicesOf(field: FieldDescriptor): { value: string; meaning: string }[] | undefined {
  const values = field.enum ?? valueTypes[field.type].choices
  return values?.map(value => ({ value, meaning: plainProse(phraseOf(field, value) ?? '') }))
}

/** The values that can follow a value, as words such as `then active or retired`; empty if any value can follow. */
export function followersOf({ transitions = {} }: Pick<FieldDescriptor, 'transitions'>, value: string): string {
  if (!Object.hasOwn(transitions, value)) return ''
  const next = transitions[value]!
  return next.length === 0 ? localize('final') : localize('then {values}', { values: { or: next } })
}

/**
 * Where a tag or field of a domain comes from, as a sentence; empty in a domain that extends no other one.
 *
 * @param domain the domain that has it
 */
export function originText(
  { origin, changedIn = [] }: Pick<FieldDescriptor, 'origin' | 'changedIn'>,
  { path, base }: Domain,
): string {
  if (!base) return ''
  if (origin === undefined) return localize('Added by {domain}.', { domain: path })
  return changedIn.length === 0
    ? localize('From {domain}.', { domain: origin })
    : localize('From {domain}, changed by {others}.', { domain: origin, others: { and: changedIn } })
}

/** The other words for a tag or field, as a sentence; empty if it has none. */
const aliasesText = ({ aliases = [] }: Pick<FieldDescriptor, 'aliases'>): string =>
  aliases.length === 0 ? '' : wordsText({ words: { and: aliases } }, aliases.length)

const wordsText = (places: { readonly words: { readonly and: readonly string[] } }, count: number): string =>
  count === 1 ? localize('Other word: {words}.', places) : localize('Other words: {words}.', places)

/** What a tag or field is, what to write instead, and its other words. That it is deprecated comes first. */
export function meaningText(part: Pick<FieldDescriptor, 'description' | 'advice' | 'aliases' | 'deprecated'>): string {
  const { description = '', advice = '' } = part
  const sentences = [deprecatedText(part.deprecated), description, advice, aliasesText(part)].filter(Boolean)
  return sentences.map((text, index) => (index === sentences.length - 1 ? text : withPeriod(text))).join(' ')
}

/**
 * Which values no two records of a tag share, as a sentence; empty if the tag says nothing of it.
 *
 * @param field only lists with this field
 */
export function uniqueText({ keys }: Tag, field?: string): string {
  const lists = keys.map(({ fields }) => fields.map(({ name }) => name))
  const told = lists.filter(names => field === undefined || names.includes(field))
  return told.map(names => localize('No two records have the same {fields}.', { fields: { and: names } })).join(' ')
}

const withPeriod = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** What is wrong with a value, and behind it what its field advises to write instead. */
export const withAdvice = (wrong: string, { advice }: Pick<FieldDescriptor, 'advice'>): string =>
  advice === undefined ? wrong : `${wrong} ${advice}`

/** What to say if a field is named that neither a tag nor any of its records has: it may be a typing error. */
export function noSuchField(tag: Tag, name: string): string {
  const near = nearest(name, [...tag.fields.keys(), 'rid'])
  const wrong = localize('No {tag} record has a field {field}', { tag: tag.name, field: shorten(name) })
  return near.length === 0
    ? sentenceOfClauses(wrong)
    : sentenceOfClauses(wrong, localize('{names} may be meant', { names: { or: near } }))
}

/** The type of a field in a few words. */
export const typeText = ({ type, isTypeUnknown }: Pick<FieldDescriptor, 'type' | 'isTypeUnknown'>): string =>
  isTypeUnknown ? localize('unknown type') : type

/** The range of a field as text, such as `1 to 5`; empty if it has none. */
export const rangeText = ({ range }: Pick<FieldDescriptor, 'range'>): string =>
  range ? localize('{least} to {greatest}', { least: range[0], greatest: range[1] }) : ''

/** The range and the unit of a field as text, such as `30 to 250 bpm`, without a range that its description tells. */
export const rangeAndUnit = (field: FieldDescriptor): string =>
  [tellsRange(field) ? '' : rangeText(field), field.unit ?? ''].filter(Boolean).join(' ')

/** Whether the description of a field tells its range: `from 1 to 5`, `from 1 (rare) to 5 (almost certain)`. */
function tellsRange({ description = '', range }: Pick<FieldDescriptor, 'description' | 'range'>): boolean {
  if (!range) return false
  const numbers = description.replace(/(\d),(?=\d{3})/g, '$1')
  const [from, to] = range.map(limit => String(limit).replace(/[.+]/g, '\\$&'))
  const between = new RegExp(`(?:from ${from}\\b[^.;]{0,100}|\\b${from}) to ${to}(?!\\w|\\.\\d)`)
  return between.test(numbers)
}

/** The first sentence of a text. */
export const firstSentence = (text: string): string => /^.*?(?:[.!?](?=\s+\p{Lu})|。)/su.exec(text)?.[0] ?? text

/**
 * What a description says first, in a few words without Markdown, for a line of a list: `Stable identifier of the
 * control`.
 *
 * @param most how many characters fit into the list
 */
export function shortMeaning(description: string, most = 52): string {
  const [start = ''] = firstSentence(plainProse(description)).split(/[:;(：；（]/, 1)
  const phrase = start.trim().replace(/[.!?。]$/, '')
  if (phrase.length <= most) return phrase
  const comma = phrase.lastIndexOf(', ', most)
  if (comma >= most / 3) return phrase.slice(0, comma)
  const space = phrase.lastIndexOf(' ', most - 1)
  return `${phrase.slice(0, space > 0 ? space : most - 1)}…`
}

/** How many characters fit into a line of the lists at the top of VS Code, in a window of 900 pixels. */
export const quickPickLine = 72

/**
 * What else the values of a field are, in a few words each: paths and hashes of files, when
 * days come again, and why nobody shows them.
 */
export function kindsOfValues(field: FieldDefinition, tag: Tag | undefined): string[] {
  const sensitivity = tag && sensitivityOf(tag, field)
  const interval = field.interval === undefined ? undefined : readInterval(field.interval)
  return [
    interval ? localize('comes again after {interval}', { interval: intervalInWords(interval) }) : '',
    field.file ? localize('path of a file') : '',
    field.hashOf === undefined ? '' : localize('hash of {field}', { field: shorten(field.hashOf) }),
    sensitivity ? localize('{sensitivity}: agents cannot read it', { sensitivity }) : '',
  ].filter(text => text !== '')
}
