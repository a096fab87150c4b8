import type { Descriptor, FieldDescriptor, RecordDescriptor, RuleDescriptor } from '../domains/descriptor.ts'
import { baseNamedBy, identityFieldOf, uniqueListKey } from '../domains/extension.ts'
import { localize } from '../domains/localize.ts'
import { cutTo, shorten } from '../domains/message-text.ts'
import type { DomainChange, NoteChange } from './change.ts'
import { fieldChanges } from './field-changes.ts'
import { changeKinds } from './kinds.ts'

/**
 * What differs between two versions of a domain, with all that each inherits: first the domain, then its tags in the
 * order of the new version, and last the tags that are gone.
 *
 * @param before undefined for a new domain
 * @param after undefined for a domain that is gone
 */
export function domainChanges(before: Descriptor | undefined, after: Descriptor | undefined): DomainChange[] {
  const changes: DomainChange[] = []
  const note: NoteChange = (kind, message, more = {}) => {
    const { records, readers } = changeKinds[kind]
    changes.push({ kind, message, records, readers, ...more })
  }
  if (!before || !after) {
    if (before)
      note('domain-removed', localize('There is no domain {domain} any more.', { domain: shorten(before.domain) }))
    if (after) note('domain-added', localize('The domain {domain} is new.', { domain: shorten(after.domain) }))
    return changes
  }
  const { domain } = after
  const [base, baseBefore] = [baseNamedBy(after)?.path, baseNamedBy(before)?.path]
  if (base !== baseBefore)
    note(
      'base-changed',
      localize('{domain} extends {base}; it extended {before}.', {
        domain,
        base: base ?? localize('no domain'),
        before: baseBefore ?? localize('no domain'),
      }),
    )
  if (after.state === 'deprecated' && before.state !== 'deprecated') note('domain-deprecated', deprecatedNow(domain))
  if (before.description !== after.description)
    note('texts-changed', localize('{name} has another description.', { name: domain }))
  const left = new Map(before.records.map(record => [record.tag, record]))
  const tags = new Set(after.records.map(({ tag }) => tag))
  for (const record of after.records) {
    const { tag, renamedFrom } = record
    const old = left.get(tag) ?? renamedPart(left, renamedFrom, tags)
    if (!old) {
      note('tag-added', localize('{name} is new.', { name: shorten(tag) }), { tag })
      continue
    }
    left.delete(old.tag)
    if (old.tag !== tag) note('tag-renamed', calledNow(shorten(old.tag), shorten(tag)), { tag, was: old.tag })
    tagChanges(old, record, note)
  }
  for (const tag of left.keys()) note('tag-removed', goneNow(shorten(tag)), { tag })
  return changes
}

const deprecatedNow = (name: string): string => localize('{name} is deprecated now.', { name })

const calledNow = (old: string, name: string): string => localize('{old} is called {name} now.', { old, name })

const goneNow = (name: string): string => localize('There is no {name} any more.', { name })

function tagChanges(before: RecordDescriptor, after: RecordDescriptor, note: NoteChange): void {
  const { tag } = after
  const label = shorten(tag)
  if (after.deprecated && !before.deprecated) note('tag-deprecated', deprecatedNow(label), { tag })
  if (differ(before, after, ['description', 'aliases', 'keywords']))
    note('texts-changed', localize('{name} has another description or other words for it.', { name: label }), { tag })
  if (differ(before, after, ['approval']))
    note('texts-changed', localize('Other states of {tag} need approval.', { tag: label }), { tag })
  const [oldId, newId] = [identityFieldOf(before), identityFieldOf(after)]
  if (oldId !== newId)
    note(
      'id-field-changed',
      localize('The id of {tag} is in {field} now; it was in {before}.', { tag: label, field: newId, before: oldId }),
      { tag, field: newId },
    )
  const left = new Map(before.fields.map(field => [field.name, field]))
  const names = new Set(after.fields.map(({ name }) => name))
  for (const field of after.fields) {
    const { name, renamedFrom, required } = field
    const old = left.get(name) ?? renamedPart(left, renamedFrom, names)
    const fieldLabel = `${label}.${shorten(name)}`
    const noteField: NoteChange = (kind, message, more) => note(kind, message, { tag, field: name, ...more })
    if (!old) {
      if (required) noteField('required-added', localize('{name} is new and required.', { name: fieldLabel }))
      else noteField('field-added', localize('{name} is new.', { name: fieldLabel }))
      continue
    }
    left.delete(old.name)
    if (old.name !== name)
      noteField('field-renamed', calledNow(`${label}.${shorten(old.name)}`, shorten(name)), { was: old.name })
    fieldChanges(old, field, fieldLabel, noteField)
    if (differ(old, field, texts)) noteField('texts-changed', localize('{name} has other texts.', { name: fieldLabel }))
  }
  // Every record can have a rid, whether its tag defines it or not.
  for (const field of left.keys())
    note('field-removed', goneNow(`${label}.${shorten(field)}`), {
      tag,
      field,
      ...(field === 'rid' && { records: 'compatible', readers: 'compatible' }),
    })
  uniqueChanges(before, after, label, (kind, message) => note(kind, message, { tag }))
  ruleChanges(before.rules ?? [], after.rules ?? [], label, (kind, message, more) =>
    note(kind, message, { tag, ...more }),
  )
}

