import type { Node } from 'jsonc-parser'
import type { Fix } from '../../check/rule.ts'
import type { FieldDescriptor, RuleDescriptor } from '../../domains/descriptor.ts'
import { baseNamedBy, type ExtensionProblem, mostLevels } from '../../domains/extension.ts'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { meantAdvice } from '../../domains/name-advice.ts'
import { nearest } from '../../domains/nearest.ts'
import { type Domain, fieldOf, type Registry, type Tag } from '../../domains/registry.ts'
import { readCondition } from '../../expression/expression.ts'
import { readMessage } from '../../expression/run/message.ts'
import { isVersionInRange, parseRange } from '../../registry/versions.ts'
import type { Span } from '../../syntax/nodes.ts'
import { descriptorApproval } from '../descriptor-rules/approval.ts'
import { descriptorDeprecated } from '../descriptor-rules/deprecated.ts'
import { descriptorEnum } from '../descriptor-rules/enum.ts'
import { descriptorExample } from '../descriptor-rules/example.ts'
import { descriptorExtends, descriptorWidens } from '../descriptor-rules/extends.ts'
import { descriptorFormat } from '../descriptor-rules/format.ts'
import { descriptorList } from '../descriptor-rules/list.ts'
import { descriptorRange } from '../descriptor-rules/range.ts'
import { descriptorTransitions } from '../descriptor-rules/transitions.ts'
import { descriptorUnique } from '../descriptor-rules/unique.ts'
import { arrayItems, changeFixes, propertyOf, propertyValue, removeFix, spanOf } from '../json.ts'
import type { DescriptorFile } from './descriptor-file.ts'
import type {
  DescriptorDraft,
  DescriptorProblem,
  DescriptorReport,
  DraftField,
  DraftRecord,
} from './descriptor-rule.ts'

/**
 * The problems of a descriptor with the domain that it extends: what cannot count, what its changes break, and, as
 * information, what they allow that the other domain does not.
 *
 * @param registry the domains of all descriptors
 */
export function extensionProblems(file: DescriptorFile, registry: Registry): DescriptorProblem[] {
  const { descriptor, parts } = file
  const domain = descriptor && registry.domains.get(descriptor.domain)
  // Where several files define a domain, that of another one may count.
  if (!domain || !parts || domain.written !== descriptor) return []
  const own = domain.extensionProblems.flatMap(
    problem => placedExtensionProblem(problem, domain, parts, registry) ?? [],
  )
  if (!domain.base) return own
  return [
    ...own,
    ...otherVersion(domain, domain.base, parts),
    ...problemsOfParts(domain, parts),
    ...brokenRules(domain, domain.base, parts, registry),
    ...widened(domain.base, parts, domain.path),
  ]
}

type ExtensionPart = Pick<DescriptorProblem, 'tag' | 'field'>

const descriptorProblemAt = (
  domain: string,
  { tag, field }: ExtensionPart,
  { start, end }: Span,
  message: string,
  fixes?: () => Fix[],
): DescriptorProblem => ({
  code: descriptorExtends.code,
  severity: descriptorExtends.severity,
  message,
  start,
  end,
  domain,
  ...(tag !== undefined && { tag }),
  ...(field !== undefined && { field }),
  ...(fixes && { fixes }),
})

