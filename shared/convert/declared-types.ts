import {
  bestFitting,
  domainsOfFile,
  domainsOfHeader,
  type FileContext,
  tagsInForce,
} from '../domains/domains-in-force.ts'
import { type Domain, fieldOf, type Tag } from '../domains/registry.ts'
import { type Entry, isHeader } from '../syntax/nodes.ts'
import type { TypeName } from '../syntax/type-words.ts'

/**
 * The type that a descriptor declares for a field; undefined without a descriptor. `open` if several descriptors fit
 * the record equally well and disagree. The other records of the file decide between these, which is not possible here.
 */
export type DeclaredType = TypeName | 'open' | undefined

/** The definitions that fit a record by the names of its fields; of one tag in several domains the best. */
export function definitionsOf(tag: string, names: readonly string[], domains: readonly Domain[]): readonly Tag[] {
  if (tag === 'DOC') return []
  const tags = tagsInForce(tag, domains)
  return tags.length > 1 ? bestFitting(tags, names) : tags
}

/** The type that the definitions of a record declare for one of its fields. */
export function declaredType(definitions: readonly Tag[], name: string): DeclaredType {
  const [first] = definitions
  if (!first) return undefined
  const type = fieldOf(first, name)?.type
  return definitions.every(other => other === first || fieldOf(other, name)?.type === type) ? type : 'open'
}

/** Returns the domains in force at each entry of a file. Call it with the entries in their order. */
export function followHeaders(context: FileContext): (entry: Entry) => readonly Domain[] {
  const ofFile = domainsOfFile(context).domains
  let current = ofFile
  return entry => {
    if (entry.kind === 'record' && isHeader(entry)) current = domainsOfHeader(entry, context)?.domains ?? ofFile
    return current
  }
}
