import { isAllowed } from '../../domains/allowed-value.ts'
import { withoutPrefixes } from '../../domains/identity.ts'
import { itemsOf } from '../../domains/list-items.ts'
import type { Aspect, FieldDefinition } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { exactNumber, exactWhole } from '../../domains/value-types/int.ts'
import { fieldType, type RecordNode, valueText, type ValueNode as WrittenValue } from '../../syntax/nodes.ts'
import { openingIn } from '../../syntax/open-ends.ts'
import { foreignTypes } from '../../syntax/type-words.ts'
import type { Use } from '../check/scope.ts'
import { type RecordLinks, type RecordValues, timestampOf, type Value } from './values.ts'

/** The values of a record of a file. */
export class ParsedRecord implements RecordValues {
  /**
   * @param links where its references lead, if that is known
   * @param reading how its values are read
   */
  constructor(
    private readonly record: RecordNode,
    readonly links?: RecordLinks,
    private readonly reading: Use = 'rule',
  ) {}

  get(field: FieldDefinition): Value | undefined {
    if (field.aspect) return this.aspectOf(field.aspect)
    const text = this.textOf(field)
    return text === undefined ? undefined : valueOfType(text, field, this.reading)
  }

  private aspectOf({ kind, of }: Aspect): Value | undefined {
    if (kind === 'written') {
      const value = this.record.fields.find(field => field.name === of.name && field.value)?.value
      return value ? valueText(this.record, value) : undefined
    }
    const text = this.textOf(of)
    return text !== undefined && isValid(text, of)
  }

  /** The text of the value of a field; undefined if it is absent, or if it is uncertain what it is. */
  textOf(field: FieldDefinition): string | undefined {
    const { record, reading } = this
    let found: WrittenValue | undefined
    let type: string | undefined
    for (const node of record.fields) {
      if (node.name !== field.name) continue
      if (reading === 'query' && (found || !node.value)) continue
      // If a field is there twice, nobody knows which value counts. A query takes the first one, and shows it.
      if (found || !node.value) return undefined
      found = node.value
      type = node.typeStart < 0 ? undefined : fieldType(record, node)
    }
    if (!found || (type !== undefined && foreignTypes.has(type))) return undefined
    if ((found.kind === 'list' && !found.closed) || openingIn(record, found) !== undefined) return undefined
    return valueText(record, found)
  }

  isWritten({ name }: FieldDefinition): boolean {
    const { record, reading } = this
    return record.fields.some(field => field.name === name && (reading === 'rule' || field.value !== undefined))
  }
}

/** The value that a text means in a field; undefined if it is not of the field's type, or for a rule, not allowed. */
export function valueOfType(text: string, field: FieldDefinition, reading: Use = 'rule'): Value | undefined {
  const { type, list, target } = field
  if (reading === 'rule' ? !isValid(text, field) : !valueTypes[type].accepts(text)) return undefined
  if (list) return itemsOf(target ? withoutPrefixes(text) : text)
  if (target) return text === '' ? undefined : idIn(text)
  switch (type) {
    case 'int':
      return exactWhole(text)
    case 'float':
      return exactNumber(text)
    case 'bool':
      return text === 'true'
    case 'ts':
      return timestampOf(text)
    case 'string':
      return text
  }
}

/** Whether a text is of the type of a field, and allowed there. */
const isValid = (text: string, field: FieldDefinition): boolean =>
  valueTypes[field.type].accepts(text) && !(text === '' && field.required) && isAllowed(text, field)

/** The id that a reference names, without the blanks or brackets around it. */
function idIn(text: string): string {
  const id = withoutPrefixes(text)
  const [item, ...others] = itemsOf(id)
  return item !== undefined && others.length === 0 ? item : id
}
