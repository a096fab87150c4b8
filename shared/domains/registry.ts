import { groupBy } from '../basics/group.ts'
import { once } from '../basics/once.ts'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from './descriptor.ts'
import { type ExtensionProblem, identityFieldOf, type ResolvedDomain, resolveDescriptors } from './extension.ts'
import { shorten } from './message-text.ts'
import { type Matches, matchesAll } from './pattern.ts'
import { keyWord } from './unique-keys.ts'

/** All known domains, prepared for lookup. Immutable. */
export interface Registry {
  /** The domains by path, sorted by path. */
  readonly domains: ReadonlyMap<string, Domain>
  /** All tags by path, such as `core.compliance.CONTROL`. */
  readonly tags: ReadonlyMap<string, Tag>
  /**
   * The domains that are in force where nothing names any: all but those that another one extends, and those that are
   * in force on request only.
   */
  readonly inForceByDefault: readonly Domain[]
  /** The tags whose records have the same names: a tag, and those that extend it. By the path in the names. */
  tagsOfName(path: string): readonly Tag[]
  /** The definitions of a tag in all domains, sorted by domain; empty for an unknown tag. */
  tagsNamed(name: string): readonly Tag[]
  /** The domain with a path; the namespace `core` can be omitted. */
  domainNamed(name: string): Domain | undefined
}

/** A domain of the registry. */
export interface Domain {
  readonly path: string
  /** The descriptor with all that the domain inherits. */
  readonly descriptor: Descriptor
  /** The descriptor as its file has it. */
  readonly written: Descriptor
  /** The domain that it extends. */
  readonly base: Domain | undefined
  /** What is wrong with the way in which it extends another domain. */
  readonly extensionProblems: readonly ExtensionProblem[]
  readonly tags: ReadonlyMap<string, Tag>
}

/** The name of a tag together with its domain. */
export interface TagName {
  /** Domain and tag as one string: `core.compliance.CONTROL`. */
  readonly path: string
  readonly domain: string
  readonly tag: string
}

/** A record type of a domain. */
export interface Tag {
  readonly name: string
  readonly fullName: TagName
  /**
   * The tag in the names of its records. For a tag of a domain that extends another one, it is that of the domain that
   * defines the tag: a record of an extended tag is a record of the base tag.
   */
  readonly nameOfRecords: TagName
  readonly domain: Domain
  readonly descriptor: RecordDescriptor
  readonly fields: ReadonlyMap<string, FieldDefinition>
  readonly required: readonly FieldDefinition[]
  /** The field with the id of a record: `rid`, or `id` if the tag requires that and defines no `rid`. */
  readonly identityField: string
  /** The definition of `rid`, which every record can have, even if its tag does not define it. */
  readonly rid: FieldDefinition
  /** The lists of fields that no two records share, in the order of the descriptor. */
  readonly keys: readonly UniqueKey[]
  /** Whether any of its fields can refer to other records. */
  readonly hasReferences: boolean
}

/** Fields of a tag: no two of its records have the same values in all of them. */
interface UniqueKey {
  /** What stands for the tag in names that are made of these values, as `keyWord` gives it. */
  readonly name: TagName
  readonly fields: readonly FieldDefinition[]
}

/** A field of a record type, with what the registry derives from its descriptor. */
export interface FieldDefinition extends FieldDescriptor {
  /** Its name in messages: `CONTROL.maturity`. */
  readonly label: string
  /** Whether the whole text matches the pattern, in linear time; true for a field without a pattern. */
  matches(text: string): boolean
  /** The tag of the records that the values refer to, as it is in the names of these records. */
  readonly target?: TagName
  /** The path of the tag that says what these records have: it may be that of an extension of their tag. */
  readonly targetTag?: string
  /** Set for a field that the tag does not define. Its values are texts. */
  readonly isUndefined?: true
  /** Set if it stands for what is known of the value of another field. No record has such a field. */
  readonly aspect?: Aspect
}

/** What an expression can ask of the value of a field: its text as it is written, or whether it is allowed. */
export interface Aspect {
  readonly kind: 'written' | 'valid'
  readonly of: FieldDefinition
}

/** The definition of a field of a tag, including `rid`. */
export const fieldOf = (tag: Tag, name: string): FieldDefinition | undefined =>
  tag.fields.get(name) ?? (name === 'rid' ? tag.rid : undefined)

/** The field with a name, which the tag may not define. Always the same object for the same tag and name. */
export function fieldNamed(tag: Tag, name: string): FieldDefinition {
  const field = fieldOf(tag, name)
  if (field) return field
  const known = undefinedFields.get(tag) ?? new Map<string, FieldDefinition>()
  undefinedFields.set(tag, known)
  let made = known.get(name)
  if (!made) {
    const label = `${shorten(tag.name)}.${shorten(name)}`
    made = { name, type: 'string', description: '', label, matches: () => true, isUndefined: true }
    known.set(name, made)
  }
  return made
}

const undefinedFields = new WeakMap<Tag, Map<string, FieldDefinition>>()

