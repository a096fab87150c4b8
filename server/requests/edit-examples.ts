import { type FieldDefinition, type Registry, tagOfPath } from '../../shared/domains/registry.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import type { EditExamples } from '../../shared/protocol/bulk-edit.ts'
import { quote } from '../../shared/syntax/nodes.ts'

/** A condition and new values for the records of a tag, made of its own fields; null if there is no such tag. */
export function editExamples(registry: Registry, path: string): EditExamples | null {
  const tag = tagOfPath(registry, path)
  if (!tag) return null
  const possible = [...tag.fields.values()].filter(({ name, target }) => name !== tag.identityField && !target)
  // Fields with allowed values tell most.
  const fields = [...possible.filter(field => field.enum), ...possible.filter(field => !field.enum)]
  const join = (example: (field: FieldDefinition) => string | undefined, separator: string): string =>
    fields
      .flatMap(field => example(field) ?? [])
      .slice(0, 2)
      .join(separator)
  return { where: join(conditionOn, ' && '), set: join(newValueOf, ', ') }
}

function conditionOn({ name, type, list, enum: allowed, example }: FieldDefinition): string | undefined {
  const value = allowed?.[0] ?? example
  if (type === 'ts') return `${name} < now`
  if (type === 'bool') return name
  if (value === undefined || !valueTypes[type].accepts(value)) return undefined
  if (type !== 'string') return `${name} > ${value}`
  return list ? undefined : `${name} == ${quote(value)}`
}

function newValueOf({ name, type, list, enum: allowed, example }: FieldDefinition): string | undefined {
  const value = allowed?.at(-1) ?? example
  if (type === 'ts') return `${name} = ${name} + duration("30d")`
  if (type === 'bool') return `${name} = true`
  if (value === undefined || !valueTypes[type].accepts(value)) return undefined
  if (type !== 'string') return `${name} = ${value}`
  return list ? undefined : `${name} = ${quote(value)}`
}