function placedExtensionProblem(
  { kind, tag, field, rule, names }: ExtensionProblem,
  { path, base }: Domain,
  { root, records }: DescriptorDraft,
  registry: Registry,
): DescriptorProblem | undefined {
  const record = tag === undefined ? undefined : records.find(one => one.tag === tag)
  const part: { readonly node: Node } | undefined =
    field === undefined ? (record ?? root) : record?.fields.find(one => one.field === field)
  if (!part) return undefined
  const at = (property: string, message: string, fixes?: (value: Node) => Fix[]): DescriptorProblem | undefined => {
    const value = propertyValue(part.node, property)
    return value && descriptorProblemAt(path, { tag, field }, spanOf(value), message, fixes && (() => fixes(value)))
  }
  const label = field === undefined ? shorten(tag ?? '') : `${shorten(tag!)}.${shorten(field)}`
  const [name = '', other = ''] = names
  const removeObject = (): Fix[] => [removeFix(part.node, localize('Remove this object'))]
  switch (kind) {
    case 'unknown-base': {
      const near = nearest(
        name,
        [...registry.domains.keys()].filter(one => one !== path),
      )
      const message = sentenceOfClauses(
        localize('There is no domain {domain} to extend', { domain: shorten(name) }),
        meantAdvice(near, localize('name one that exists')),
      )
      return at('extends', message, value => changeFixes(value, near))
    }
    case 'circle': {
      const way = names.slice(1, -1)
      return at(
        'extends',
        way.length === 0
          ? localize('{domain} extends itself; extend another domain.', { domain: shorten(path) })
          : localize('{domain} extends itself, through {names}; extend another domain.', {
              domain: shorten(path),
              names: { and: way.map(shorten) },
            }),
      )
    }
    case 'too-deep':
      return at(
        'extends',
        localize(
          'At most {count} domains can extend one another, and this is one more; extend a domain that is nearer to {domain}.',
          { count: mostLevels, domain: shorten(names.at(-1)!) },
        ),
      )
    case 'type-changed':
      return at(
        'type',
        localize(
          '{field} is {type} in {domain}, and an extension keeps the type; remove the type, or add a field with another name.',
          { field: label, type: name, domain: shorten(other) },
        ),
        value => [{ ...removeFix(value.parent!), isPreferred: true }],
      )
    case 'nothing-to-remove': {
      if (!base)
        return at(
          'remove',
          localize('This descriptor extends no domain, so it has no {name} to remove.', { name: label }),
          removeObject,
        )
      const known = field === undefined ? [...base.tags.keys()] : [...(base.tags.get(tag!)?.fields.keys() ?? [])]
      const near = nearest(name, known)
      const message = sentenceOfClauses(
        localize('{domain} has no {name} to remove', { domain: base.path, name: label }),
        meantAdvice(near, localize('remove this object')),
      )
      const property = field === undefined ? 'tag' : 'name'
      return at(property, message, value => [...changeFixes(value, near), ...removeObject()])
    }
    case 'id-removed':
      return at(
        'remove',
        localize('{field} is the id of these records, so it cannot be removed.', { field: label }),
        removeObject,
      )
    case 'no-type': {
      const message = sentenceOfClauses(
        base
          ? localize('{domain} has no {field}, so this field needs a type', { domain: base.path, field: label })
          : localize('{field} needs a type', { field: label }),
        localize('add "type": "string", or another one'),
      )
      return at('name', message, ({ offset, length }) => [
        {
          title: localize('Add {fields}', { fields: '"type": "string"' }),
          edits: [{ start: offset + length, end: offset + length, text: ', "type": "string"' }],
        },
      ])
    }
    case 'incomplete-rule': {
      const node = arrayItems(propertyValue(part.node, 'rules')).find(one => propertyValue(one, 'id')?.value === rule)
      const id = node && propertyValue(node, 'id')
      const message = base
        ? localize('{domain} has no rule {rule} of {tag}, so it needs a message and an expression.', {
            domain: base.path,
            rule: shorten(name),
            tag: label,
          })
        : localize('The rule {rule} is new, so it needs a message and an expression.', { rule: shorten(name) })
      return id && descriptorProblemAt(path, { tag }, spanOf(id), message)
    }
  }
}

/** That the base which exists has none of the versions that `extends` names. */
function otherVersion({ path, written }: Domain, base: Domain, { root }: DescriptorDraft): DescriptorProblem[] {
  const { versions } = baseNamedBy(written)!
  const known = base.descriptor.version
  const range = versions === undefined ? undefined : parseRange(versions)
  if (!range || isVersionInRange(known, range)) return []
  const value = propertyValue(root.node, 'extends')!
  const message = localize(
    'This extends version {versions} of {domain}, and {known} is the one that is there; get a version that fits, or extend {found}.',
    { versions: shorten(versions!), domain: base.path, known, found: `${base.path}@${known}` },
  )
  return [descriptorProblemAt(path, {}, spanOf(value), message, () => changeFixes(value, [`${base.path}@${known}`]))]
}

