import { lastIndex } from '../basics/binary-search.ts'
import { compareText } from '../basics/text.ts'
import type { Difference } from '../syntax/difference.ts'
import { itemsBetween } from '../syntax/list.ts'
import {
  type Entry,
  escapeSequence,
  isHeader,
  type RecordNode,
  rawValue,
  type Span,
  withoutEscapes,
} from '../syntax/nodes.ts'
import type { Tree } from '../syntax/tree.ts'
import type { RuleSettings } from './descriptor.ts'
import { nearest } from './nearest.ts'
import { type Domain, isOrExtends, type Registry, type Tag, type TagName, withoutExtended } from './registry.ts'
import type { StepBudget } from './rule-budget.ts'

/** What the settings say about the domains of a file. */
export interface DomainSettings {
  /** The names of the domains that the settings give the file; empty if they give none. */
  readonly settingDomains: readonly string[]
  /** The domains that stand for others wherever these are named: the path of an extension by the path of its base. */
  readonly extensions?: Readonly<Record<string, string>>
}

/** Only what settings say about domains, of settings that say more. */
export const domainSettings = ({ settingDomains, extensions }: DomainSettings): DomainSettings => ({
  settingDomains,
  ...(extensions && { extensions }),
})

/** What decides which domains are in force in a file, apart from its headers, and what else a check needs to know. */
export interface FileContext extends DomainSettings {
  readonly registry: Registry
  /** The name of the file, with or without its path. */
  readonly fileName: string
  /** The number of records of the file in each domain, if the checked tree has only some of the records. */
  readonly domainCounts?: ReadonlyMap<Domain, number>
  /** Returns the id for a new record of a tag, for fixes. Without it, fixes use the example of the descriptor. */
  readonly nextIdOf?: (tag: TagName) => string | undefined
  /** The rules of the configuration, and the severities of all rules. Without it, the descriptors decide. */
  readonly ruleSettings?: RuleSettings
  /** What the declared rules can still cost in the file. Without it, only one evaluation has a limit. */
  readonly ruleBudget?: StepBudget
  /** Whether only the identities and references of the records are needed, not their problems. */
  readonly onlyNames?: boolean
  /** Whether an index will ask for the values that rules about several records read. */
  readonly isIndexed?: boolean
}

/** What decided which domains are in force. */
type DomainSource = 'header' | 'setting' | 'file name' | 'registry'

export interface DomainsInForce {
  readonly domains: readonly Domain[]
  readonly source: DomainSource
}

/** A domain name in an `@DOC` header. */
export interface NamedDomain extends Span {
  readonly name: string
  readonly version: string | undefined
  readonly domain: Domain | undefined
}

/** The domains in force where no header names any: those of the settings, else that of the file name, else all. */
export function domainsOfFile(context: FileContext): DomainsInForce {
  const { registry, fileName, settingDomains } = context
  const set = settingDomains.flatMap(name => registry.domainNamed(name) ?? [])
  if (set.length > 0) return { domains: countingDomains(set, context), source: 'setting' }
  const named = domainInFileName(fileName, registry)
  if (named) return { domains: countingDomains([named], context), source: 'file name' }
  return { domains: countingByDefault(context), source: 'registry' }
}

/**
 * All domains that count where nothing names one. Of several domains that extend the same one, only that counts which
 * the settings let stand for it.
 */
function countingByDefault(context: FileContext): readonly Domain[] {
  const { registry, extensions = {} } = context
  const { inForceByDefault } = registry
  const chosen = Object.keys(extensions).flatMap(path => {
    const base = registry.domains.get(path)
    const standing = base && standingFor(base, context)
    return base && standing !== base ? [{ base, standing: standing! }] : []
  })
  const isLeftOut = (domain: Domain): boolean =>
    chosen.some(({ base, standing }) => isOrExtends(domain, base) && !isOrExtends(domain, standing))
  if (!inForceByDefault.some(isLeftOut)) return inForceByDefault
  const left = inForceByDefault.filter(domain => !isLeftOut(domain))
  // An extension that is in force on request only takes the place of its base.
  const asked = chosen.flatMap(({ standing }) => (standing.written.isOnRequest ? standing : []))
  return asked.length === 0 ? left : withoutExtended(byPath(unique([...left, ...asked])))
}

/** The domains that a header names; undefined if it names no known domain. */
export function domainsOfHeader(header: RecordNode, context: DomainNames): DomainsInForce | undefined {
  const domains = namedDomains(header, context.registry).flatMap(({ domain }) => domain ?? [])
  return domains.length > 0 ? { domains: countingDomains(domains, context), source: 'header' } : undefined
}

/** What decides which domain a name means. */
type DomainNames = Pick<FileContext, 'registry' | 'extensions'>

/** The domain that counts where a domain is named: the one that the settings let stand for it, or the domain itself. */
export function standingFor(domain: Domain, { registry, extensions = {} }: DomainNames): Domain {
  const path = Object.hasOwn(extensions, domain.path) ? extensions[domain.path] : undefined
  const other = path === undefined ? undefined : registry.domains.get(path)
  // An extension of an extension can stand for the latter. One that extends nothing of it is a mistake in the settings.
  return other?.base && other !== domain && isOrExtends(other, domain)
    ? standingFor(other, { registry, extensions })
    : domain
}

const countingDomains = (named: readonly Domain[], context: DomainNames): readonly Domain[] =>
  withoutExtended(unique(named.map(domain => standingFor(domain, context))))

