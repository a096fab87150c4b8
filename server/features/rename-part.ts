import type { Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import { renameInDescriptor } from '../../shared/config/descriptor-edits.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import { show } from '../../shared/domains/message-text.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { renamePart } from '../../shared/index/rename-part.ts'
import type { Refusal } from '../../shared/protocol/refusal.ts'
import { insideOf, isFieldName, type Span, valueText } from '../../shared/syntax/nodes.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { type DescriptorText, descriptorEdits } from '../snapshot/descriptor-text.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { editOf, type FileEdits, plainEdit } from '../snapshot/workspace-edit.ts'

/** A rename of a part of a domain, in its descriptor and in all records. */
export interface PartPlan {
  readonly part: DomainPart
  readonly to: string
  /** The records of the tag in other files, by the addresses of their files. */
  readonly records: ReadonlyMap<string, IndexedRecord[]>
}

/** The changes in another file. */
interface ChangedFile {
  readonly edits: TextEdit[]
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
}

/** The range and the text of the tag, field or allowed value at a position, if a descriptor of the workspace has it. */
export function preparePartRename(
  snapshot: Snapshot,
  position: Position,
): { range: Range; placeholder: string } | Refusal | undefined {
  const subject = subjectAt(snapshot, position)
  if (!subject || 'refusal' in subject) return subject
  return { range: rangeIn(snapshot, subject.entry, subject.span), placeholder: subject.name }
}

/** Plans the rename of the part at a position; undefined if there is none. */
export function planPartRename(
  snapshot: Snapshot,
  position: Position,
  newName: string,
): PartPlan | Refusal | undefined {
  const subject = subjectAt(snapshot, position)
  if (!subject || 'refusal' in subject) return subject
  const to = newName.trim()
  const problem = to === subject.name ? undefined : problemWith(subject, to)
  if (problem !== undefined) return { refusal: problem }
  return { part: subject.part, to, records: to === subject.name ? new Map() : recordsOf(snapshot, subject.tag) }
}

/**
 * The edit of a rename in all files, or why it is not possible.
 *
 * @param others the changes in the other files of the plan; a file that could not be read is missing
 */
export function renamePartOf(
  snapshot: Snapshot,
  { part, to, records }: PartPlan,
  others: ReadonlyMap<string, ChangedFile>,
  descriptors: readonly DescriptorText[],
): WorkspaceEdit | Refusal {
  if (to === nameOf(part)) return editOf(snapshot.client, [])
  const files: FileEdits[] = []
  for (const descriptor of descriptors) {
    const { uri, text } = descriptor
    const changes = renameInDescriptor(text, part, to)
    if (!changes)
      return { refusal: `${uri.slice(uri.lastIndexOf('/') + 1)} is not JSON, so nothing was renamed; fix it first.` }
    if (changes.length > 0) files.push(descriptorEdits(descriptor, changes))
  }
  const { tree } = snapshot.file
  const own = renamePart(snapshot.file, part, to).map(change => plainEdit(tree, change))
  files.push({ uri: snapshot.uri, version: snapshot.version, edits: own })
  for (const uri of [...records.keys()].sort()) {
    const other = others.get(uri)
    if (!other) return { refusal: `${uri.slice(uri.lastIndexOf('/') + 1)} cannot be read, so nothing was renamed.` }
    if (other.edits.length > 0) files.push({ uri, version: other.version, edits: other.edits })
  }
  return editOf(snapshot.client, files)
}

interface Subject {
  readonly part: DomainPart
  readonly name: string
  readonly tag: Tag
  readonly field?: FieldDefinition
  readonly entry: number
  readonly span: Span
}

const nameOf = ({ tag, field, value }: DomainPart): string => value ?? field ?? tag

function subjectAt(snapshot: Snapshot, position: Position): Subject | Refusal | undefined {
  const cursor = cursorAt(snapshot.file, position)
  const tag = cursor && snapshot.file.entries[cursor.entry]!.tag
  if (!tag) return undefined
  const found = partAt(cursor, tag)
  if (!found) return undefined
  const domain = tag.domain.path
  if (builtinDescriptors.includes(tag.domain.descriptor))
    return {
      refusal: `${domain} is a built-in domain, whose names cannot be changed; only those of your own domains can.`,
    }
  if (!snapshot.isIndexComplete)
    return {
      refusal: 'Not all files of the workspace have been read, so records could be missed; try again when they have.',
    }
  return { ...found, part: { ...found.part, domain, tag: tag.name }, tag, entry: cursor.entry }
}

type Found = Pick<Subject, 'name' | 'span' | 'field'> & { readonly part: Pick<DomainPart, 'field' | 'value'> }

function partAt(cursor: NonNullable<ReturnType<typeof cursorAt>>, tag: Tag): Found | undefined {
  if (cursor.kind === 'tag') {
    const { tagStart, tagEnd } = cursor.record
    return { name: tag.name, span: { start: tagStart, end: tagEnd }, part: {} }
  }
  if (cursor.kind !== 'name' && cursor.kind !== 'value') return undefined
  const field = tag.fields.get(cursor.field.name)
  if (!field) return undefined
  if (cursor.kind === 'name') {
    // The name of this field says which value is the id of the record.
    if (field.name === tag.identityField) return undefined
    const { nameStart, nameEnd } = cursor.field
    return { name: field.name, span: { start: nameStart, end: nameEnd }, field, part: { field: field.name } }
  }
  const { record, value } = cursor
  const text = value && value.kind !== 'list' ? valueText(record, value) : undefined
  if (text === undefined || !field.enum?.includes(text)) return undefined
  return { name: text, span: insideOf(record, value!), field, part: { field: field.name, value: text } }
}

/** Why a part cannot have a name, as a sentence; undefined if it can. */
function problemWith({ part, tag, field }: Subject, to: string): string | undefined {
  if (part.value !== undefined) {
    if (to === '') return 'The new value is empty; write one.'
    return field!.enum!.includes(to) ? `${field!.label} already allows ${show(to)}; choose another value.` : undefined
  }
  if (part.field !== undefined) {
    if (!isFieldName(to)) return `${show(to)} cannot be the name of a field; use letters, digits and underscores.`
    return fieldOf(tag, to) ? `${tag.name} already has a field ${to}; choose another name.` : undefined
  }
  if (!/^[A-Z][A-Z0-9_]*$/.test(to))
    return `${show(to)} cannot be a tag; use upper case letters, digits and underscores.`
  return tag.domain.tags.has(to) || ['DOC', 'BEGIN', 'END'].includes(to)
    ? `There is already a tag ${to}; choose another name.`
    : undefined
}

function recordsOf({ index, uri: own }: Snapshot, tag: Tag): Map<string, IndexedRecord[]> {
  const records = new Map<string, IndexedRecord[]>()
  for (const uri of index.uris()) {
    if (uri === own) continue
    const found = [...index.recordsIn(uri)].filter(record => record.tag.path === tag.fullName.path)
    if (found.length > 0) records.set(uri, found)
  }
  return records
}
