import { findNodeAtLocation, findNodeAtOffset, getNodePath, type Node } from 'jsonc-parser'
import type { DomainPart } from '../../domains/descriptor.ts'
import type { Span } from '../../syntax/nodes.ts'
import { arrayItems, parseBrokenJson, parseJson, spanOf as placeOf, propertyValue } from '../json.ts'
import { tagIn } from './descriptor-schema.ts'

/**
 * The span of the name of a descriptor's domain, of one of its tags, or of a field of that tag; undefined if there is
 * none.
 */
export function placeInDescriptor(text: string, tag?: string, field?: string): Span | undefined {
  const root = parseJson(text)
  if ('reason' in root) return undefined
  if (tag === undefined) return spanOfNode(findNodeAtLocation(root, ['domain']))
  const record = arrayItems(findNodeAtLocation(root, ['records'])).find(item => tagIn(item) === tag)
  if (!record || field === undefined) return spanOfNode(record && findNodeAtLocation(record, ['tag']))
  const fields = arrayItems(findNodeAtLocation(record, ['fields']))
  const definition = fields.find(item => findNodeAtLocation(item, ['name'])?.value === field)
  return spanOfNode(definition && findNodeAtLocation(definition, ['name']))
}

/** The tag, field or allowed value that a descriptor defines at an offset, and the span of its name without quotes. */
export function partDefinedAt(text: string, offset: number): (Span & { readonly part: DomainPart }) | undefined {
  const root = parseBrokenJson(text)
  const node = root && findNodeAtOffset(root, offset, true)
  if (!root || node?.type !== 'string') return undefined
  const domain: unknown = findNodeAtLocation(root, ['domain'])?.value
  const path = getNodePath(node)
  if (path[0] !== 'records' || typeof path[1] !== 'number') return undefined
  const tag = tagIn(findNodeAtLocation(root, path.slice(0, 2))!)
  if (typeof domain !== 'string' || tag === undefined) return undefined
  const span = { start: node.offset + 1, end: node.offset + node.length - 1 }
  if (path[2] === 'tag' && path.length === 3) return { part: { domain, tag }, ...span }
  const definition = findNodeAtLocation(root, path.slice(0, 4))
  const field: unknown = definition && propertyValue(definition, 'name')?.value
  if (path[2] !== 'fields' || typeof field !== 'string') return undefined
  if (path[4] === 'name' && path.length === 5) return { part: { domain, tag, field }, ...span }
  const isValue = path[4] === 'enum' && path.length === 6
  return isValue ? { part: { domain, tag, field, value: String(node.value) }, ...span } : undefined
}

const spanOfNode = (node: Node | undefined): Span | undefined => node && placeOf(node)