/** A field that stands for an aspect of another one. Always the same object for the same field and aspect. */
export function aspectOf(of: FieldDefinition, kind: Aspect['kind']): FieldDefinition {
  const known = aspects[kind].get(of)
  if (known) return known
  // No record has a field whose name has a blank.
  const name = `${kind} ${of.name}`
  const type = kind === 'valid' ? 'bool' : 'string'
  const made: FieldDefinition = { name, type, description: '', label: name, matches: () => true, aspect: { kind, of } }
  aspects[kind].set(of, made)
  return made
}

const aspects = {
  written: new WeakMap<FieldDefinition, FieldDefinition>(),
  valid: new WeakMap<FieldDefinition, FieldDefinition>(),
}

/** The tag with a path such as `core.compliance.CONTROL`. */
export const tagOfPath = ({ tags }: Registry, path: string): Tag | undefined => tags.get(path)

/** The tag of the records that a field refers to, as the domain of the field knows it. */
export const targetOf = ({ tags }: Registry, { targetTag }: FieldDefinition): Tag | undefined =>
  targetTag === undefined ? undefined : tags.get(targetTag)

/** The tag that a field belongs to. */
export const tagOfField = ({ tags }: Registry, field: FieldDefinition): Tag | undefined =>
  [...tags.values()].find(tag => fieldOf(tag, field.name) === field)

/** Whether records of a tag are also records of another one, because it is the same or extends it. */
export const isKindOf = (tag: Tag, other: Tag): boolean =>
  tag.name === other.name &&
  tag.nameOfRecords.path === other.nameOfRecords.path &&
  isOrExtends(tag.domain, other.domain)

/** Whether a domain is another one, or extends it, directly or through others. */
export const isOrExtends = (domain: Domain, other: Domain): boolean =>
  // Two registries have other objects for the same domain.
  domain.path === other.path || (domain.base !== undefined && isOrExtends(domain.base, other))

/** Some domains without those that another one of them extends: where both are in force, the extension counts. */
export const withoutExtended = (domains: readonly Domain[]): readonly Domain[] =>
  domains.length < 2
    ? domains
    : domains.filter(domain => !domains.some(other => other !== domain && isOrExtends(other, domain)))

/** Some tags without those that another one of them extends. */
export const withoutExtendedTags = (tags: readonly Tag[]): readonly Tag[] =>
  tags.filter(tag => !tags.some(other => other !== tag && isKindOf(other, tag)))

/**
 * The tag that says what the records with a path in their names have: an extension of their tag, if there is only one.
 *
 * @param path of any tag
 */
export function countingTag(registry: Registry, path: string): Tag | undefined {
  const [tag, ...others] = withoutExtendedTags(registry.tagsOfName(path))
  return others.length === 0 && tag ? tag : tagOfPath(registry, path)
}

/**
 * The field of a tag that holds what a field of another tag with the same records holds; undefined if the tag has no
 * such field. An extension and its base have the same fields under the same names.
 */
export function sameFieldOf(tag: Tag, field: FieldDefinition): FieldDefinition | undefined {
  if (field.aspect) {
    const of = sameFieldOf(tag, field.aspect.of)
    return of && aspectOf(of, field.aspect.kind)
  }
  return field.isUndefined ? fieldNamed(tag, field.name) : fieldOf(tag, field.name)
}

/**
 * Creates a registry from descriptors as their files have them. If two define the same domain, the later one wins. A
 * domain that extends another one has all that it inherits.
 */
export function createRegistry(descriptors: readonly Descriptor[]): Registry {
  const resolved = resolveDescriptors(descriptors)
  const domains = new Map<string, Domain>()
  const names = tagNames(resolved)
  const add = (path: string): Domain => {
    const known = domains.get(path)
    if (known) return known
    const one = resolved.get(path)!
    const domain = createDomain(one, one.bases.length > 0 ? add(one.bases[0]!) : undefined, names)
    domains.set(path, domain)
    return domain
  }
  const sorted = new Map([...resolved.keys()].map(path => [path, add(path)]))
  const tags = new Map<string, Tag>()
  for (const domain of sorted.values()) for (const tag of domain.tags.values()) tags.set(tag.fullName.path, tag)
  const byTag = groupBy(tags.values(), ({ name }) => name)
  const byName = groupBy(tags.values(), ({ nameOfRecords }) => nameOfRecords.path)
  return {
    domains: sorted,
    tags,
    inForceByDefault: withoutExtended([...sorted.values()].filter(({ written }) => !written.isOnRequest)),
    tagsNamed: name => byTag.get(name) ?? [],
    tagsOfName: path => byName.get(path) ?? [],
    domainNamed: name => sorted.get(name) ?? sorted.get(`core.${name}`),
  }
}

/** What the names of tags mean in domains that extend others. */
interface TagNames {
  /** The tag in the names of the records of a domain's tag; the tag itself if there is no such tag. */
  nameOfRecords(domain: string, tag: string): TagName
  /** Whether a domain has a tag. */
  has(domain: string, tag: string): boolean
  /** The domain whose definition of a tag counts: an extension of the domain, if there is only one. */
  countingDomain(domain: string, tag: string): string
}

