import type { Descriptor, FieldDescriptor, Meta, RecordDescriptor, RuleDescriptor } from './descriptor.ts'

/** A domain with all tags, fields and rules that it has from the domains that it extends. */
export interface ResolvedDomain {
  /** The descriptor as its file has it. */
  readonly written: Descriptor
  /** The descriptor with all that it inherits. Its parts name the domains that they come from. */
  readonly descriptor: Descriptor
  /** The paths of the domains that it extends: first the one that it names, last the one that extends none. */
  readonly bases: readonly string[]
  readonly problems: readonly ExtensionProblem[]
}

/** What is wrong with the way in which a descriptor extends another one. */
export interface ExtensionProblem {
  readonly kind: ExtensionProblemKind
  /** The tag, field or rule whose object has the problem; none for `extends` itself. */
  readonly tag?: string
  readonly field?: string
  readonly rule?: string
  /** The names of the domains or of the part that the message tells. */
  readonly names: readonly string[]
}

type ExtensionProblemKind =
  | 'unknown-base'
  | 'circle'
  | 'too-deep'
  | 'type-changed'
  | 'nothing-to-remove'
  | 'id-removed'
  | 'no-type'
  | 'incomplete-rule'

/** How many domains can extend one another in a row. */
export const mostLevels = 10

/** What a field of an extension can change of the field that it inherits. Its type stays. */
const changeable = [
  'required',
  'enum',
  'enumDescriptions',
  'range',
  'pattern',
  'format',
  'ref',
  'unit',
  'usual',
  'aliases',
  'keywords',
  'advice',
  'transitions',
  'due',
  'interval',
  'default',
  'sensitive',
  'file',
  'hashOf',
  'description',
  'example',
  'deprecated',
  'deprecatedValues',
  'renamedValues',
] as const satisfies readonly (keyof FieldDescriptor)[]

/**
 * Resolves which domains extend which: gives each domain the tags, fields and rules of the one that it extends, with
 * its own changes. A domain whose base does not exist, is on a circle or is too far away has only what it writes
 * itself.
 *
 * @param descriptors as their files have them. If two define the same domain, the later one counts
 * @returns the domains by path, in the order of their paths
 */
export function resolveDescriptors(descriptors: readonly Descriptor[]): ReadonlyMap<string, ResolvedDomain> {
  const written = new Map(descriptors.map(descriptor => [descriptor.domain, descriptor]))
  const resolved = new Map<string, ResolvedDomain>()
  const resolve = (descriptor: Descriptor): ResolvedDomain => {
    const known = resolved.get(descriptor.domain)
    if (known) return known
    const refusal = whyWithoutBase(descriptor, written)
    const base = refusal ? undefined : written.get(baseNamedBy(descriptor)?.path ?? '')
    const made = base ? extended(descriptor, resolve(base)) : alone(descriptor, refusal)
    resolved.set(descriptor.domain, made)
    return made
  }
  return new Map([...written.keys()].sort().map(path => [path, resolve(written.get(path)!)]))
}

/** The path of a domain, and the versions of it that are asked for, such as `1` or `1.2`; undefined if any will do. */
interface VersionedDomain {
  readonly path: string
  readonly versions: string | undefined
}

/** The domain that a descriptor extends; undefined if none. */
export const baseNamedBy = (written: Pick<Descriptor, 'extends'>): VersionedDomain | undefined =>
  written.extends === undefined ? undefined : domainWithVersions(written.extends)

/** Reads the name of a domain, behind which `@` and versions can stand. */
export function domainWithVersions(name: string): VersionedDomain {
  const at = name.indexOf('@')
  return at < 0 ? { path: name, versions: undefined } : { path: name.slice(0, at), versions: name.slice(at + 1) }
}

