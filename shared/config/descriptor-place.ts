import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type { Span } from '../syntax/nodes.ts'
import { parseJson, spanOf as placeOf } from './json.ts'

/**
 * The span of the name of a descriptor's domain, of one of its tags, or of a field of that tag; undefined if there is
 * none.
 */
export function placeInDescriptor(text: string, tag?: string, field?: string): Span | undefined {
  const root = parseJson(text)
  if ('reason' in root) return undefined
  if (tag === undefined) return spanOf(findNodeAtLocation(root, ['domain']))
  const record = namedItem(findNodeAtLocation(root, ['records']), 'tag', tag)
  if (!record || field === undefined) return spanOf(record && findNodeAtLocation(record, ['tag']))
  const definition = namedItem(findNodeAtLocation(record, ['fields']), 'name', field)
  return spanOf(definition && findNodeAtLocation(definition, ['name']))
}

const namedItem = (list: Node | undefined, property: string, name: string): Node | undefined =>
  list?.children?.find(item => findNodeAtLocation(item, [property])?.value === name)

const spanOf = (node: Node | undefined): Span | undefined => node && placeOf(node)
