import { SymbolKind } from 'vscode-languageserver-types'
import { countingTag, type Registry, type TagName } from '../../shared/domains/registry.ts'

/** The kinds of symbols whose icons editors draw alike in no two of them. */
const distinctKinds = [
  SymbolKind.Object,
  SymbolKind.Class,
  SymbolKind.Event,
  SymbolKind.Constant,
  SymbolKind.Interface,
  SymbolKind.Key,
  SymbolKind.Enum,
  SymbolKind.Method,
  SymbolKind.Package,
] as const

const knownKinds = new WeakMap<Registry, Map<string, SymbolKind>>()

/** The kind of the symbols of a tag's records, so that each tag of a domain has an icon of its own. */
export function kindOfTag(registry: Registry, name: TagName | undefined): SymbolKind {
  if (!name) return SymbolKind.Object
  const known = knownKinds.get(registry) ?? new Map<string, SymbolKind>()
  knownKinds.set(registry, known)
  const kind = known.get(name.path) ?? distinctKinds[placeInDomain(registry, name) % distinctKinds.length]!
  known.set(name.path, kind)
  return kind
}

function placeInDomain(registry: Registry, { path }: TagName): number {
  const tag = countingTag(registry, path)
  return tag ? Math.max(0, [...tag.domain.tags.keys()].indexOf(tag.name)) : 0
}