/** Why a domain cannot extend the one that it names; undefined if it can. */
function whyWithoutBase(descriptor: Descriptor, all: ReadonlyMap<string, Descriptor>): ExtensionProblem | undefined {
  const way = [descriptor.domain]
  for (let at = descriptor, base = baseNamedBy(at); base; base = baseNamedBy(at)) {
    const next = all.get(base.path)
    // A base that itself extends an unknown domain still has its own tags.
    if (!next) return at === descriptor ? { kind: 'unknown-base', names: [base.path] } : undefined
    if (next === descriptor) return { kind: 'circle', names: [...way, next.domain] }
    // A circle that does not come back here is a problem of the domains on it.
    if (way.includes(next.domain)) return undefined
    way.push(next.domain)
    if (way.length > mostLevels) return { kind: 'too-deep', names: way }
    at = next
  }
  return undefined
}

function alone(descriptor: Descriptor, refusal: ExtensionProblem | undefined): ResolvedDomain {
  if (descriptor.extends === undefined && !refusal && !hasRemovals(descriptor))
    return { written: descriptor, descriptor, bases: [], problems: [] }
  const problems: ExtensionProblem[] = refusal ? [refusal] : []
  // Without the base nobody knows which parts are changes of its parts, so no more can be said of them.
  const report = refusal ? () => undefined : (problem: ExtensionProblem) => problems.push(problem)
  const records = descriptor.records.flatMap(record => addedRecord(record, report) ?? [])
  return { written: descriptor, descriptor: { ...descriptor, records }, bases: [], problems }
}

const hasRemovals = ({ records }: Descriptor): boolean =>
  records.some(({ remove, fields }) => remove || fields.some(field => field.remove))

type ReportProblem = (problem: ExtensionProblem) => unknown

function extended(own: Descriptor, base: ResolvedDomain): ResolvedDomain {
  const problems: ExtensionProblem[] = []
  const report: ReportProblem = problem => problems.push(problem)
  const from = base.descriptor.domain
  const written = new Map(own.records.map(record => [record.tag, record]))
  const inherited = new Set(base.descriptor.records.map(({ tag }) => tag))
  const records = [
    ...base.descriptor.records.flatMap(record => {
      const change = written.get(record.tag)
      if (change?.remove) return []
      const before = withOrigin(record, from)
      return change ? extendedRecord(before, change, own.domain, report) : before
    }),
    ...own.records.filter(({ tag }) => !inherited.has(tag)).flatMap(record => addedRecord(record, report) ?? []),
  ]
  const meta = extendedMeta(own.meta, base.descriptor.meta)
  return {
    written: own,
    descriptor: { ...own, records, ...(meta && { meta }) },
    bases: [from, ...base.bases],
    problems,
  }
}

/** The part of an extension as it was inherited: its parts say which domain they come from. */
function withOrigin(record: RecordDescriptor, from: string): RecordDescriptor {
  const { fields, rules } = record
  return {
    ...record,
    origin: record.origin ?? from,
    fields: fields.map(field => (field.origin === undefined ? { ...field, origin: from } : field)),
    ...(rules && { rules: rules.map(rule => (rule.origin === undefined ? { ...rule, origin: from } : rule)) }),
  }
}

function extendedRecord(
  before: RecordDescriptor,
  change: RecordDescriptor,
  domain: string,
  report: ReportProblem,
): RecordDescriptor {
  const { tag, fields, rules = [] } = change
  const written = new Map(fields.map(field => [field.name, field]))
  const inherited = new Set(before.fields.map(({ name }) => name))
  const idField = identityFieldOf(before)
  const kept = before.fields.flatMap(field => {
    const own = written.get(field.name)
    if (!own) return field
    if (!own.remove) return changedField(field, own, tag, domain, report)
    if (field.name !== idField) return []
    report({ kind: 'id-removed', tag, field: field.name, names: [field.name] })
    return field
  })
  const added = fields.filter(({ name }) => !inherited.has(name)).flatMap(field => newField(field, tag, report) ?? [])
  const all = extendedRules(before.rules ?? [], rules, tag, report)
  const { description = before.description, aliases, keywords, deprecated } = change
  const unique = extendedLists(before.unique, change.unique)
  const approval = (before.approval || change.approval) && { ...before.approval, ...change.approval }
  const migrate = (before.migrate || change.migrate) && { ...before.migrate, ...change.migrate }
  return {
    ...before,
    ...(description !== undefined && { description }),
    ...(aliases && { aliases }),
    ...(keywords && { keywords }),
    ...(deprecated && { deprecated }),
    ...(migrate && { migrate }),
    ...(unique && { unique }),
    ...(approval && { approval }),
    fields: [...kept, ...added],
    ...(all.length > 0 && { rules: all }),
    changedIn: [...(before.changedIn ?? []), domain],
  }
}

