import type { CheckedFile } from '../check/check.ts'
import { replacementOf } from '../check/rules/deprecated.ts'
import type { Descriptor } from '../domains/descriptor.ts'
import { namedDomains } from '../domains/domains-in-force.ts'
import { placedItems } from '../domains/list-items.ts'
import { localize } from '../domains/localize.ts'
import { canonicalField } from '../domains/notation.ts'
import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import { isCompatible } from '../registry/versions.ts'
import {
  type Field,
  fieldNames,
  fieldSpan,
  isBareSafe,
  isHeader,
  nameSpan,
  type RecordNode,
  valueText,
} from '../syntax/nodes.ts'
import type { TextChange } from '../syntax/text-change.ts'
import { type ConvertUnit, unitConversion } from './units.ts'

/** Two versions of a domain whose records are migrated. */
export interface MigratedDomain {
  readonly before: Domain
  readonly after: Domain
}

/** What a migration does to the records of a tag. */
interface TagSteps {
  /** The tag that the records get; the same if it keeps its name. */
  readonly tag: Tag
  /** What becomes of fields, by their old names. Others stay as they are. */
  readonly fields: ReadonlyMap<string, FieldSteps>
}

interface FieldSteps {
  /** The field in the old version. */
  readonly old: FieldDefinition
  /** The field in the new version. */
  readonly field: FieldDefinition
  /** The new values by the old ones. */
  readonly values: ReadonlyMap<string, string>
  /** What gives a number the new unit; `unknown` if nothing is known to do that; undefined for the same unit. */
  readonly conversion: ConvertUnit | 'unknown' | undefined
}

/** Something that a migration does not do. */
interface LeftUndone {
  /** The record. */
  readonly entry: number
  /** Why, as a sentence. */
  readonly reason: string
}

/**
 * The changes that give records of an old version of domains the names and units of the new one: tags, fields and
 * values that were renamed, or that are deprecated and have a replacement. Nothing that a record says is lost: a field
 * stays as it is if the record has the other field already, or if that field has another type. Headers that ask for the
 * old version, or for the old name of the domain, ask for the new one.
 *
 * @param file checked with the old version
 * @returns the changes, sorted, and what is left. The file is refused, and there are no changes, if a number cannot get
 *   its new unit, because the header could not say then which unit the numbers have
 */
export function migrationOf(
  file: CheckedFile,
  domains: readonly MigratedDomain[],
): { readonly changes: readonly TextChange[]; readonly left: readonly LeftUndone[]; readonly isRefused: boolean } {
  const steps = new Map(domains.map(domain => [domain.before.path, migrationSteps(domain)]))
  const changes: TextChange[] = []
  const left: LeftUndone[] = []
  let isRefused = false
  /** Which version of each domain the header above asks for. */
  let asked: ReadonlyMap<string, AskedVersion> = new Map()
  for (const [index, entry] of file.tree.entries.entries()) {
    if (entry.kind !== 'record') continue
    const start = file.tree.starts[index]!
    const note = (from: number, to: number, text: string): void => {
      if (entry.text.slice(from, to) !== text) changes.push({ start: start + from, end: start + to, text })
    }
    if (isHeader(entry)) asked = headerChanges(entry, file, domains, note)
    const tag = file.entries[index]!.tag
    const own = tag && steps.get(tag.domain.path)?.get(tag.name)
    if (!own) continue
    const { path, descriptor } = tag.domain
    const of = own.tag.name === tag.name ? asked.get(path) : 'old'
    const version = `@DOC domain=${path}@${descriptor.version}`
    for (const { reason, isLost } of recordChanges(entry, own, { oldTag: tag.name, of, version }, note)) {
      left.push({ entry: index, reason })
      isRefused ||= isLost
    }
  }
  return { changes: isRefused ? [] : changes, left, isRefused }
}

/** Which of the two versions a record has for sure, so that its numbers have the units of that one. */
type AskedVersion = 'old' | 'new'

type NoteText = (start: number, end: number, text: string) => void

/** What a migration does, by the old tags. */
function migrationSteps({ before, after }: MigratedDomain): ReadonlyMap<string, TagSteps> {
  const steps = new Map<string, TagSteps>()
  for (const old of before.tags.values()) {
    const renamed = [...after.tags.values()].find(({ descriptor }) => descriptor.renamedFrom === old.name)
    const kept = after.tags.get(old.name) ?? renamed
    if (!kept) continue
    const replaced = lastOf(kept, ({ descriptor }) => after.tags.get(descriptor.deprecated?.use ?? ''))
    steps.set(old.name, { tag: replaced, fields: fieldSteps(old, replaced) })
  }
  return steps
}

function fieldSteps(before: Tag, after: Tag): ReadonlyMap<string, FieldSteps> {
  const steps = new Map<string, FieldSteps>()
  for (const old of before.fields.values()) {
    const renamed = [...after.fields.values()].find(({ renamedFrom }) => renamedFrom === old.name)
    const kept = after.fields.get(old.name) ?? renamed
    if (!kept) continue
    const field = lastOf(kept, one => replacementOf(after, one))
    const values = new Map<string, string>()
    for (const [value, { use }] of Object.entries(kept.deprecatedValues ?? {}))
      if (use !== undefined) values.set(value, use)
    for (const [value, now] of Object.entries(kept.renamedValues ?? {}))
      if (!kept.enum?.includes(value)) values.set(value, now)
    const lasting = Array.from(values.keys(), value => [value, lastOf(value, one => values.get(one))] as const)
    const isConverted = old.unit !== undefined && field.unit !== undefined && old.unit !== field.unit
    const conversion = isConverted ? (unitConversion(old.unit, field.unit) ?? 'unknown') : undefined
    steps.set(old.name, { old, field, values: new Map(lasting), conversion })
  }
  return steps
}

