import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import { fieldsAndId, sentencesOfField, typeNamesOf, withoutBreaks } from './parts.ts'
import { headLines, type Unsaid, unsaidByAll, unsaidFields, unsaidFormats, unsaidKeys } from './unsaid.ts'

/**
 * A domain as types of TypeScript for what `recline convert --to json` writes: an interface for each tag, and one type
 * for a record of any of them.
 */
export function typeScriptOf(domain: Domain): string {
  const names = typeNamesOf(domain, new Set(['AnyRecord']))
  const head = headLines(domain, unsaidInTypes(domain)).map(line => `// ${withoutBreaks(line)}\n`)
  const any = `/** A record of any tag of the domain. */\nexport type AnyRecord =${[...names.values()].map(name => `\n  | ${name}`).join('') || ' never'}\n`
  return [head.join(''), ...[...names].map(([tag, name]) => interfaceOf(tag, name)), any].join('\n')
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

function interfaceOf(tag: Tag, typeName: string): string {
  return [
    docOf([tag.descriptor.description, tag.descriptor.deprecated && '@deprecated'], ''),
    `export interface ${typeName} {\n  readonly $tag: ${literalOfText(tag.name)}\n`,
    ...fieldsAndId(tag).map(member),
    '  /** The record as it is written, where its fields are not all of it. */\n  readonly $text?: string\n}\n',
  ].join('')
}

function member(field: FieldDefinition): string {
  const { name, range, pattern, format, required, deprecated } = field
  const doc = docOf(
    [
      ...sentencesOfField(field),
      range && `From ${range[0]} to ${range[1]}.`,
      pattern !== undefined && `Pattern: ${pattern}`,
      format !== undefined && `Format: ${format}.`,
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

/** A text as a literal of TypeScript, in single quotes. */
export const literalOfText = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replace(/[\u2028\u2029]/g, lineSeparatorEscape)}'`

const lineSeparatorEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`

/** Lines as a comment with documentation; no text of a descriptor ends it. */
export function docOf(lines: readonly (string | false | undefined)[], indent: string): string {
  const texts = lines.flatMap(line => (line ? [withoutBreaks(line).replaceAll('*/', '*\\/')] : []))
  if (texts.length === 0) return ''
  if (texts.length === 1) return `${indent}/** ${texts[0]} */\n`
  return `${indent}/**\n${texts.map(text => `${indent} * ${text}\n`).join('')}${indent} */\n`
}