/** The part that is called otherwise now; undefined if the old name is still that of a part. */
const renamedPart = <Part>(
  left: ReadonlyMap<string, Part>,
  from: string | undefined,
  names: ReadonlySet<string>,
): Part | undefined => (from === undefined || names.has(from) ? undefined : left.get(from))

const texts = [
  'description',
  'example',
  'aliases',
  'keywords',
  'advice',
  'enumDescriptions',
  'usual',
  'due',
  'interval',
  'default',
  'sensitive',
  'file',
  'hashOf',
] as const

/** Whether some properties of two parts differ. */
const differ = <Part extends RecordDescriptor | FieldDescriptor>(
  one: Part,
  other: Part,
  keys: readonly (keyof Part)[],
): boolean => keys.some(key => JSON.stringify(one[key]) !== JSON.stringify(other[key]))

/** Notes which unique lists are new or gone. The new name of a field makes no difference. */
function uniqueChanges(before: RecordDescriptor, after: RecordDescriptor, label: string, note: NoteChange): void {
  const newNames = new Map(after.fields.flatMap(({ name, renamedFrom }) => (renamedFrom ? [[renamedFrom, name]] : [])))
  const renamed = (before.unique ?? []).map(list => list.map(name => newNames.get(name) ?? name))
  const without = (lists: readonly (readonly string[])[], others: readonly (readonly string[])[]) => {
    const known = new Set(others.map(uniqueListKey))
    return lists.filter(list => !known.has(uniqueListKey(list)))
  }
  for (const list of without(after.unique ?? [], renamed))
    note(
      'unique-added',
      localize('No two records of {tag} may have the same {fields} now.', { tag: label, fields: { and: list } }),
    )
  for (const list of without(renamed, after.unique ?? []))
    note(
      'unique-removed',
      localize('Records of {tag} may have the same {fields} now.', { tag: label, fields: { and: list } }),
    )
}

/** Notes what differs between the rules of two versions of a tag. A rule that is off counts as missing. */
function ruleChanges(
  before: readonly RuleDescriptor[],
  after: readonly RuleDescriptor[],
  label: string,
  note: NoteChange,
): void {
  const left = new Map(before.filter(isOn).map(rule => [rule.id, rule]))
  for (const rule of after.filter(isOn)) {
    const { id, expression } = rule
    const old = left.get(id)
    left.delete(id)
    const names = { rule: shorten(id), tag: label }
    // Information does not make a record wrong.
    const effect = severityOfRule(rule) === 'information' ? ({ records: 'compatible' } as const) : {}
    if (!old) {
      note(
        'rule-added',
        localize('The rule {rule} of {tag} is new: {message}', { ...names, message: cutTo(100, rule.message) }),
        { rule: id, ...effect },
      )
      continue
    }
    if (old.expression !== expression)
      note('rule-changed', localize('The rule {rule} of {tag} has another expression.', names), { rule: id, ...effect })
    const [was, is] = [severityOfRule(old), severityOfRule(rule)]
    if (was === is) continue
    const isStricter = severitiesInOrder.indexOf(is) > severitiesInOrder.indexOf(was)
    note(
      isStricter ? 'rule-stricter' : 'rule-milder',
      localize('The rule {rule} of {tag} has the severity {severity}; it had {before}.', {
        ...names,
        severity: is,
        before: was,
      }),
      { rule: id },
    )
  }
  for (const id of left.keys())
    note('rule-removed', localize('There is no rule {rule} of {tag} any more.', { rule: shorten(id), tag: label }), {
      rule: id,
    })
}

const severitiesInOrder = ['off', 'information', 'warning', 'error'] as const

const severityOfRule = ({ severity = 'error' }: RuleDescriptor): (typeof severitiesInOrder)[number] => severity

const isOn = (rule: RuleDescriptor): boolean => severityOfRule(rule) !== 'off'
