import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import { fieldsAndId, patternOfText, sentencesOfField, timePattern, typeNamesOf, withoutBreaks } from './parts.ts'
import { docOf, literalOfText } from './typescript.ts'
import { headLines, type Unsaid, unsaidByAll, unsaidFields, unsaidFormats, unsaidKeys } from './unsaid.ts'

/**
 * A domain as schemas of Zod 4 for what `recline convert --to json` writes: one for each tag with the type of its
 * records, and `records` for all that a file has.
 */
export function zodOf(domain: Domain): string {
  const names = typeNamesOf(domain, new Set())
  const head = headLines(domain, unsaidInZod(domain)).map(line => `// ${withoutBreaks(line)}\n`)
  const all = [...names.values()].map(name => `${name}, `).join('')
  return [
    `${head.join('')}import { z } from 'zod'\n`,
    `/** A date, or a date and time, that exists. */\nconst time = z.string().regex(new RegExp(${literalOfText(timePattern)}))\n`,
    ...[...names].map(([tag, name]) => schemaOf(tag, name)),
    `/** What a file has: records, headers, and comments and blocks as they are written. */\n` +
      `export const entry = z.union([\n  ${all}z.looseObject({ $tag: z.literal('DOC') }),\n` +
      '  z.strictObject({ $comment: z.string() }),\n  z.strictObject({ $block: z.string() }),\n])\n' +
      'export const records = z.union([entry, z.array(entry)])\n',
  ].join('\n')
}

const unsaidInZod = (domain: Domain): readonly Unsaid[] => [
  ...unsaidByAll(domain),
  unsaidFields(domain, 'references to records', ({ field }) => field.target !== undefined),
  unsaidKeys(domain),
  unsaidFormats(domain),
  unsaidFields(
    domain,
    'patterns',
    ({ field }) => field.pattern !== undefined && (field.enum !== undefined || patternOfText(field) === undefined),
  ),
  unsaidFields(
    domain,
    'values of lists',
    ({ field: { list, enum: values, range, pattern } }) => list === true && Boolean(values ?? range ?? pattern),
  ),
]

function schemaOf(tag: Tag, name: string): string {
  const { description, deprecated } = tag.descriptor
  const fields = fieldsAndId(tag).map(field => `  ${zodKey(field.name)}: ${zodMember(field)},\n`)
  return [
    docOf([description, deprecated && '@deprecated'], ''),
    `export const ${name} = z.strictObject({\n  $tag: z.literal(${literalOfText(tag.name)}),\n`,
    ...fields,
    '  /** The record as it is written, where its fields are not all of it. */\n  $text: z.string().optional(),\n})\n',
    `export type ${name} = z.infer<typeof ${name}>\n`,
  ].join('')
}

/** The name of a property. Only in brackets is `__proto__` one like others. */
const zodKey = (name: string): string => (name === '__proto__' ? `['__proto__']` : literalOfText(name))

function zodMember(field: FieldDefinition): string {
  const said = withoutBreaks(sentencesOfField(field).join(' '))
  const described = said === '' ? '' : `.describe(${literalOfText(said)})`
  return `${zodType(field)}${field.required ? '' : '.optional()'}${described}`
}

function zodType(field: FieldDefinition): string {
  const { type, isTypeUnknown, list, required, range, enum: values } = field
  const filled = required ? '.min(1)' : ''
  if (isTypeUnknown) return 'z.unknown()'
  if (list) return `z.union([z.string()${filled}, z.array(z.unknown())])`
  switch (type) {
    case 'bool':
      return 'z.boolean()'
    case 'ts':
      return values ? `time.refine(value => ${literalsOf(values)}.includes(value))` : 'time'
    case 'string': {
      if (values) return `z.enum(${literalsOf(required ? values.filter(value => value !== '') : values)})`
      const pattern = patternOfText(field)
      return `z.string()${filled}${pattern === undefined ? '' : `.regex(new RegExp(${literalOfText(pattern)}, 'u'))`}`
    }
    case 'int':
    case 'float': {
      if (values) return `z.literal([${values.map(Number).filter(Number.isFinite).join(', ')}])`
      const whole = type === 'int' ? '.refine(Number.isInteger)' : ''
      return `z.number()${range ? `.min(${range[0]}).max(${range[1]})` : ''}${whole}`
    }
  }
}

const literalsOf = (values: readonly string[]): string => `[${values.map(literalOfText).join(', ')}]`
