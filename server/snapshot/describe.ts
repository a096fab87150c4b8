import type { DeclaredRule, RulesInForce } from '../../shared/check/declared/declared-rules.ts'
import { examplesOf, ruleSummary, rulesThatRead } from '../../shared/check/declared/rule-text.ts'
import { deprecatedText, deprecationOf } from '../../shared/domains/deprecation.ts'
import { domainFacts } from '../../shared/domains/domain-facts.ts'
import type { DomainsInForce } from '../../shared/domains/domains-in-force.ts'
import { exampleRecord, firstFields } from '../../shared/domains/example-record.ts'
import {
  firstSentence,
  followersOf,
  kindsOfValues,
  meaningText,
  originText,
  phraseOf,
  rangeAndUnit,
  rangeText,
  typeText,
  uniqueText,
} from '../../shared/domains/field-text.ts'
import { formatTitle } from '../../shared/domains/formats/formats.ts'
import { localize, localTemplate } from '../../shared/domains/localize.ts'
import { cutTo } from '../../shared/domains/message-text.ts'
import { proseParts, standardAddress } from '../../shared/domains/prose.ts'
import { fieldsThatReferTo } from '../../shared/domains/referrers.ts'
import type { Domain, FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import { aboutDomain, localTitle, shownField, shownTag } from '../../shared/domains/texts/part-texts.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'

/** Descriptions of domains, tags, fields and values in Markdown, for hovers and completion items. */

/**
 * Describes a tag: its domain, what it is and when to write one, the fields that a new record starts with, and a record
 * as an example.
 *
 * @param showCommand a command of the client that shows all of the tag whose path is its argument; without it, no link
 *   leads there
 * @param language the one of the user
 */
export function describeTag(tag: Tag, showCommand?: string, language?: TextLanguage): string {
  const { domain } = tag
  const contexts = domain.descriptor.meta?.tag_context
  const context = contexts && Object.hasOwn(contexts, tag.name) ? contexts[tag.name] : undefined
  const standards = context?.related_standards ?? []
  return paragraphs(
    [
      `**${escapeMarkdown(tag.name)}**`,
      ...titleParts(localTitle(language, tag)),
      describeDomainOf(tag),
      ...(showCommand === undefined ? [] : [linkToAll(tag, showCommand)]),
    ].join(' · '),
    markdownProse(meaningText(shownTag(language, tag)), domain),
    markdownProse(localTemplate(context?.when_to_use ?? '')),
    shownFields(tag)
      .map(field => describeShortly(shownField(language, tag, field)))
      .join('\n'),
    describeOtherFields(tag),
    escapeMarkdown(uniqueText(tag)),
    describeExample(tag),
    standards.length > 0
      ? localize('Standards: {standards}', {
          standards: standards.map(name => describeStandard(name, domain)).join(', '),
        })
      : '',
  )
}

/** Describes a tag in the little room beside a list of tags. */
export const describeTagShortly = (tag: Tag, language: TextLanguage | undefined): string =>
  paragraphs(markdownProse(meaningText(shownTag(language, tag))), describeExample(tag), describeOtherFields(tag))

/** What a tag or field is called in the language of the user, as a part of its first line. */
const titleParts = (title: string | undefined): string[] => (title === undefined ? [] : [escapeMarkdown(title)])

/** The fields of a tag that its description explains: those that a new record starts with, or else all. */
function shownFields(tag: Tag): readonly FieldDefinition[] {
  const first = firstFields(tag)
  return (first.length > 0 ? first : [...tag.fields.values()]).slice(0, mostDescribedFields)
}

/** How many fields the description of a tag explains at most. */
const mostDescribedFields = 12

/** A field as an item of a list: its name, and what it is in one sentence. */
function describeShortly({ name, required, description = '' }: FieldDefinition): string {
  const phrase = markdownProse(cutTo(mostOfPhrase, firstSentence(description)))
  return `- **${escapeMarkdown(name)}**${required ? localize(' (required)') : ''}${phrase ? `: ${phrase}` : ''}`
}

const mostOfPhrase = 160

function describeOtherFields(tag: Tag): string {
  const shown = new Set(shownFields(tag))
  const others = [...tag.fields.values()].filter(field => !shown.has(field)).map(({ name }) => name)
  return others.length === 0 ? '' : localize('Other fields: {fields}', { fields: escapeMarkdown(others.join(', ')) })
}

function describeExample(tag: Tag): string {
  const example = exampleRecord(tag, shownFields(tag)) ?? exampleRecord(tag)
  return example === undefined ? '' : codeBlock(example, 'rec')
}

function linkToAll({ fullName, fields, descriptor }: Tag, showCommand: string): string {
  const { length: rules } = descriptor.rules ?? []
  const counts = { count: fields.size, rules }
  const ofFields = fields.size === 1 ? localize('1 field') : localize('{count} fields', counts)
  const ofRules = rules === 1 ? localize('1 rule') : localize('{rules} rules', counts)
  const all = rules === 0 ? ofFields : localize('{words} and {last}', { words: ofFields, last: ofRules })
  return linkTo(all, `command:${showCommand}?${encodeURIComponent(JSON.stringify([fullName.path]))}`)
}

/** A standard, with a link to its page where the domain has one. */
const describeStandard = (name: string, domain: Domain): string =>
  withLink(escapeMarkdown(name), standardAddress(name, domain))

/** Markdown as a link, if the address is one. */
const withLink = (markdown: string, address: string | undefined): string =>
  address !== undefined && URL.canParse(address) ? linkTo(markdown, new URL(address).href) : markdown

/** What to say about a field besides what its descriptor does. */
interface FieldSurroundings {
  /** The value at the cursor: it is marked among the allowed ones. */
  readonly current?: string | undefined
  /** Whether the meaning of that value is told already. */
  readonly isCurrentTold?: boolean
  /** The codes of problems that are told already, so that their rules are left out. */
  readonly toldCodes?: readonly string[]
  /** Where the rules that read it come from, and the fields that refer to it. Without it, they are not told. */
  readonly inForce?: RulesInForce
  /** The language of the user. */
  readonly language?: TextLanguage | undefined
}

/** Describes a field: its type and other facts, its meaning, its values, and the rules that read it. */
export function describeField(field: FieldDefinition, tag: Tag | undefined, around: FieldSurroundings = {}): string {
  const { inForce, language } = around
  const shown = tag ? shownField(language, tag, field) : field
  const facts = [
    `**${escapeMarkdown(`${tag ? `${tag.name}.` : ''}${field.name}`)}**`,
    ...(tag ? titleParts(localTitle(language, tag, field)) : []),
    `\`${typeText(field)}\``,
    field.list ? localize('items between commas') : '',
    field.format === undefined ? '' : formatTitle(field.format),
    field.required ? localize('required') : '',
    field.usual && !field.required ? localize('usual') : '',
    ...kindsOfValues(field, tag).map(escapeMarkdown),
    escapeMarkdown(rangeAndUnit(field)),
    field.target ? localize('refers to {tag}', { tag: escapeMarkdown(field.target.tag) }) : '',
  ]
  const rules = tag && inForce ? rulesThatRead(field, tag, inForce) : []
  const untold = rules.filter(({ code }) => !around.toldCodes?.includes(code))
  const examples = tag ? examplesOf(field, tag, rules) : [field.example ?? ''].filter(Boolean)
  return paragraphs(
    facts.filter(Boolean).join(' · '),
    markdownProse(meaningText(shown), tag?.domain),
    field.enum ? describeEachValue(shown, around) : '',
    field.pattern === undefined ? '' : localize('Pattern: {pattern}', { pattern: code(field.pattern) }),
    examples.length === 0 || field.enum ? '' : describeExamples(examples.map(code).join(' · '), examples.length),
    tag ? escapeMarkdown(uniqueText(tag, field.name)) : '',
    describeRules(untold),
    tag && inForce ? describeReferrers(field, tag, inForce) : '',
    tag ? escapeMarkdown(originText(field, tag.domain)) : '',
  )
}

const describeExamples = (examples: string, count: number): string =>
  count === 1 ? localize('Example: {examples}', { examples }) : localize('Examples: {examples}', { examples })

/** The rules that read a field, each with its severity, in plain words. */
function describeRules(rules: readonly DeclaredRule[]): string {
  if (rules.length === 0) return ''
  const lines = rules
    .slice(0, mostShownRules)
    .map(({ severity, rule }) => `- *${severity}*: ${markdownProse(ruleSummary(rule))}`)
  const more = rules.length - lines.length
  return [localize('Rules:'), '', ...lines, ...andMore(more)].join('\n')
}

/** The item of a list that says how many items are not shown; none if all are. */
const andMore = (count: number): string[] => (count > 0 ? [`- ${localize('and {count} more', { count })}`] : [])

/** How many rules a description lists at most. */
const mostShownRules = 8

/** The fields that refer to the records of a tag, if a field is their id. */
function describeReferrers(field: FieldDefinition, tag: Tag, { registry }: RulesInForce): string {
  if (field.name !== tag.identityField) return ''
  const names = fieldsThatReferTo(registry, tag).map(one =>
    one.tag.domain.path === tag.domain.path ? one.field.label : `${one.tag.domain.path}.${one.field.label}`,
  )
  const shown = names.slice(0, mostReferrers)
  const more = names.length - shown.length
  if (names.length === 0) return ''
  const places = { fields: escapeMarkdown(shown.join(', ')), count: more }
  return more > 0
    ? localize('Referred to by {fields} and {count} more.', places)
    : localize('Referred to by {fields}.', places)
}

/** How many fields that refer to an id a description lists at most. */
const mostReferrers = 20

/** The domain of a tag, and the one whose tag it extends. */
function describeDomainOf({ domain, descriptor: { origin } }: Tag): string {
  const path = escapeMarkdown(domain.path)
  return origin === undefined
    ? path
    : localize('{domain}, which extends {base}', { domain: path, base: escapeMarkdown(origin) })
}

/** How many allowed values a description lists at most. */
export const mostDescribed = 100

/** The allowed values of a field in their order, each with its meaning. The current one is bold. */
function describeEachValue(field: FieldDefinition, { current, isCurrentTold }: FieldSurroundings): string {
  const values = field.enum ?? []
  const lines = values.slice(0, mostDescribed).map(value => {
    const deprecation = deprecatedText(deprecationOf(field, value))
    const phrase = value === current && isCurrentTold ? '' : (phraseOf(field, value) ?? '')
    const meaning = markdownProse([phrase, deprecation].filter(Boolean).join('. '))
    const next = escapeMarkdown(followersOf(field, value))
    const name = value === current ? `**${escapeMarkdown(value)}** ←` : escapeMarkdown(value)
    return `- ${name}${meaning ? `: ${meaning}` : ''}${next ? ` *(${next})*` : ''}`
  })
  const more = values.length - lines.length
  return [...lines, ...andMore(more)].join('\n')
}

/**
 * Describes a domain: what it is about, and its tags.
 *
 * @param language the one of its texts
 */
export function describeDomain(domain: Domain, language?: TextLanguage): string {
  const { descriptor } = domain
  const { state, notices, publisher } = domainFacts(descriptor)
  return paragraphs(
    `**${escapeMarkdown(domain.path)}** · ${localize('version {version}', { version: escapeMarkdown(descriptor.version) })}`,
    state === undefined ? '' : `**${escapeMarkdown(state)}**`,
    ...notices.map(notice => markdownProse(notice)),
    domain.base ? localize('Extends {domain}.', { domain: escapeMarkdown(domain.base.path) }) : '',
    markdownProse(aboutDomain(language, domain)),
    localize('Tags: {tags}', { tags: escapeMarkdown([...domain.tags.keys()].join(', ')) }),
    descriptor.meta?.use_cases?.length
      ? localize('Used for: {uses}', {
          uses: descriptor.meta.use_cases.map(({ title }) => escapeMarkdown(title)).join('; '),
        })
      : '',
    publisher === undefined ? '' : escapeMarkdown(publisher),
  )
}

/** How the domains in force were chosen, as the end of a sentence. */
export const describeSource = ({ source }: DomainsInForce): string =>
  ({
    header: localize('named by the @DOC header above'),
    setting: localize('given by a setting'),
    'file name': localize('named by the file name'),
    registry: localize('as nothing names one'),
  })[source]

/** Describes a type. */
export const describeValueType = (type: keyof typeof valueTypes): string =>
  paragraphs(`**${type}**`, localTemplate(valueTypes[type].description))

/**
 * A text of a descriptor in Markdown: words between backticks are code, and everything else is shown as it is.
 *
 * @param domain where the text names a standard that this domain links, it is a link
 */
export const markdownProse = (text: string, domain?: Domain): string =>
  proseParts(text.trim(), domain)
    .map(part => {
      if (part.kind === 'code') return code(part.text)
      return withLink(escapeLine(part.text), part.address)
    })
    .join('')

/** Escapes text for Markdown. Descriptors come from users, so their texts are never read as Markdown. */
export const escapeMarkdown = (text: string): string => escapeLine(text.trim())

const escapeLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').replace(markdownSpecial, '\\$&')

/**
 * What Markdown gives a meaning: some characters only at the start or the end of a text, `_` only at the edge of a
 * word, and `&` only before the name of a character.
 */
const markdownSpecial =
  /[\\`*[\]|<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^[-+#>]|(?<=^\d{1,9})[.)](?=\s|$)|!$|&(?=[a-z#])/giu

/**
 * A link with a text in Markdown. No part of the address can end the link and begin something else, such as an image.
 */
export const linkTo = (markdown: string, address: string): string =>
  `[${markdown}](${address.replace(/[^\w\-.~:/?#@&=+,;$%\u0080-\uffff]/g, percentEncoded)})`

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/** Text as inline code. */
export const code = (text: string): string => {
  const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  const inner = text.replace(/[\r\n]+/g, ' ')
  return fence.length > 1 ? `${fence} ${inner} ${fence}` : fence + inner + fence
}

/** Text as a block of code of a language. */
export const codeBlock = (text: string, language: string): string => {
  const fence = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Paragraphs with blank lines between them, without empty ones. */
export const paragraphs = (...texts: string[]): string => texts.filter(Boolean).join('\n\n')

/** Describes the values of a field in a few words. */
export function describeValues(field: FieldDefinition): string {
  if (field.target)
    return (field.list ? `${localize('list')}, ` : '') + localize('refers to {tag}', { tag: field.target.tag })
  if (field.enum) return field.enum.join(', ')
  return [field.list ? localize('list') : typeText(field), rangeText(field), field.unit ?? ''].filter(Boolean).join(' ')
}
