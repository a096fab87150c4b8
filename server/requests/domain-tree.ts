import type { Domain, FieldDefinition, Registry, Tag } from '../../shared/domains/registry.ts'
import type { DomainNode } from '../../shared/protocol/domains.ts'
import { kindOf } from '../../shared/views/table/tables.ts'
import { describeDomain, describeField, describeTag, valuesOf } from '../snapshot/describe.ts'

/** All domains with their tags and fields, for the Domains view. */
export const domainTree = ({ domains }: Registry): DomainNode[] => [...domains.values()].map(domainNode)

const domainNode = (domain: Domain): DomainNode => ({
  path: domain.path,
  name: domain.path,
  kind: 'domain',
  isRequired: false,
  detail: domain.descriptor.meta?.tagline ?? domain.descriptor.description,
  documentation: describeDomain(domain),
  children: [...domain.tags.values()].map(tagNode),
})

const tagNode = (tag: Tag): DomainNode => ({
  path: tag.fullName.path,
  name: tag.name,
  kind: 'tag',
  isRequired: false,
  detail: tag.descriptor.description ?? '',
  documentation: describeTag(tag),
  children: [...tag.fields.values()].map(field => fieldNode(field, tag)),
})

const fieldNode = (field: FieldDefinition, tag: Tag): DomainNode => ({
  path: `${tag.fullName.path}.${field.name}`,
  name: field.name,
  kind: kindOf({ name: field.name, field }),
  isRequired: field.required ?? false,
  detail: [field.required ? 'required' : '', valuesOf(field)].filter(Boolean).join(' · '),
  documentation: describeField(field, tag),
  children: [],
})
