import type { Domain } from '../../domains/registry.ts'
import { type Draft, jsonOfDraft } from '../draft-descriptor.ts'
import { isIdOfAll, type ReadSchema } from './schema-tags.ts'

/**
 * Proposes a descriptor for what a schema says, with a sentence for each thing that it does not take over.
 *
 * @param domain the path of the new domain
 * @param base the domain that it extends. Then the draft has only what that lacks
 */
export function draftOfSchema(domain: string, { description = '', tags, untaken }: ReadSchema, base?: Domain): Draft {
  const records = tags.flatMap(({ fields, description = '', deprecated, ...tag }) => {
    const known = base?.tags.get(tag.tag)
    const missing = fields.filter(field => !(isIdOfAll(field) || known?.fields.has(field.name)))
    if (known && missing.length === 0) return []
    return [{ ...tag, ...(!known && { description }), ...(deprecated && { deprecated }), fields: missing }]
  })
  const text = jsonOfDraft({
    domain,
    version: '1.0',
    description: base ? `What we add to ${base.path}.` : description,
    ...(base && { extends: base.path }),
    records,
  })
  return { text: `${text}\n`, reasons: [...new Set(untaken)] }
}

/** Several schemas as one. */
export const joinedSchemas = (schemas: readonly ReadSchema[]): ReadSchema => ({
  ...schemas[0],
  tags: schemas.flatMap(({ tags }) => tags),
  untaken: schemas.flatMap(({ untaken }) => untaken),
})
