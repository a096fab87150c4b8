import type { Domain, FieldDefinition, Registry, Tag } from '../../shared/domains/registry.ts'
import type { DomainNode, NewRecord } from '../../shared/protocol/protocol.ts'
import { kindOf } from '../../shared/views/table/tables.ts'
import { newRecord } from '../completion/tags.ts'
import { describeDomain, describeField, describeTag, valuesOf } from '../snapshot/describe.ts'
import { lineForRecord, tagOfPath } from '../snapshot/records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** All domains with their tags and fields, as a view shows them. */
export const domainTree = ({ domains }: Registry): DomainNode[] => [...domains.values()].map(domainNode)

/**
 * A new record of a tag at a line: on it if it is empty, else below the record that stands there.
 *
 * @param path the tag's path; null is answered where no domain has it
 */
export function newRecordAt(
  { file: { tree }, registry, index }: Snapshot,
  line: number,
  path: string,
): NewRecord | null {
  const tag = tagOfPath(registry, path)
  return tag ? { ...lineForRecord(tree, line), snippet: newRecord(tag, index) } : null
}

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
