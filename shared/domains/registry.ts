import { groupBy } from '../basics/group.ts'
import { once } from '../basics/once.ts'
import type { Descriptor, FieldDescriptor, RecordDescriptor } from './descriptor.ts'
import { shorten } from './message-text.ts'
import { type Matches, matchesAll } from './pattern.ts'

/** All known domains, prepared for lookup. Immutable. */
export interface Registry {
  /** The domains by path, sorted by path. */
  readonly domains: ReadonlyMap<string, Domain>
  /** All tags by path, such as `core.compliance.CONTROL`. */
  readonly tags: ReadonlyMap<string, Tag>
  /** The definitions of a tag in all domains, sorted by domain; empty for an unknown tag. */
  tagsNamed(name: string): readonly Tag[]
  /** The domain with a path; the namespace `core` can be omitted. */
  domainNamed(name: string): Domain | undefined
}

/** A domain of the registry. */
export interface Domain {
  readonly path: string
  readonly descriptor: Descriptor
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
  readonly domain: Domain
  readonly descriptor: RecordDescriptor
  readonly fields: ReadonlyMap<string, FieldDefinition>
  readonly required: readonly FieldDefinition[]
  /** The field with the id of a record: `rid`, or `id` if the tag requires that and defines no `rid`. */
  readonly identityField: string
  /** The definition of `rid`, which every record can have, even if its tag does not define it. */
  readonly rid: FieldDefinition
  /** Whether any of its fields can refer to other records. */
  readonly hasReferences: boolean
}

/** A field of a record type, with what the registry derives from its descriptor. */
export interface FieldDefinition extends FieldDescriptor {
  /** Its name in messages: `CONTROL.maturity`. */
  readonly label: string
  /** Whether the whole text matches the pattern, in linear time; true for a field without a pattern. */
  matches(text: string): boolean
  /** The tag of the records that the values refer to. */
  readonly target?: TagName
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

/** The tag that a field belongs to. */
export const tagOfField = ({ tags }: Registry, field: FieldDefinition): Tag | undefined =>
  [...tags.values()].find(tag => fieldOf(tag, field.name) === field)

/** Creates a registry from descriptors. If two define the same domain, the later one wins. */
export function createRegistry(descriptors: readonly Descriptor[]): Registry {
  const sorted = new Map(descriptors.map(descriptor => [descriptor.domain, descriptor]))
  const domains = new Map([...sorted.keys()].sort().map(path => [path, createDomain(sorted.get(path)!)]))
  const tags = new Map<string, Tag>()
  for (const domain of domains.values()) for (const tag of domain.tags.values()) tags.set(tag.fullName.path, tag)
  const byTag = groupBy(tags.values(), ({ name }) => name)
  return {
    domains,
    tags,
    tagsNamed: name => byTag.get(name) ?? [],
    domainNamed: name => domains.get(name) ?? domains.get(`core.${name}`),
  }
}

function createDomain(descriptor: Descriptor): Domain {
  const tags = new Map<string, Tag>()
  const domain: Domain = { path: descriptor.domain, descriptor, tags }
  const names = new Set(descriptor.records.map(record => record.tag))
  for (const record of descriptor.records) {
    const define = (field: FieldDescriptor): FieldDefinition => defineField(field, record.tag, descriptor.domain, names)
    const fields = new Map(record.fields.map(field => [field.name, define(field)]))
    const all = [...fields.values()]
    const ownRid = fields.get('rid')
    tags.set(record.tag, {
      name: record.tag,
      fullName: tagNamed(descriptor.domain, record.tag),
      domain,
      descriptor: record,
      fields,
      required: all.filter(({ required }) => required),
      identityField: !ownRid && fields.get('id')?.required ? 'id' : 'rid',
      rid: ownRid ?? define(anyRid),
      hasReferences: all.some(({ target }) => target),
    })
  }
  return domain
}

const anyRid: FieldDescriptor = {
  name: 'rid',
  type: 'string',
  description: 'The id that other records refer to this one by; every record may have one.',
}

function defineField(field: FieldDescriptor, tag: string, domain: string, tags: ReadonlySet<string>): FieldDefinition {
  const target = targetOf(field, domain, tags)
  const label = `${shorten(tag)}.${shorten(field.name)}`
  return { ...field, label, matches: matcher(field.pattern), ...(target && { target }) }
}

const tagNamed = (domain: string, tag: string): TagName => ({ path: `${domain}.${tag}`, domain, tag })

/** Without `ref`, a field `control_ref` refers to the tag CONTROL if its domain has that tag. */
function targetOf(field: FieldDescriptor, domain: string, tags: ReadonlySet<string>): FieldDefinition['target'] {
  if (field.ref !== undefined) {
    const dot = field.ref.lastIndexOf('.')
    return dot < 0 ? tagNamed(domain, field.ref) : tagNamed(field.ref.slice(0, dot), field.ref.slice(dot + 1))
  }
  const tag = /^(\w+)_ref$/.exec(field.name)?.[1]?.toUpperCase()
  return tag !== undefined && tags.has(tag) ? tagNamed(domain, tag) : undefined
}

/** A pattern that does not compile matches everything: it is a problem of the descriptor and not of the records. */
function matcher(pattern: string | undefined): Matches {
  if (pattern === undefined) return () => true
  const compiled = once(() => compile(pattern))
  return text => compiled()(text)
}

function compile(pattern: string): Matches {
  try {
    return matchesAll(pattern)
  } catch {
    return () => true
  }
}
