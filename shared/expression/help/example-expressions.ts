import type { FieldDefinition, Tag } from '../../domains/registry.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import { quote } from '../../syntax/nodes.ts'

/** Expressions about the records of a tag, made of its own fields. */
export interface ExampleExpressions {
  /** A condition, such as `severity == "low" && status == "open"`. */
  readonly where: string
  /** New values, such as `severity = "critical"`. */
  readonly set: string
}

/** What can be asked of the records of a tag, and changed in them. Empty if its fields tell too little. */
export function exampleExpressions(tag: Tag): ExampleExpressions {
  const possible = [...tag.fields.values()].filter(({ name, target }) => name !== tag.identityField && !target)
  // Fields with allowed values tell most.
  const fields = [...possible.filter(field => field.enum), ...possible.filter(field => !field.enum)]
  const join = (example: (field: FieldDefinition) => string | undefined, separator: string): string =>
    fields
      .flatMap(field => example(field) ?? [])
      .slice(0, 2)
      .join(separator)
  return { where: join(conditionOn, ' && '), set: join(exampleNewValue, ', ') }
}

function conditionOn({ name, type, list, enum: allowed, example }: FieldDefinition): string | undefined {
  const value = allowed?.[0] ?? example
  if (type === 'ts') return `${name} < now`
  if (type === 'bool') return name
  if (value === undefined || !valueTypes[type].accepts(value)) return undefined
  if (type !== 'string') return `${name} > ${value}`
  return list ? undefined : `${name} == ${quote(value)}`
}

function exampleNewValue({ name, type, list, enum: allowed, example }: FieldDefinition): string | undefined {
  const value = allowed?.at(-1) ?? example
  if (type === 'ts') return `${name} = ${name} + duration("30d")`
  if (type === 'bool') return `${name} = true`
  if (value === undefined || !valueTypes[type].accepts(value)) return undefined
  if (type !== 'string') return `${name} = ${value}`
  return list ? undefined : `${name} = ${quote(value)}`
}
