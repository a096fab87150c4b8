import type { DomainPart } from './descriptor.ts'
import { type Domain, isOrExtends, type Registry, type Tag } from './registry.ts'

/**
 * A part of a domain as the domain that first defines it has it: a domain inherits the parts of the one that it
 * extends. Of a value, that is the domain whose field first allows it.
 */
export function definingPart(part: DomainPart, { domains }: Registry): DomainPart {
  let domain = domains.get(part.domain)
  while (domain?.base && hasPart(domain.base, part)) domain = domain.base
  return domain ? { ...part, domain: domain.path } : part
}

function hasPart({ tags }: Domain, { tag: name, field: fieldName, value }: DomainPart): boolean {
  const tag = tags.get(name)
  if (!tag || fieldName === undefined) return tag !== undefined
  const field = tag.fields.get(fieldName)
  return value === undefined ? field !== undefined : (field?.enum?.includes(value) ?? false)
}

/** Whether a tag has a part of a domain: it is the tag of this domain, or one that extends it. */
export function isTagOfPart(tag: Tag, part: DomainPart, { domains }: Registry): boolean {
  const domain = domains.get(part.domain)
  return tag.name === part.tag && domain !== undefined && isOrExtends(tag.domain, domain)
}