/** The end of a row of replacements. In a row that comes back to itself, nothing is replaced. */
function lastOf<Part>(part: Part, next: (part: Part) => Part | undefined): Part {
  const seen = new Set([part])
  let last = part
  for (let other = next(last); other !== undefined; other = next(last)) {
    if (seen.has(other)) return part
    seen.add(other)
    last = other
  }
  return last
}

/** Something in a record that stays as it is. */
interface Undone {
  readonly reason: string
  /** Whether the record would say something else than before. */
  readonly isLost: boolean
}

/**
 * Notes the changes of a record.
 *
 * @param was its old tag; the version that it has for sure, if that is known; the header that says the old one
 * @returns what stays as it is
 */
function recordChanges(
  record: RecordNode,
  { tag, fields }: TagSteps,
  was: { readonly oldTag: string; readonly of: AskedVersion | undefined; readonly version: string },
  note: NoteText,
): Undone[] {
  if (tag.name !== was.oldTag) note(record.tagStart, record.tagEnd, tag.name)
  // The old name of the field that has or gets each name. A field that is written twice is renamed twice.
  const owners = new Map(Array.from(fieldNames(record), name => [name, name]))
  const undone: Undone[] = []
  for (const node of record.fields) {
    const step = fields.get(node.name)
    if (!step) continue
    const { field } = step
    const isRenamed = field.name !== node.name
    const isTaken = isRenamed && (owners.get(field.name) ?? node.name) !== node.name
    if (isTaken)
      undone.push({
        reason: localize('The record has both a field and the one that replaces it; remove one of them.'),
        isLost: false,
      })
    else if (isRenamed) owners.set(field.name, node.name)
    const name = isTaken ? node.name : field.name
    const label = `${was.oldTag}.${node.name}`
    const units = { field: label, old: step.old.unit ?? '', unit: field.unit ?? '' }
    const isOfOldUnit = was.of === 'old' || isRenamed
    if (step.conversion && !isTaken && !isOfOldUnit && was.of !== 'new')
      undone.push({
        reason: localize(
          '{field} was in {old} and is in {unit} now, and no header says which of them this record has; write the old version above it, {version}, or the new one.',
          { ...units, version: was.version },
        ),
        isLost: false,
      })
    const values = valueChanges(step, isTaken || !isOfOldUnit)
    const isWhole = changeValue(record, node, { ...field, name }, values, note)
    if (isWhole === 'not convertible')
      undone.push({
        reason: localize(
          '{field} was in {old} and is in {unit} now, and this value cannot be converted exactly, so nothing in this file is changed; change it by hand.',
          units,
        ),
        isLost: true,
      })
    else if (!isWhole && name !== node.name) {
      const { start, end } = nameSpan(node)
      note(start, end, name)
    }
  }
  return undone
}

/** What becomes of a value: undefined if it stays, null if it must change and cannot. */
type ValueChange = (text: string) => string | null | undefined

/** @param keepsUnit whether numbers stay as they are */
function valueChanges({ values, conversion, field }: FieldSteps, keepsUnit: boolean): ValueChange | undefined {
  if (!conversion || keepsUnit) return values.size > 0 ? text => values.get(text) : undefined
  if (conversion === 'unknown') return () => null
  return text => {
    const converted = conversion(text)
    return converted === undefined || (field.type === 'int' && converted.includes('.')) ? null : converted
  }
}

/**
 * Notes the change of a value, or of the items of a list.
 *
 * @returns whether the name of the field is written with it
 */
function changeValue(
  record: RecordNode,
  node: Field,
  field: FieldDefinition,
  change: ValueChange | undefined,
  note: NoteText,
): boolean | 'not convertible' {
  const { value } = node
  if (!change || !value?.closed) return false
  if (field.list) {
    for (const { item, at } of placedItems(record, value)) {
      const now = change(item)
      if (now === null) return 'not convertible'
      if (now !== undefined && isBareSafe(now)) note(at.start, at.end, now)
    }
    return false
  }
  const now = change(valueText(record, value))
  if (now === null) return 'not convertible'
  if (now === undefined) return false
  const { start, end } = fieldSpan(node)
  note(start, end, canonicalField(field, now))
  return true
}

/** Notes the changes of a header. Returns which version it asks for, by the paths of the domains. */
function headerChanges(
  header: RecordNode,
  { context: { registry } }: CheckedFile,
  domains: readonly MigratedDomain[],
  note: NoteText,
): ReadonlyMap<string, AskedVersion> {
  const asked = new Map<string, AskedVersion>()
  for (const { name, version, domain, start, end } of namedDomains(header, registry)) {
    const migrated = domains.find(({ before }) => before === domain)
    if (!migrated) continue
    const { before, after } = migrated
    const of = version === undefined ? undefined : askedVersion(version, before.descriptor, after.descriptor)
    if (of) asked.set(before.path, of)
    const newName = before.path === after.path ? name : after.path
    const newVersion = of === 'old' ? after.descriptor.version : version
    note(start, end, newVersion === undefined ? newName : `${newName}@${newVersion}`)
  }
  return asked
}

/** Which version a header means that asks for one: it names that, or only that one does for it. */
function askedVersion(version: string, before: Descriptor, after: Descriptor): AskedVersion | undefined {
  if (version === after.version) return 'new'
  if (version === before.version) return 'old'
  const isForOld = isCompatible(version, before.version)
  if (isForOld === isCompatible(version, after.version)) return undefined
  return isForOld ? 'old' : 'new'
}
