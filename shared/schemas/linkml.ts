import { phraseOf } from '../domains/field-text.ts'
import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import { fieldsAndId, patternOfText, typeNamesOf } from './parts.ts'
import { headLines, type Unsaid, unsaidByAll, unsaidFields, unsaidFormats } from './unsaid.ts'

/** A part of a schema of LinkML. */
interface Node {
  readonly [key: string]: Node | readonly (Node | string)[] | string | number | boolean | undefined
}

/**
 * A domain as a schema of LinkML: a class for each tag, and an enumeration for each field with allowed values.
 *
 * @returns YAML. Its texts are written as JSON, which YAML reads with the same meaning
 * @see https://linkml.io/linkml-model/latest/docs/
 */
export function linkMlOf(domain: Domain): string {
  const names = typeNamesOf(domain, new Set())
  const classes = new Map([...names].map(([tag, name]) => [tag.nameOfRecords.path, name]))
  const enumFields = [...names].flatMap(([tag, name]) =>
    fieldsAndId(tag).flatMap(field => (field.enum ? [{ field, name: enumName(name, field) }] : [])),
  )
  const schema: Node = {
    id: `urn:recline:${domain.path}`,
    name: domain.path.replace(/\W/g, '_'),
    title: domain.path,
    description: domain.descriptor.description,
    version: domain.descriptor.version,
    prefixes: { linkml: 'https://w3id.org/linkml/', recline: 'urn:recline:' },
    default_prefix: 'recline',
    default_range: 'string',
    imports: ['linkml:types'],
    classes: Object.fromEntries([...names].map(([tag, name]) => [name, classOfTag(tag, name, classes)])),
    enums: Object.fromEntries(enumFields.map(({ field, name }) => [name, permissibleValues(field)])),
  }
  const head = headLines(domain, unsaidInLinkMl(domain), linkMlNotes)
    .map(line => `# ${line.replace(/[\s\p{Cc}]+/gu, ' ')}\n`)
    .join('')
  return head + yamlLines(schema, '').join('')
}

const linkMlNotes = ['A date or a date and time is a text, as LinkML has a type for each and none for both.']

const unsaidInLinkMl = (domain: Domain): readonly Unsaid[] => [
  ...unsaidByAll(domain),
  unsaidFormats(domain),
  unsaidFields(
    domain,
    'references to records of other domains',
    ({ field }) =>
      field.target !== undefined &&
      ![...domain.tags.values()].some(tag => tag.nameOfRecords.path === field.target?.path),
  ),
  unsaidFields(domain, 'dates and times', ({ field }) => field.type === 'ts'),
  unsaidFields(domain, 'patterns', ({ field }) => field.pattern !== undefined && patternOfText(field) === undefined),
]

function classOfTag(tag: Tag, name: string, classes: ReadonlyMap<string, string>): Node {
  const { description, deprecated } = tag.descriptor
  return {
    description,
    deprecated: deprecated ? 'yes' : undefined,
    attributes: Object.fromEntries(
      fieldsAndId(tag).map(field => [field.name, slotOf(tag, field, field.enum && enumName(name, field), classes)]),
    ),
    unique_keys: Object.fromEntries(
      tag.keys.map(({ fields }) => {
        const slots = fields.map(field => field.name)
        return [slots.join('_'), { unique_key_slots: slots }]
      }),
    ),
  }
}

const enumName = (typeName: string, { name }: FieldDefinition): string => `${typeName}_${name}`

function slotOf(
  tag: Tag,
  field: FieldDefinition,
  enumeration: string | undefined,
  classes: ReadonlyMap<string, string>,
): Node {
  const { name, description, required, list, unit, range, deprecated, example, target } = field
  const className = target && classes.get(target.path)
  return {
    description,
    deprecated: deprecated ? 'yes' : undefined,
    identifier: name === tag.identityField || undefined,
    required: required || undefined,
    multivalued: list || undefined,
    range: enumeration ?? className ?? linkMlTypes[field.type],
    inlined: className === undefined ? undefined : false,
    minimum_value: range?.[0],
    maximum_value: range?.[1],
    pattern: patternOfText(field),
    unit: unit === undefined ? undefined : { descriptive_name: unit },
    examples: example === undefined ? undefined : [{ value: String(example) }],
  }
}

const linkMlTypes: Readonly<Record<FieldDefinition['type'], string>> = {
  string: 'string',
  int: 'integer',
  float: 'float',
  ts: 'string',
  bool: 'boolean',
}

const permissibleValues = (field: FieldDefinition): Node => ({
  permissible_values: Object.fromEntries(
    (field.enum ?? []).map(value => [value, { description: phraseOf(field, value) }]),
  ),
})

/** A part of the schema as lines of YAML. */
function yamlLines(node: Node, indent: string): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (value === undefined) return []
    const start = `${indent}${isPlainKey.test(key) ? key : yamlText(key)}:`
    if (typeof value !== 'object' || Array.isArray(value)) return [`${start} ${yamlText(value)}\n`]
    const inside = yamlLines(value as Node, `${indent}  `)
    return inside.length > 0 ? [`${start}\n`, ...inside] : [`${start} {}\n`]
  })
}

/** A key that YAML 1.1, which LinkML reads, takes for a text and not for a truth value, null or a number. */
const isPlainKey = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z]\w*$/i

/** A value as JSON, without the characters that YAML does not allow. */
const yamlText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
