import { escapeSequence, type RecordNode, rawValue, type Span, withoutEscapes } from '../syntax/nodes.ts'
import { nearest } from './nearest.ts'
import type { Domain, Registry, Tag, TagName } from './registry.ts'

/** What decides the domains of a file besides its own headers. */
export interface FileContext {
  readonly registry: Registry
  /** The file's name, with or without folders before it. */
  readonly fileName: string
  /** The names of the domains that the settings give the file; empty without such a setting. */
  readonly settingDomains: readonly string[]
  /**
   * How many of the file's records belong to each domain, where the tree that is checked holds only some of its
   * records.
   */
  readonly domainCounts?: ReadonlyMap<Domain, number>
  /** The id that a new record of a tag gets, for fixes; without it they take the descriptor's example. */
  readonly nextIdOf?: (tag: TagName) => string | undefined
  /** Whether only what the records are called and refer to is asked for, and not what is wrong with them. */
  readonly onlyNames?: boolean
}

/** Where the answer to "which domains are in force?" came from. */
type DomainSource = 'header' | 'setting' | 'file name' | 'registry'

export interface DomainsInForce {
  readonly domains: readonly Domain[]
  readonly source: DomainSource
}

/** A domain as an `@DOC` header names it. */
export interface NamedDomain extends Span {
  readonly name: string
  readonly version: string | undefined
  readonly domain: Domain | undefined
}

/** Whether the record is a header: `@DOC`, in any case. */
export function isHeader(record: RecordNode): boolean {
  if (record.tagEnd - record.tagStart !== 3) return false
  return record.text.slice(record.tagStart, record.tagEnd).toUpperCase() === 'DOC'
}

/** The domains that hold where no header does: those of the setting, the file name, or else all. */
export function domainsOfFile({ registry, fileName, settingDomains }: FileContext): DomainsInForce {
  const set = settingDomains.flatMap(name => registry.domainNamed(name) ?? [])
  if (set.length > 0) return { domains: unique(set), source: 'setting' }
  const named = domainInFileName(fileName, registry)
  if (named) return { domains: [named], source: 'file name' }
  return { domains: [...registry.domains.values()], source: 'registry' }
}

/** The domains that hold below a header, or undefined where it names none that is known. */
export function domainsOfHeader(header: RecordNode, registry: Registry): DomainsInForce | undefined {
  const domains = namedDomains(header, registry).flatMap(({ domain }) => domain ?? [])
  return domains.length > 0 ? { domains: unique(domains), source: 'header' } : undefined
}

/** What the header's `domain` field names: one domain, or a list with or without brackets. */
export function namedDomains(header: RecordNode, registry: Registry): NamedDomain[] {
  const value = header.fields.find(field => field.name === 'domain')?.value
  if (!value) return []
  const raw = rawValue(header, value)
  // What is between names is so in quotes too, where it may be an escape: \" and \t, say.
  const text = value.kind === 'quoted' ? raw.replace(escapeSequence, blankIfBetweenNames) : raw
  return [...text.matchAll(/[^\s,"[\]]+/g)].map(match => {
    const at = match[0].indexOf('@')
    const name = at < 0 ? match[0] : match[0].slice(0, at)
    const version = at < 0 ? undefined : match[0].slice(at + 1)
    const start = value.start + match.index
    return { name, version, domain: registry.domainNamed(name), start, end: start + match[0].length }
  })
}

const blankIfBetweenNames = (escaped: string): string =>
  /[\s,"[\]]/.test(withoutEscapes(escaped)) ? ' '.repeat(escaped.length) : escaped

/**
 * The paths of the domains whose names are most like one. The namespace may be left out for `core`, so the short names
 * are compared as well.
 */
export function nearestDomains(name: string, registry: Registry): string[] {
  const paths = [...registry.domains.keys()]
  const names = nearest(name, [...paths, ...paths.map(path => path.slice(path.indexOf('.') + 1))])
  return [
    ...new Set(
      names.flatMap(candidate =>
        registry.domains.has(candidate) ? candidate : paths.filter(path => path.endsWith(`.${candidate}`)),
      ),
    ),
  ]
}

/** The definitions of a tag in these domains. */
export function tagsInForce(name: string, domains: readonly Domain[]): Tag[] {
  const tags: Tag[] = []
  for (const domain of domains) {
    const tag = domain.tags.get(name)
    if (tag) tags.push(tag)
  }
  return tags
}

/** Of several definitions of a tag those that fit best: that define most of the record's field names. */
export function bestFitting(tags: readonly Tag[], names: readonly string[]): Tag[] {
  const fits = tags.map(tag => names.filter(name => tag.fields.has(name)).length)
  const best = Math.max(...fits)
  return tags.filter((_, index) => fits[index] === best)
}

/** `<anything>.<domain>.rec`, the domain with or without its namespace. */
function domainInFileName(fileName: string, registry: Registry): Domain | undefined {
  const parts = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1).split('.')
  if (parts.length < 3 || parts.at(-1)!.toLowerCase() !== 'rec') return undefined
  for (let first = 1; first < parts.length - 1; first++) {
    const domain = registry.domainNamed(parts.slice(first, -1).join('.'))
    if (domain) return domain
  }
  return undefined
}

const unique = (domains: readonly Domain[]): Domain[] => [...new Set(domains)]
