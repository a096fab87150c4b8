import {
  bestFitting,
  domainsOfFile,
  domainsOfHeader,
  type FileContext,
  isHeader,
  tagsInForce,
} from '../domains/domains-in-force.ts'
import { type Domain, fieldOf, type Tag } from '../domains/registry.ts'
import type { Entry } from '../syntax/nodes.ts'
import type { TypeName } from '../syntax/type-words.ts'

/**
 * The type that a descriptor gives a field. `open` where several descriptors fit the record as well as each other and
 * disagree: which of them counts is decided among all records of a file, and so not here. Undefined without any.
 */
export type DeclaredType = TypeName | 'open' | undefined

/** The definitions that fit a record by the names of its fields; of one tag in several domains the best. */
export function definitionsOf(tag: string, names: readonly string[], domains: readonly Domain[]): readonly Tag[] {
  if (tag === 'DOC') return []
  const tags = tagsInForce(tag, domains)
  return tags.length > 1 ? bestFitting(tags, names) : tags
}

/** What the definitions of a record say of the type of one of its fields. */
export function declaredType(definitions: readonly Tag[], name: string): DeclaredType {
  const [first, ...others] = definitions
  if (!first) return undefined
  const type = fieldOf(first, name)?.type
  return others.every(other => fieldOf(other, name)?.type === type) ? type : 'open'
}

/** Goes through a file's entries in their order and says of each which domains are in force there. */
export function followHeaders(context: FileContext): (entry: Entry) => readonly Domain[] {
  const ofFile = domainsOfFile(context).domains
  let current = ofFile
  return entry => {
    if (entry.kind === 'record' && isHeader(entry))
      current = domainsOfHeader(entry, context.registry)?.domains ?? ofFile
    return current
  }
}