/** The names in the `domain` field of a header: one, or a list with or without brackets. */
export function namedDomains(header: RecordNode, registry: Registry): NamedDomain[] {
  const value = header.fields.find(field => field.name === 'domain')?.value
  if (!value) return []
  const raw = rawValue(header, value)
  // In quotes, a separator between names can be an escape, such as \" or \t.
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
 * The paths of the domains with the most similar names. The names are also compared without the namespace, because it
 * can be omitted and can be a wrong one.
 */
export function nearestDomains(name: string, registry: Registry): string[] {
  const paths = [...registry.domains.keys()]
  const ownNames = paths.map(path => path.slice(path.indexOf('.') + 1))
  const whole = nearest(name, [...paths, ...ownNames])
  const names = whole.length > 0 ? whole : nearest(name.slice(name.indexOf('.') + 1), ownNames)
  return [
    ...new Set(
      names.flatMap(candidate =>
        registry.domains.has(candidate) ? candidate : paths.filter(path => path.endsWith(`.${candidate}`)),
      ),
    ),
  ]
}

/** The tags of some domains that had a name in an earlier version, or else those with the most similar names. */
export function nearestTags(name: string, domains: readonly Domain[]): readonly string[] {
  let remembered = rememberedNearest.get(domains)
  if (!remembered || remembered.size >= 1000) {
    remembered = new Map()
    rememberedNearest.set(domains, remembered)
  }
  let tags = remembered.get(name)
  if (!tags) {
    const all = domains.flatMap(domain => [...domain.tags.values()])
    const renamed = all.filter(({ descriptor }) => descriptor.renamedFrom === name)
    tags =
      renamed.length > 0
        ? renamed.map(tag => tag.name)
        : nearest(
            name,
            all.map(tag => tag.name),
          )
    remembered.set(name, tags)
  }
  return tags
}

/** A file can have the same wrong tag many times. */
const rememberedNearest = new WeakMap<readonly Domain[], Map<string, readonly string[]>>()

/** The definitions of a tag in some domains. */
export function tagsInForce(name: string, domains: readonly Domain[]): Tag[] {
  const tags: Tag[] = []
  for (const domain of domains) {
    const tag = domain.tags.get(name)
    if (tag) tags.push(tag)
  }
  return tags
}

/** Of several definitions of a tag, those that define the most of a record's field names. */
export function bestFitting(tags: readonly Tag[], names: readonly string[]): Tag[] {
  const fits = tags.map(tag => names.filter(name => tag.fields.has(name)).length)
  const best = Math.max(...fits)
  return tags.filter((_, index) => fits[index] === best)
}

/** The domain in a file name `<anything>.<domain>.rec`, with or without its namespace. */
function domainInFileName(fileName: string, registry: Registry): Domain | undefined {
  const parts = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1).split('.')
  if (parts.length < 3 || parts.at(-1)!.toLowerCase() !== 'rec') return undefined
  for (let first = 1; first < parts.length - 1; first++) {
    const domain = registry.domainNamed(parts.slice(first, -1).join('.'))
    if (domain) return domain
  }
  return undefined
}

const byPath = (domains: readonly Domain[]): Domain[] =>
  [...domains].sort((one, other) => compareText(one.path, other.path))

const unique = (domains: readonly Domain[]): Domain[] => [...new Set(domains)]

/** A part of a file in which the same domains are in force: from one header to the next. */
export interface Section extends DomainsInForce {
  /** The index of its first entry, which is the header if it has one. */
  readonly first: number
  readonly header: Entry | undefined
}

/** The entries of a file and its sections. */
export interface SectionedFile {
  readonly tree: Tree
  readonly sections: readonly Section[]
}

/**
 * The sections of a file in order. The first one is the part above all headers, even if that is empty.
 *
 * @param changed what changed since `previous`
 * @param previous the sections before the change; empty for a new file
 */
export function sectionsOf(
  tree: Tree,
  context: FileContext,
  changed: Difference,
  previous: readonly Section[],
): Section[] {
  const { first, oldEnd, newEnd } = changed
  const [top = { ...domainsOfFile(context), first: 0, header: undefined }, ...headers] = previous
  const fresh: Section[] = []
  itemsBetween(tree.list, first, newEnd).forEach((entry, index) => {
    if (entry.kind === 'record' && isHeader(entry))
      fresh.push({ ...inForceBelow(entry, context, top), first: first + index, header: entry })
  })
  const shift = newEnd - oldEnd
  const behind = headers.filter(section => section.first >= oldEnd)
  return [
    top,
    ...headers.filter(section => section.first < first),
    ...fresh,
    ...(shift === 0 ? behind : behind.map(section => ({ ...section, first: section.first + shift }))),
  ]
}

/** The section of an entry; a header belongs to the section that it starts. */
export const sectionOf = (sections: readonly Section[], entry: number): Section =>
  sections[
    Math.max(
      0,
      lastIndex(sections, ({ first }) => first <= entry),
    )
  ]!

/** Whether the same domains are in force in two sections. */
export const hasSameDomains = ({ domains: one }: Section, { domains: other }: Section): boolean =>
  one.length === other.length && one.every((domain, index) => domain === other[index])

/** A header that names no known domain changes nothing. */
function inForceBelow(header: RecordNode, context: FileContext, { domains, source }: Section): DomainsInForce {
  return domainsOfHeader(header, context) ?? { domains, source }
}
