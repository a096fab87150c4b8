import type { DomainsInForce } from '../../shared/domains/domains-in-force.ts'
import { followersOf, meaningText, originText, phraseOf, rangeText, typeText } from '../../shared/domains/field-text.ts'
import type { Domain, FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { markdownHead, markdownRow } from '../../shared/syntax/written-rows.ts'

/** Descriptions of domains, tags, fields and values in Markdown, for hovers and completion items. */

/** Describes a tag: its domain, its meaning, and its fields as a table. */
export function describeTag(tag: Tag): string {
  const { descriptor, domain } = tag
  const context = domain.descriptor.meta?.tag_context?.[tag.name]
  const fields = [...tag.fields.values()]
  return paragraphs(
    `**${escapeMarkdown(tag.name)}** · ${escapeMarkdown(domain.path)}${describeBase(descriptor)}`,
    escapeMarkdown(meaningText(descriptor)),
    escapeMarkdown([context?.purpose, context?.when_to_use].filter(Boolean).join(' ')),
    fields.length === 0
      ? ''
      : [
          markdownHead(['field', 'type', '', 'unit', 'range']),
          ...fields.map(field =>
            markdownRow([
              field.required ? `**${cell(field.name)}**` : cell(field.name),
              typeText(field),
              field.required ? 'required' : '',
              cell(field.unit),
              rangeText(field),
            ]),
          ),
        ]
          .join('')
          .trimEnd(),
    context?.related_standards?.length
      ? `Standards: ${context.related_standards.map(name => describeStandard(name, domain)).join(', ')}`
      : '',
    describeRules(tag),
  )
}

/** The rules of a tag, each with its reason. */
const describeRules = ({ descriptor: { rules = [] } }: Tag): string =>
  rules.length === 0
    ? ''
    : [
        'Rules:',
        '',
        ...rules.map(({ id, description, expression }) =>
          description === undefined ? `- ${code(expression)}` : `- ${code(id)}: ${escapeMarkdown(description)}`,
        ),
      ].join('\n')

/** A standard, with a link to its page where the domain has one. */
function describeStandard(name: string, { descriptor }: Domain): string {
  const links = descriptor.meta?.links?.filter(({ url }) => url.startsWith('https://') && URL.canParse(url)) ?? []
  const link = links.find(({ label }) => hasWords(label, name)) ?? links.find(({ label }) => isPartOf(name, label))
  if (!link) return escapeMarkdown(name)
  return linkTo(escapeMarkdown(name), new URL(link.url).href)
}

/**
 * Whether a standard is part of the one that a label names before its first comma: `Directive 2014/65/EU, Article 27`
 * is part of `Directive 2014/65/EU, MiFID II`.
 */
const isPartOf = (name: string, label: string): boolean => hasWords(name, label.split(',', 1)[0]!)

/** Whether a text contains another one as whole words: `RFC 1035, domain names` contains `RFC 1035`, not `RFC 103`. */
function hasWords(text: string, words: string): boolean {
  const start = text.indexOf(words)
  if (start < 0 || words === '') return false
  return !/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && !/^[\p{L}\p{N}]/u.test(text.slice(start + words.length))
}

/** Describes a field: its type and other facts, then its meaning. `current` is marked among its allowed values. */
export function describeField(field: FieldDefinition, tag: Tag | undefined, current?: string): string {
  const facts = [
    `**${escapeMarkdown(`${tag ? `${tag.name}.` : ''}${field.name}`)}**`,
    `\`${typeText(field)}\``,
    field.list ? 'items between commas' : '',
    field.required ? 'required' : '',
    [rangeText(field), field.unit === undefined ? '' : escapeMarkdown(field.unit)].filter(Boolean).join(' '),
    field.target ? `refers to ${field.target.tag}` : '',
  ]
  return paragraphs(
    facts.filter(Boolean).join(' · '),
    escapeMarkdown(meaningText(field)),
    field.enum ? describeEachValue(field, current) : '',
    field.pattern === undefined ? '' : `Pattern: ${code(field.pattern)}`,
    field.example === undefined || field.enum ? '' : `Example: ${code(field.example)}`,
    tag ? escapeMarkdown(originText(field, tag.domain)) : '',
  )
}

/** The domain whose tag a tag of another domain extends, behind the path of the latter. */
const describeBase = ({ origin }: Tag['descriptor']): string =>
  origin === undefined ? '' : `, which extends ${escapeMarkdown(origin)}`

/** How many allowed values a description lists at most. */
export const mostDescribed = 100

/** The allowed values of a field in their order, each with its meaning. The current one is bold. */
function describeEachValue(field: FieldDefinition, current?: string): string {
  const values = field.enum ?? []
  const lines = values.slice(0, mostDescribed).map(value => {
    const meaning = escapeMarkdown(phraseOf(field, value) ?? '')
    const next = escapeMarkdown(followersOf(field, value))
    const name = value === current ? `**${escapeMarkdown(value)}** ←` : escapeMarkdown(value)
    return `- ${name}${meaning ? `: ${meaning}` : ''}${next ? ` *(${next})*` : ''}`
  })
  const more = values.length - lines.length
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}

/** Describes a domain: what it is about, and its tags. */
export function describeDomain(domain: Domain): string {
  const { descriptor } = domain
  return paragraphs(
    `**${escapeMarkdown(domain.path)}** · version ${escapeMarkdown(descriptor.version)}`,
    domain.base ? `Extends ${escapeMarkdown(domain.base.path)}.` : '',
    escapeMarkdown(descriptor.meta?.tagline ?? descriptor.description),
    `Tags: ${escapeMarkdown([...domain.tags.keys()].join(', '))}`,
    descriptor.meta?.use_cases?.length
      ? `Used for: ${descriptor.meta.use_cases.map(({ title }) => escapeMarkdown(title)).join('; ')}`
      : '',
  )
}

/** How the domains in force were chosen, as the end of a sentence. */
export const describeSource = ({ source }: DomainsInForce): string =>
  ({
    header: 'named by the @DOC header above',
    setting: 'given by a setting',
    'file name': 'named by the file name',
    registry: 'as nothing names one',
  })[source]

/** Describes a type. */
export const describeValueType = (type: keyof typeof valueTypes): string =>
  paragraphs(`**${type}**`, valueTypes[type].description)

/** Escapes text for Markdown. Descriptors come from users, so their texts are never read as Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replace(special, '\\$&')

/**
 * What Markdown gives a meaning: some characters only at the start or the end of a text, `_` only at the edge of a
 * word, and `&` only before the name of a character.
 */
const special = /[\\`*[\]|<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^[-+#>]|(?<=^\d{1,9})[.)](?=\s|$)|!$|&(?=[a-z#])/giu

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

const cell = (text: string | undefined): string => (text === undefined ? '' : escapeMarkdown(text))

/** Describes the values of a field in a few words. */
export function describeValues(field: FieldDefinition): string {
  if (field.target) return `${field.list ? 'list, ' : ''}refers to ${field.target.tag}`
  if (field.enum) return field.enum.join(', ')
  return [field.list ? 'list' : typeText(field), rangeText(field), field.unit ?? ''].filter(Boolean).join(' ')
}
