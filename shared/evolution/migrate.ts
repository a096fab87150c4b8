import type { CheckedFile } from '../check/check.ts'
import { replacementOf } from '../check/rules/deprecated.ts'
import { isHeader, namedDomains } from '../domains/domains-in-force.ts'
import { placedItems } from '../domains/list-items.ts'
import { canonicalField } from '../domains/notation.ts'
import type { Domain, FieldDefinition, Tag } from '../domains/registry.ts'
import { type Field, fieldNames, fieldSpan, isBareSafe, nameSpan, type RecordNode, valueText } from '../syntax/nodes.ts'
import type { TextChange } from '../syntax/text-change.ts'

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
  /** The field in the new version. */
  readonly field: FieldDefinition
  /** The new values by the old ones. */
  readonly values: ReadonlyMap<string, string>
}

/**
 * The changes that give records of an old version of domains the names of the new one: tags, fields and values that
 * were renamed, or that are deprecated and have a replacement. Nothing that a record says is lost: a field stays as it
 * is if the record has the other field already, or if that field has another type. Headers that ask for the old
 * version, or for the old name of the domain, ask for the new one.
 *
 * @param file checked with the old version
 * @returns the changes, sorted; and the entries with a field that could not get its new name
 */
export function migrationOf(
  file: CheckedFile,
  domains: readonly MigratedDomain[],
): { readonly changes: readonly TextChange[]; readonly taken: readonly number[] } {
  const steps = new Map(domains.map(domain => [domain.before.path, stepsOf(domain)]))
  const changes: TextChange[] = []
  const taken: number[] = []
  for (const [index, entry] of file.tree.entries.entries()) {
    if (entry.kind !== 'record') continue
    const start = file.tree.starts[index]!
    const note = (from: number, to: number, text: string): void => {
      if (entry.text.slice(from, to) !== text) changes.push({ start: start + from, end: start + to, text })
    }
    if (isHeader(entry)) headerChanges(entry, file, domains, note)
    const tag = file.entries[index]!.tag
    const own = tag && steps.get(tag.domain.path)?.get(tag.name)
    if (own && !recordChanges(entry, own, tag.name, note)) taken.push(index)
  }
  return { changes, taken }
}

type NoteText = (start: number, end: number, text: string) => void

/** What a migration does, by the old tags. */
function stepsOf({ before, after }: MigratedDomain): ReadonlyMap<string, TagSteps> {
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
    steps.set(old.name, { field, values: new Map(lasting) })
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

/** Notes the changes of a record. Returns false if a field could not get its new name. */
function recordChanges(record: RecordNode, { tag, fields }: TagSteps, oldTag: string, note: NoteText): boolean {
  if (tag.name !== oldTag) note(record.tagStart, record.tagEnd, tag.name)
  // The old name of the field that has or gets each name. A field that is written twice is renamed twice.
  const owners = new Map(Array.from(fieldNames(record), name => [name, name]))
  let areAllRenamed = true
  for (const node of record.fields) {
    const step = fields.get(node.name)
    if (!step) continue
    const { field, values } = step
    const isRenamed = field.name !== node.name
    const isTaken = isRenamed && (owners.get(field.name) ?? node.name) !== node.name
    if (isTaken) areAllRenamed = false
    else if (isRenamed) owners.set(field.name, node.name)
    const name = isTaken ? node.name : field.name
    if (!changeValue(record, node, { ...field, name }, values, note) && name !== node.name) {
      const { start, end } = nameSpan(node)
      note(start, end, name)
    }
  }
  return areAllRenamed
}

/** Notes the change of a value, or of the items of a list. Returns whether the name of the field is written with it. */
function changeValue(
  record: RecordNode,
  node: Field,
  field: FieldDefinition,
  values: ReadonlyMap<string, string>,
  note: NoteText,
): boolean {
  const { value } = node
  if (!value?.closed || values.size === 0) return false
  if (field.list) {
    for (const { item, at } of placedItems(record, value)) {
      const now = values.get(item)
      if (now !== undefined && isBareSafe(now)) note(at.start, at.end, now)
    }
    return false
  }
  const now = values.get(valueText(record, value))
  if (now === undefined) return false
  const { start, end } = fieldSpan(node)
  note(start, end, canonicalField(field, now))
  return true
}

function headerChanges(
  header: RecordNode,
  { context: { registry } }: CheckedFile,
  domains: readonly MigratedDomain[],
  note: NoteText,
): void {
  for (const { name, version, domain, start, end } of namedDomains(header, registry)) {
    const migrated = domains.find(({ before }) => before === domain)
    if (!migrated) continue
    const { before, after } = migrated
    const isOld = version === before.descriptor.version
    const newName = before.path === after.path ? name : after.path
    const newVersion = isOld ? after.descriptor.version : version
    note(start, end, newVersion === undefined ? newName : `${newName}@${newVersion}`)
  }
}