function tagNames(resolved: ReadonlyMap<string, ResolvedDomain>): TagNames {
  const records = new Map(
    [...resolved].map(([path, { descriptor }]) => [path, new Map(descriptor.records.map(one => [one.tag, one]))]),
  )
  const extended = [...resolved.values()].filter(({ bases }) => bases.length > 0)
  const extensions = groupBy(extended, ({ bases }) => bases[0]!)
  const has = (domain: string, tag: string): boolean => records.get(domain)?.has(tag) ?? false
  const countingDomain = (domain: string, tag: string): string => {
    const [next, ...others] = extensions.get(domain) ?? []
    const path = next?.descriptor.domain
    return path !== undefined && others.length === 0 && has(path, tag) ? countingDomain(path, tag) : domain
  }
  return {
    nameOfRecords: (domain, tag) => fullTagName(records.get(domain)?.get(tag)?.origin ?? domain, tag),
    has,
    countingDomain,
  }
}

function createDomain(
  { descriptor, written, problems }: ResolvedDomain,
  base: Domain | undefined,
  names: TagNames,
): Domain {
  const tags = new Map<string, Tag>()
  const path = descriptor.domain
  const domain: Domain = { path, descriptor, written, base, extensionProblems: problems, tags }
  for (const record of descriptor.records) {
    const define = (field: FieldDescriptor): FieldDefinition => defineField(field, record.tag, path, names)
    const fields = new Map(record.fields.map(field => [field.name, define(field)]))
    const all = [...fields.values()]
    const fullName = fullTagName(path, record.tag)
    const isInherited = record.origin !== undefined
    const nameOfRecords = isInherited ? fullTagName(record.origin, record.tag) : fullName
    tags.set(record.tag, {
      name: record.tag,
      fullName,
      nameOfRecords,
      domain,
      descriptor: record,
      fields,
      required: all.filter(({ required }) => required),
      identityField: isInherited ? base!.tags.get(record.tag)!.identityField : identityFieldOf(record),
      rid: fields.get('rid') ?? define(anyRid),
      keys: uniqueKeys(record.unique, nameOfRecords, fields),
      hasReferences: all.some(({ target }) => target),
    })
  }
  return domain
}

/** The unique lists of a tag. A list counts only if the tag defines all its fields. */
const uniqueKeys = (
  lists: RecordDescriptor['unique'] = [],
  { domain, tag }: TagName,
  fields: ReadonlyMap<string, FieldDefinition>,
): readonly UniqueKey[] =>
  lists.flatMap(names => {
    const own = names.flatMap(name => fields.get(name) ?? [])
    return own.length === 0 || own.length < names.length
      ? []
      : [{ name: fullTagName(domain, keyWord(tag, names)), fields: own }]
  })

/** The id that a record of any tag can have. */
export const anyRid: FieldDescriptor = {
  name: 'rid',
  type: 'string',
  description: 'The id that other records refer to this one by; every record may have one.',
}

function defineField(field: FieldDescriptor, tag: string, domain: string, names: TagNames): FieldDefinition {
  const target = targetOfField(field, domain, names)
  const label = `${shorten(tag)}.${shorten(field.name)}`
  return { ...field, label, matches: matcher(field.pattern), ...target }
}

const fullTagName = (domain: string, tag: string): TagName => ({ path: `${domain}.${tag}`, domain, tag })

/** Without `ref`, a field `control_ref` refers to the tag CONTROL if its domain has that tag. */
function targetOfField(
  { name, ref, origin = '' }: FieldDescriptor,
  own: string,
  names: TagNames,
): Pick<FieldDefinition, 'target' | 'targetTag'> | undefined {
  const dot = ref?.lastIndexOf('.') ?? -1
  const tag = ref?.slice(dot + 1) ?? /^(\w+)_ref$/.exec(name)?.[1]?.toUpperCase()
  if (tag === undefined) return undefined
  // A tag that an extension removed is still one of the domain that the field comes from.
  const domain = dot >= 0 ? ref!.slice(0, dot) : ([own, origin].find(path => names.has(path, tag)) ?? own)
  if (ref === undefined && !names.has(domain, tag)) return undefined
  const target = names.nameOfRecords(domain, tag)
  const isOfOwn = names.has(own, tag) && names.nameOfRecords(own, tag).path === target.path
  const counting = isOfOwn ? own : names.countingDomain(domain, tag)
  return { target, targetTag: fullTagName(counting, tag).path }
}

/** A pattern that does not compile matches everything: it is a problem of the descriptor and not of the records. */
function matcher(pattern: string | undefined): Matches {
  if (pattern === undefined) return () => true
  const compiled = once(() => compilePattern(pattern))
  return text => compiled()(text)
}

function compilePattern(pattern: string): Matches {
  try {
    return matchesAll(pattern)
  } catch {
    return () => true
  }
}
