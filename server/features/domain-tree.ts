import type { Location } from 'vscode-languageserver-types'
import type { DomainNode, NewRecord } from '../../shared/protocol.ts'
import type { Domain, FieldDefinition, Registry, Tag } from '../../shared/registry.ts'
import { indexAt, lengthOf, offsetAt, positionAt, type Tree } from '../../shared/tree.ts'
import type { WorkspaceIndex } from '../../shared/workspace-index.ts'
import { newRecord } from '../completion/tags.ts'
import { describeDomain, describeField, describeTag, rangeText } from '../describe.ts'
import { locationOf } from '../records.ts'
import type { Snapshot } from '../snapshot.ts'

/** All domains with their tags and fields, as a view shows them. */
export const domainTree = ({ domains }: Registry): DomainNode[] => [...domains.values()].map(domainNode)

/**
 * A new record of a tag at a line: on it if it is empty, else below the record that stands there.
 *
 * @param path the tag's path; null is answered where no domain has it
 */
export function newRecordAt({ file: { tree }, registry, index }: Snapshot, line: number, path: string): NewRecord | null {
  const tag = tagAt(registry, path)
  return tag ? { ...emptyLine(tree, line), snippet: newRecord(tag, index) } : null
}

/** Where the records of a tag stand, by its path, in the order of their files' addresses. */
export function recordsOfTag(index: WorkspaceIndex, path: string): Location[] {
  const records = [...index.uris()].sort().flatMap(uri => [...index.recordsIn(uri)])
  return records.filter(({ tag }) => tag.path === path).map(record => locationOf(record.tagPlace()))
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
  kind: field.target ? 'reference' : field.enum ? 'enum' : field.type,
  isRequired: field.required ?? false,
  detail: [field.required ? 'required' : '', valuesOf(field)].filter(Boolean).join(' · '),
  documentation: describeField(field, tag),
  children: [],
})

/** What a field's values are, in a few words. */
function valuesOf(field: FieldDefinition): string {
  if (field.target) return `refers to ${field.target.tag}`
  if (field.enum) return field.enum.join(', ')
  return [field.type, rangeText(field), field.unit ?? ''].filter(Boolean).join(' ')
}

const tagAt = ({ domains }: Registry, path: string): Tag | undefined =>
  [...domains.values()].flatMap(({ tags }) => [...tags.values()]).find(({ fullName }) => fullName.path === path)

/** The line itself if it is blank, else a new one below the entry that it is of, or above a block that has no end. */
function emptyLine(tree: Tree, line: number): Pick<NewRecord, 'line' | 'lineBreakAt'> {
  const offset = offsetAt(tree, { line, character: 0 })
  const at = indexAt(tree, offset)
  const entry = tree.entries[at]
  const isOpen = entry?.kind === 'block' && !entry.closed
  if (!entry || entry.kind === 'blank' || (offset === lengthOf(tree) && !isOpen)) return { line, lineBreakAt: null }
  const lineBreakAt = positionAt(tree, tree.starts[isOpen ? at : behindRecord(tree, at)]!)
  return { line: lineBreakAt.character === 0 ? lineBreakAt.line : lineBreakAt.line + 1, lineBreakAt }
}

/** The index behind an entry, or behind the record that a comment stands above. */
function behindRecord({ entries }: Tree, at: number): number {
  let last = at
  while (entries[last]?.kind === 'comment') last++
  return entries[last]?.kind === 'record' ? last + 1 : at + 1
}
