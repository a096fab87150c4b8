import type { FieldDescriptor } from '../../domains/descriptor.ts'
import { localize } from '../../domains/localize.ts'
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
  const known = new Set([...tags.map(({ tag }) => tag), ...(base?.tags.keys() ?? [])])
  const lost: string[] = []
  // A reference to nothing is an error of the descriptor.
  const withTarget = (tag: string, field: FieldDescriptor): FieldDescriptor => {
    const { ref, ...others } = field
    if (ref === undefined || ref.includes('.') || known.has(ref)) return field
    lost.push(
      localize('{field}: its reference to {tag} is left out, as no file has that.', {
        field: `${tag}.${field.name}`,
        tag: ref,
      }),
    )
    return others
  }
  const records = tags.flatMap(({ fields, description = '', deprecated, ...tag }) => {
    const extended = base?.tags.get(tag.tag)
    const missing = fields.filter(field => !(isIdOfAll(field) || extended?.fields.has(field.name)))
    if (extended && missing.length === 0) return []
    return [
      {
        ...tag,
        ...(!extended && { description }),
        ...(deprecated && { deprecated }),
        fields: missing.map(field => withTarget(tag.tag, field)),
      },
    ]
  })
  const text = jsonOfDraft({
    domain,
    version: '1.0',
    description: base ? `What we add to ${base.path}.` : description,
    ...(base && { extends: base.path }),
    records,
  })
  return { text: `${text}\n`, reasons: [...new Set([...untaken, ...lost])] }
}

/** Several schemas as one. */
export const joinedSchemas = (schemas: readonly ReadSchema[]): ReadSchema => ({
  ...schemas[0],
  tags: schemas.flatMap(({ tags }) => tags),
  untaken: schemas.flatMap(({ untaken }) => untaken),
})
