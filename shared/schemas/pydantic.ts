import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import {
  fieldsAndId,
  patternOfText,
  sentencesOfField,
  timePattern,
  typeNamesOf,
  unusedName,
  withoutBreaks,
} from './parts.ts'
import { headLines, type Unsaid, unsaidByAll, unsaidFields, unsaidFormats, unsaidKeys } from './unsaid.ts'

/**
 * A domain as models of Pydantic 2 for what `recline convert --to json` writes: a class for each tag, and `Records` for
 * all that a file has.
 */
export function pydanticOf(domain: Domain): string {
  const taken = new Set(['Any', 'Annotated', 'BaseModel', 'Block', 'Comment', 'ConfigDict', 'Doc', 'Entry', 'Field'])
  for (const name of ['Literal', 'Records', 'RootModel', 'Strict', 'Time', 'None', 'True', 'False']) taken.add(name)
  const names = typeNamesOf(domain, taken)
  // Pydantic finds the class of an object by this name too, so no field may be called so.
  const tagName = unusedName('tag', new Set([...names.keys()].flatMap(tag => [...tag.fields.keys()])))
  const head = headLines(domain, unsaidInPydantic(domain), pydanticNotes).map(line => `# ${withoutBreaks(line)}\n`)
  const tagged = [...names.values(), 'Doc'].join(' | ')
  return [
    `${head.join('')}from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

# A date, or a date and time, that exists.
Time = Annotated[str, Field(pattern=${pythonText(timePattern)})]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, protected_namespaces=())


class Doc(BaseModel):
    """A header, which names the domain of the records below it."""

    model_config = ConfigDict(extra="allow")
    ${tagName}: Literal["DOC"] = Field(alias="$tag")


class Comment(Strict):
    """A comment as it is written."""

    comment: str = Field(alias="$comment")


class Block(Strict):
    """A block as it is written."""

    block: str = Field(alias="$block")
`,
    ...[...names].map(([tag, name]) => classOf(tag, name, tagName)),
    `Entry = ${names.size > 0 ? `Annotated[${tagged}, Field(discriminator=${pythonText(tagName)})]` : 'Doc'} | Comment | Block


class Records(RootModel[Entry | list[Entry]]):
    """All that a file has. Records.model_validate_json reads what recline convert --to json writes."""
`,
  ].join('\n\n')
}

const pydanticNotes = [
  'For Python 3.10 and Pydantic 2. A field that a record lacks is None here, and its JSON may say null.',
]

const unsaidInPydantic = (domain: Domain): readonly Unsaid[] => [
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
    'allowed values',
    ({ field: { type, list, enum: values } }) =>
      values !== undefined && (list === true || type === 'float' || type === 'ts'),
  ),
  unsaidFields(
    domain,
    'values of lists',
    ({ field: { list, range, pattern } }) => list === true && Boolean(range ?? pattern),
  ),
]

function classOf(tag: Tag, name: string, tagName: string): string {
  const taken = new Set([tagName, ...pythonWords])
  const { description } = tag.descriptor
  return [
    `class ${name}(Strict):\n`,
    description === undefined ? '' : `    ${pythonText(withoutBreaks(description))}\n\n`,
    `    ${tagName}: Literal[${pythonText(tag.name)}] = Field(alias="$tag")\n`,
    ...fieldsAndId(tag).map(field => attribute(field, taken)),
    // The record as it is written, where its fields are not all of it.
    `    ${unusedName('text', taken)}: str | None = Field(default=None, alias="$text")\n`,
  ].join('')
}

function attribute(field: FieldDefinition, taken: Set<string>): string {
  const attributeName = unusedName(field.name.replace(/\W/g, '_').replace(/^(?=[\d_])/, 'field_'), taken)
  const said = withoutBreaks(sentencesOfField(field).join(' '))
  const args = [
    ...(field.required ? [] : ['default=None']),
    ...(attributeName === field.name ? [] : [`alias=${pythonText(field.name)}`]),
    ...(said === '' ? [] : [`description=${pythonText(said)}`]),
  ]
  const type = `${typeInPython(field)}${field.required || field.isTypeUnknown ? '' : ' | None'}`
  return `    ${attributeName}: ${type} = Field(${args.join(', ')})\n`
}

function typeInPython(field: FieldDefinition): string {
  const { type, isTypeUnknown, list, required, range, enum: values } = field
  const filled = required ? ['min_length=1'] : []
  if (isTypeUnknown) return 'Any'
  if (list) return `${limited('str', filled)} | list[Any]`
  switch (type) {
    case 'bool':
      return 'bool'
    case 'ts':
      return 'Time'
    case 'string': {
      const some = values?.filter(value => !required || value !== '')
      if (some && some.length > 0) return `Literal[${some.map(pythonText).join(', ')}]`
      const pattern = patternOfText(field)
      return limited('str', [...filled, ...(pattern === undefined ? [] : [`pattern=${pythonText(pattern)}`])])
    }
    case 'int':
    case 'float': {
      const numbers = type === 'int' ? (values ?? []).map(Number).filter(Number.isInteger) : []
      if (numbers.length > 0) return `Literal[${numbers.join(', ')}]`
      return limited(type, range ? [`ge=${range[0]}`, `le=${range[1]}`] : [])
    }
  }
}

const limited = (type: string, limits: readonly string[]): string =>
  limits.length === 0 ? type : `Annotated[${type}, Field(${limits.join(', ')})]`

/** A text as a literal of Python: as in JSON, but a character beyond ASCII has one escape, as Python has no pairs. */
const pythonText = (text: string): string =>
  JSON.stringify(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[\u{7f}-\u{10ffff}]/gu,
    character => `\\U${character.codePointAt(0)!.toString(16).padStart(8, '0')}`,
  )

/** What no attribute is called: words of Python, what types are written with, and what `BaseModel` has itself. */
const pythonWords = (
  'Annotated Any Field Literal Time bool float int list str ' +
  'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
  'import in is lambda nonlocal not or pass raise return try while with yield ' +
  'construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json update_forward_refs validate ' +
  'model_computed_fields model_config model_construct model_copy model_dump model_dump_json model_extra model_fields ' +
  'model_fields_set model_json_schema model_parametrized_name model_post_init model_rebuild model_validate ' +
  'model_validate_json model_validate_strings'
).split(' ')
