import { choicesOf, meaningText, rangeAndUnit, rangeText } from '../../domains/field-text.ts'
import { withArticle } from '../../domains/message-text.ts'
import { plainProse } from '../../domains/prose.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../domains/registry.ts'
import { nameIn } from '../foreign-tables/column-fields.ts'
import type { PlainColumn } from '../table.ts'

/** What a spreadsheet tells a person about a column, and which values it lets through. */
export interface ColumnHint {
  /** What the field means. */
  readonly note: string
  readonly isRequired: boolean
  readonly allowed: Allowed | undefined
}

/** The values that a column may have. */
export type Allowed =
  | {
      readonly kind: 'list'
      readonly values: readonly string[]
      readonly areTruths: boolean
      readonly sentence: string
    }
  /** The ids of the records of another tag. */
  | { readonly kind: 'ids'; readonly tag: string; readonly sentence: string }
  | {
      readonly kind: 'range'
      readonly range: readonly [number, number]
      readonly isWhole: boolean
      readonly sentence: string
    }

/** The hint for a column of the records of a tag; undefined for a field that the tag does not define. */
export function columnHint({ key }: PlainColumn, tag: Tag): ColumnHint | undefined {
  const name = nameIn(key)
  const field = fieldOf(tag, name)
  if (!field || field.isUndefined) return undefined
  const isRequired = tag.required.includes(field)
  // A column with a type in its name holds values of another type than the field's.
  const allowed = key === name && !field.list ? valuesLetThrough(field) : undefined
  const choices = choicesOf(field) ?? []
  const meanings = choices.some(({ meaning }) => meaning !== '')
    ? choices.map(({ value, meaning }) => (meaning === '' ? value : `${value}: ${meaning}`))
    : []
  const parts = [
    ...(isRequired ? ['Required.'] : []),
    plainProse(meaningText(field)),
    ...(allowed ? [allowed.sentence] : [rangeAndUnit(field)]),
    ...meanings,
  ]
  return {
    note: parts
      .filter(part => part !== '')
      .join('\n')
      .slice(0, longestNote),
    isRequired,
    allowed,
  }
}

const longestNote = 1500

function valuesLetThrough(field: FieldDefinition): Allowed | undefined {
  const { name, type, range, target, unit } = field
  const choices = choicesOf(field)
  if (choices && choices.length > 0) {
    const values = choices.map(({ value }) => value)
    return {
      kind: 'list',
      values,
      areTruths: type === 'bool',
      sentence: `${name} must be one of ${values.join(', ')}.`,
    }
  }
  if (target) return { kind: 'ids', tag: target.tag, sentence: `${name} is the id of ${withArticle(target.tag)}.` }
  if (range && (type === 'int' || type === 'float'))
    return {
      kind: 'range',
      range,
      isWhole: type === 'int',
      sentence: `${name} must be ${type === 'int' ? 'a whole number' : 'a number'} from ${rangeText(field)}${unit === undefined ? '' : ` ${unit}`}.`,
    }
  return undefined
}