/** The properties that the rules of descriptors judge, and which rule judges them. */
const judged = [
  [descriptorEnum, 'enumDescriptions'],
  [descriptorRange, 'range'],
  [descriptorList, 'list'],
  [descriptorFormat, 'format'],
  [descriptorTransitions, 'transitions'],
  [descriptorDeprecated, 'deprecatedValues'],
  [descriptorExample, 'example'],
  [descriptorUnique, 'unique'],
  [descriptorApproval, 'approval'],
] as const

/** What is wrong with the parts of an extension together with what they inherit. */
function problemsOfParts(domain: Domain, parts: DescriptorDraft): DescriptorProblem[] {
  const problems: DescriptorProblem[] = []
  for (const [{ code, severity, check }, property] of judged) {
    const isJudged = ({ node }: DraftField): boolean =>
      propertyValue(node, property) !== undefined &&
      // The rule looks for the values beside their descriptions.
      (property !== 'enumDescriptions' || propertyValue(node, 'enum') !== undefined)
    const records = parts.records.flatMap(record => wholeRecord(record, domain, isJudged, property) ?? [])
    const report: DescriptorReport = ({ node, tag, field }, name, message, { at, fixes, related } = {}) => {
      const value = propertyValue(node, name)
      if (!value && !at) return
      problems.push({
        code,
        severity,
        message,
        ...(at ?? spanOf(value!)),
        domain: domain.path,
        ...(tag !== undefined && { tag }),
        ...(field !== undefined && { field }),
        ...(related && { related }),
        ...(fixes && { fixes }),
      })
    }
    check({ ...parts, records }, report)
  }
  return problems
}

/** A record object with some of its fields, which have all that they inherit. */
function wholeRecord(
  record: DraftRecord,
  { tags }: Domain,
  isWanted: (field: DraftField) => boolean,
  property: string,
): DraftRecord | undefined {
  const tag = tags.get(record.tag)
  if (!tag) return undefined
  const resolved = new Map(tag.descriptor.fields.map(field => [field.name, field]))
  const fields = record.fields.filter(isWanted).flatMap((field): DraftField[] => {
    const value = resolved.get(field.field)
    // A rule can take a property away from the part that it judges.
    return value ? [{ ...field, value: { ...value } }] : []
  })
  // Alone, it inherits nothing.
  const { origin: _, ...whole } = tag.descriptor
  // These can name all fields, and other rules judge those that the extension writes.
  if (property === 'unique' || property === 'approval') return { ...record, value: whole, fields: [] }
  return { ...record, value: { ...whole, fields: fields.map(({ value }) => value) }, fields }
}

/** The inherited rules that no longer work, each at the change that breaks it. */
function brokenRules(domain: Domain, base: Domain, parts: DescriptorDraft, registry: Registry): DescriptorProblem[] {
  const extendsAt = propertyValue(parts.root.node, 'extends')
  return [...domain.tags.values()].flatMap(tag => {
    const before = base.tags.get(tag.name)
    const node = parts.records.find(one => one.tag === tag.name)?.node
    const own = arrayItems(node && propertyValue(node, 'rules'))
    const written = new Set(own.map(rule => propertyValue(rule, 'id')?.value))
    const broken = (tag.descriptor.rules ?? []).filter(
      rule => before && !written.has(rule.id) && !works(rule, tag, registry) && works(rule, before, registry),
    )
    return broken.flatMap(rule => {
      const change = changeThatBreaks(rule, tag.name, parts)
      const place = change?.node ?? extendsAt
      if (!place) return []
      const names = { rule: shorten(rule.id), domain: shorten(rule.origin ?? base.path) }
      const message = sentenceOfClauses(
        change
          ? localize('The rule {rule} of {domain} reads {name}', { ...names, name: change.label })
          : localize('The rule {rule} of {domain} no longer works', names),
        localize('write {example} or another expression for it in the rules of {tag}, or take this change back', {
          example: `{"id": ${show(rule.id)}, "severity": "off"}`,
          tag: tag.name,
        }),
      )
      return [
        descriptorProblemAt(
          domain.path,
          { tag: change?.tag ?? tag.name, field: change?.field },
          spanOf(place),
          message,
        ),
      ]
    })
  })
}

