import { phraseOf } from '../domains/field-text.ts'
import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import { headLines, type Unsaid, unsaidByAll, unsaidFields, unsaidFormats, unsaidKeys } from './unsaid.ts'

/**
 * A domain as types of TypeScript for what `recline convert --to json` writes: an interface for each tag, and one type
 * for a record of any of them.
 */
export function typeScriptOf(domain: Domain): string {
  const tags = [...domain.tags.values()]
  const names = tags.map(({ name }) => typeNameOf(name))
  const head = headLines(domain, unsaidInTypes(domain)).map(line => `// ${withoutBreaks(line)}\n`)
  const any = `/** A record of any tag of the domain. */\nexport type AnyRecord =${names.map(name => `\n  | ${name}`).join('') || ' never'}\n`
  return [head.join(''), ...tags.map(interfaceOf), any].join('\n')
}

const unsaidInTypes = (domain: Domain): readonly Unsaid[] => [
  ...unsaidByAll(domain),
  unsaidFields(domain, 'references to records', ({ field }) => field.target !== undefined),
  unsaidKeys(domain),
  unsaidFormats(domain),
  unsaidFields(domain, 'patterns', ({ field }) => field.pattern !== undefined),
  unsaidFields(domain, 'ranges', ({ field }) => field.range !== undefined),
  unsaidFields(domain, 'whole numbers', ({ field }) => field.type === 'int'),
  unsaidFields(domain, 'dates and times', ({ field }) => field.type === 'ts'),
  unsaidFields(domain, 'values of lists', ({ field }) => field.list === true && field.enum !== undefined),
]

/** `ACCESS_REVIEW` as `AccessReview`. */
const typeNameOf = (tag: string): string =>
  tag
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

function interfaceOf(tag: Tag): string {
  const all = tag.fields.has('rid') ? [...tag.fields.values()] : [tag.rid, ...tag.fields.values()]
  return [
    docOf([tag.descriptor.description, tag.descriptor.deprecated && '@deprecated'], ''),
    `export interface ${typeNameOf(tag.name)} {\n  readonly $tag: ${literalOfText(tag.name)}\n`,
    ...all.map(member),
    '  /** The record as it is written, where its fields are not all of it. */\n  readonly $text?: string\n}\n',
  ].join('')
}

function member(field: FieldDefinition): string {
  const { name, description, range, unit, target, pattern, format, required, deprecated } = field
  const doc = docOf(
    [
      description,
      range && `From ${range[0]} to ${range[1]}.`,
      unit !== undefined && `Unit: ${unit}.`,
      target && `Refers to a record of ${target.path}.`,
      pattern !== undefined && `Pattern: ${pattern}`,
      format !== undefined && `Format: ${format}.`,
      ...(field.enum ?? []).flatMap(value => {
        const meaning = phraseOf(field, value)
        return meaning === undefined ? [] : `- ${value}: ${meaning}`
      }),
      deprecated && '@deprecated',
    ],
    '  ',
  )
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalOfText(name)
  return `${doc}  readonly ${key}${required ? '' : '?'}: ${typeInTypes(field)}\n`
}

function typeInTypes({ type, list, isTypeUnknown, enum: values }: FieldDefinition): string {
  if (isTypeUnknown) return 'unknown'
  if (list) return 'string | readonly unknown[]'
  if (type === 'bool') return 'boolean'
  if (type === 'int' || type === 'float') return 'number'
  return values && values.length > 0 ? values.map(literalOfText).join(' | ') : 'string'
}

/** A text as a literal in single quotes. */
const literalOfText = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(/[\u2028\u2029]/g, lineSeparatorEscape)}'`

const lineSeparatorEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`

/** Lines as a comment with documentation; no text of a descriptor ends it. */
function docOf(lines: readonly (string | false | undefined)[], indent: string): string {
  const texts = lines.flatMap(line => (line ? [withoutBreaks(line).replaceAll('*/', '*\\/')] : []))
  if (texts.length === 0) return ''
  if (texts.length === 1) return `${indent}/** ${texts[0]} */\n`
  return `${indent}/**\n${texts.map(text => `${indent} * ${text}\n`).join('')}${indent} */\n`
}

const withoutBreaks = (text: string): string => text.replace(/[\s\u2028\u2029]+/g, ' ').trim()
