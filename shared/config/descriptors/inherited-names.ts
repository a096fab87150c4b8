import { findNodeAtLocation, findNodeAtOffset, getNodePath } from 'jsonc-parser'
import { baseNamedBy } from '../../domains/extension.ts'
import type { Domain, FieldDefinition, Registry, Tag } from '../../domains/registry.ts'
import type { Span } from '../../syntax/nodes.ts'
import { arrayItems, parseBrokenJson, propertyValue } from '../json.ts'
import { tagIn } from './descriptor-schema.ts'

/** What a descriptor can name at a place: domains that it can extend, or tags or fields that it can change. */
export type InheritedNames = Span &
  (
    | { readonly domains: readonly Domain[] }
    | { readonly tags: readonly Tag[] }
    | { readonly fields: readonly FieldDefinition[]; readonly tag: Tag }
  )

/**
 * What can stand at an offset of a descriptor that extends a domain: a domain to extend, a tag of that domain, or a
 * field of it that the descriptor does not change yet. Undefined at any other place.
 */
export function inheritedNames(text: string, offset: number, { domains }: Registry): InheritedNames | undefined {
  const root = parseBrokenJson(text)
  const node = root && findNodeAtOffset(root, offset, true)
  if (!root || node?.type !== 'string') return undefined
  const path = getNodePath(node)
  const end = node.offset + node.length
  const isClosed = node.length > 1 && text[end - 1] === '"'
  const span = { start: node.offset + 1, end: isClosed ? end - 1 : end }
  if (path.length === 1 && path[0] === 'extends') {
    const own = propertyValue(root, 'domain')?.value
    return { ...span, domains: [...domains.values()].filter(domain => domain.path !== own) }
  }
  const base = domains.get(baseNamedBy({ extends: String(propertyValue(root, 'extends')?.value) })!.path)
  if (!base || path[0] !== 'records') return undefined
  if (path.length === 3 && path[2] === 'tag') {
    const written = new Set(listedNodes(root, 'records').map(record => tagIn(record)))
    return { ...span, tags: [...base.tags.values()].filter(({ name }) => name === node.value || !written.has(name)) }
  }
  if (path.length !== 5 || path[2] !== 'fields' || path[4] !== 'name') return undefined
  const record = findNodeAtLocation(root, path.slice(0, 2))!
  const tag = base.tags.get(tagIn(record) ?? '')
  if (!tag) return undefined
  const written = listedNodes(record, 'fields').map(field => propertyValue(field, 'name')?.value)
  const fields = [...tag.fields.values()].filter(({ name }) => name === node.value || !written.includes(name))
  return { ...span, fields, tag }
}

const listedNodes = (node: Parameters<typeof propertyValue>[0], key: string): ReturnType<typeof arrayItems> => {
  const list = propertyValue(node, key)
  return list ? arrayItems(list) : []
}