const works = ({ expression, message, field }: RuleDescriptor, tag: Tag, registry: Registry): boolean =>
  readCondition(expression, tag, registry, 'inherited rule').problems.length === 0 &&
  readMessage(message, tag, registry).problems.length === 0 &&
  (field === undefined || fieldOf(tag, field) !== undefined)

/** The object that most likely breaks an inherited rule: what it reads and what is removed, or changed. */
function changeThatBreaks(
  { expression, message, field = '' }: RuleDescriptor,
  tag: string,
  { records }: DescriptorDraft,
): { readonly node: Node; readonly label: string; readonly tag: string; readonly field?: string } | undefined {
  const words = new Set(`${expression} ${message} ${field}`.match(/[A-Za-z_][\w]*/g))
  const own = records.filter(record => record.tag === tag)
  const inOrder = [...own, ...records.filter(record => record.tag !== tag)]
  for (const record of inOrder)
    for (const one of record.fields)
      if (one.value.remove && words.has(one.field))
        return { node: propertyOf(one.node, 'remove')!, label: one.label, tag: record.tag, field: one.field }
  for (const record of inOrder)
    if (record.value.remove && words.has(record.tag))
      return { node: propertyOf(record.node, 'remove')!, label: record.tag, tag: record.tag }
  for (const record of inOrder)
    for (const one of record.fields)
      if (words.has(one.field)) return { node: one.node, label: one.label, tag: record.tag, field: one.field }
  return undefined
}

/** What an extension allows that the domain which it extends does not. */
function widened(base: Domain, { records }: DescriptorDraft, domain: string): DescriptorProblem[] {
  return records.flatMap(({ tag, fields }) =>
    fields.flatMap(part => {
      const before = base.tags.get(tag)?.fields.get(part.field)
      return before && !part.value.remove ? widenedField(part, before, base.path, domain) : []
    }),
  )
}

function widenedField(
  { node, tag, field, label, value }: DraftField,
  before: FieldDescriptor,
  base: string,
  domain: string,
): DescriptorProblem[] {
  const { code, severity } = descriptorWidens
  const at = (part: Node, what: string): DescriptorProblem => {
    const advice = localize('programs that only know {domain} may not expect it', { domain: shorten(base) })
    const message = sentenceOfClauses(what, advice)
    return { code, severity, message, domain, tag, field, ...spanOf(part) }
  }
  const problems: DescriptorProblem[] = []
  const allowed = new Set(before.enum)
  for (const item of before.enum ? arrayItems(propertyValue(node, 'enum')) : [])
    if (!allowed.has(String(item.value)))
      problems.push(
        at(
          item,
          localize('{domain} does not have {value} in {field}', {
            domain: base,
            value: show(String(item.value)),
            field: label,
          }),
        ),
      )
  const range = propertyValue(node, 'range')
  if (range && before.range && value.range) {
    const [least, greatest] = before.range
    const [lower, upper] = value.range
    if (lower < least || upper > greatest)
      problems.push(
        at(
          range,
          localize('{domain} allows {field} only from {least} to {greatest}', {
            domain: base,
            field: label,
            least,
            greatest,
          }),
        ),
      )
  }
  const required = propertyValue(node, 'required')
  if (required?.value === false && before.required)
    problems.push(at(required, localize('{domain} requires {field}', { domain: base, field: label })))
  return problems
}