/** The unique lists of a tag with those that an extension adds, each once. */
function extendedLists(
  before: RecordDescriptor['unique'],
  added: RecordDescriptor['unique'],
): RecordDescriptor['unique'] {
  if (!before || !added) return before ?? added
  const known = new Set(before.map(uniqueListKey))
  return [...before, ...added.filter(list => !known.has(uniqueListKey(list)))]
}

/** A text that two unique lists share if they have the same fields. */
export const uniqueListKey = (fields: readonly string[]): string => [...fields].sort().join(' ')

/** The field with the id of a record: `rid`, or `id` if the tag requires that and defines no `rid`. */
export const identityFieldOf = ({ fields }: RecordDescriptor): string =>
  !fields.some(({ name }) => name === 'rid') && fields.some(({ name, required }) => name === 'id' && required)
    ? 'id'
    : 'rid'

function changedField(
  before: FieldDescriptor,
  change: FieldDescriptor,
  tag: string,
  domain: string,
  report: ReportProblem,
): FieldDescriptor {
  if (!change.isTypeUnknown && change.type !== before.type)
    report({ kind: 'type-changed', tag, field: before.name, names: [before.type, before.origin!] })
  const changes = Object.fromEntries(
    changeable.flatMap(key => (change[key] === undefined ? [] : [[key, change[key]] as const])),
  )
  const after = { ...before, ...changes, changedIn: [...(before.changedIn ?? []), domain] }
  // A phrase for a value that the field no longer has says nothing.
  return change.enum && !change.enumDescriptions && before.enumDescriptions
    ? { ...after, enumDescriptions: withDescriptions(before.enumDescriptions, change.enum) }
    : after
}

const withDescriptions = (
  descriptions: Readonly<Record<string, string>>,
  values: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(descriptions).filter(([value]) => values.includes(value)))

/** A tag that no base has; undefined if it cannot count. */
function addedRecord(record: RecordDescriptor, report: ReportProblem): RecordDescriptor | undefined {
  const { tag } = record
  if (record.remove) {
    report({ kind: 'nothing-to-remove', tag, names: [tag] })
    return undefined
  }
  const rules = record.rules && extendedRules([], record.rules, tag, report)
  return {
    ...record,
    fields: record.fields.flatMap(field => newField(field, tag, report) ?? []),
    ...(rules && { rules }),
  }
}

function newField(field: FieldDescriptor, tag: string, report: ReportProblem): FieldDescriptor | undefined {
  if (!field.remove) {
    if (field.isTypeUnknown) report({ kind: 'no-type', tag, field: field.name, names: [field.name] })
    return field
  }
  report({ kind: 'nothing-to-remove', tag, field: field.name, names: [field.name] })
  return undefined
}

function extendedRules(
  before: readonly RuleDescriptor[],
  written: readonly RuleDescriptor[],
  tag: string,
  report: ReportProblem,
): RuleDescriptor[] {
  const changes = new Map(written.map(rule => [rule.id, rule]))
  const inherited = new Set(before.map(({ id }) => id))
  const kept = before.map(rule => {
    const change = changes.get(rule.id)
    if (!change) return rule
    // Examples show what the expression says.
    const { examples, ...others } = rule
    return change.expression !== undefined || !examples ? { ...others, ...change } : { ...rule, ...change }
  })
  const added = written.filter(rule => {
    if (inherited.has(rule.id)) return false
    const isComplete = rule.expression !== undefined && rule.message !== undefined
    if (!isComplete) report({ kind: 'incomplete-rule', tag, rule: rule.id, names: [rule.id] })
    return isComplete
  })
  return [...kept, ...added]
}

/** What an extension says of itself, with what its base says of the tags. */
function extendedMeta(own: Meta | undefined, base: Meta | undefined): Meta | undefined {
  if (!base?.tag_context) return own
  return { ...own, tag_context: { ...base.tag_context, ...own?.tag_context } }
}
