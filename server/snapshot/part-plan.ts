import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import { renameInJson } from '../../shared/config/descriptors/descriptor-edits.ts'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import { localize } from '../../shared/domains/localize.ts'
import { show } from '../../shared/domains/message-text.ts'
import { comesWithRecline } from '../../shared/domains/practice.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import { isFieldName } from '../../shared/syntax/nodes.ts'
import { type DescriptorText, descriptorEdits } from './json-snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { editOf, type TextDocumentEdits } from './workspace-edit.ts'

/** A rename of a part of a domain: in its descriptor, in the rules of all domains, and in all records. */
export interface PartPlan {
  readonly part: DomainPart
  readonly to: string
  /** The records of the tag, by the addresses of their files. */
  readonly records: ReadonlyMap<string, IndexedRecord[]>
}

/** What a rename needs to know about the workspace. */
export type PartRenameContext = Pick<Snapshot, 'registry' | 'index' | 'isIndexComplete' | 'client'>

/** The changes in a file with records. */
export interface ChangedFile {
  readonly edits: TextEdit[]
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
}

/** The present name of a part. */
export const partName = ({ tag, field, value }: DomainPart): string => value ?? field ?? tag

/** Why a part of a tag cannot be renamed now; undefined if it can. */
export function refusalOf(part: DomainPart, tag: Tag, { isIndexComplete }: PartRenameContext): Refusal | undefined {
  if (comesWithRecline(tag.domain.written)) {
    const { path } = tag.domain
    return {
      refusal: localize(
        '{domain} is a built-in domain, whose names cannot be changed; only those of your own domains can.',
        { domain: path },
      ),
    }
  }
  if (part.field === tag.identityField && part.value === undefined)
    return {
      refusal: localize('The field {field} cannot be renamed: its name makes it the id.', { field: part.field ?? '' }),
    }
  const refusal = localize(
    'Not all files of the workspace have been read, so records could be missed; try again when they have.',
  )
  return isIndexComplete ? undefined : { refusal }
}

/** Plans the rename of a part, or says why it cannot have the name. */
export function planPart(part: DomainPart, newName: string, context: PartRenameContext): PartPlan | Refusal {
  const tag = context.registry.domains.get(part.domain)?.tags.get(part.tag)
  const refusal = tag && refusalOf(part, tag, context)
  if (refusal) return refusal
  const to = newName.trim()
  const isSame = to === partName(part)
  const problem = !tag || isSame ? undefined : problemWith(part, tag, to)
  if (problem !== undefined) return { refusal: problem }
  return { part, to, records: isSame ? new Map() : recordsOfPart(part, context) }
}

/**
 * The edit of a rename in all files, or why it is not possible.
 *
 * @param changed the changes in the files with records of the plan; a file that could not be read is missing
 * @param json the descriptors and configurations of the workspace
 */
export function renamePartOf(
  { part, to, records }: PartPlan,
  changed: ReadonlyMap<string, ChangedFile>,
  json: readonly DescriptorText[],
  { client, registry }: PartRenameContext,
): WorkspaceEdit | Refusal {
  if (to === partName(part)) return editOf(client, [])
  const files: TextDocumentEdits[] = []
  for (const file of json) {
    const changes = renameInJson(file.text, part, to, registry)
    if (!changes)
      return {
        refusal: localize('{file} is not JSON, so nothing was renamed; fix it first.', { file: shortName(file.uri) }),
      }
    if (changes.length > 0) files.push(descriptorEdits(file, changes))
  }
  for (const uri of [...new Set([...records.keys(), ...changed.keys()])].sort()) {
    const file = changed.get(uri)
    if (!file) return { refusal: localize('{file} cannot be read, so nothing was renamed.', { file: shortName(uri) }) }
    if (file.edits.length > 0) files.push({ uri, version: file.version, edits: file.edits })
  }
  return editOf(client, files)
}

const shortName = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1)

/** Why a part cannot have a name, as a sentence; undefined if it can. */
function problemWith(part: DomainPart, tag: Tag, to: string): string | undefined {
  const field = part.field === undefined ? undefined : fieldOf(tag, part.field)
  if (part.value !== undefined) {
    if (to === '') return localize('The new value is empty; write one.')
    return field?.enum?.includes(to)
      ? localize('{field} already allows {value}; choose another value.', { field: field.label, value: show(to) })
      : undefined
  }
  if (part.field !== undefined) {
    if (!isFieldName(to))
      return localize('{name} cannot be the name of a field; use letters, digits and underscores.', { name: show(to) })
    return fieldOf(tag, to)
      ? localize('{tag} already has a field {field}; choose another name.', { tag: tag.name, field: to })
      : undefined
  }
  if (!/^[A-Z][A-Z0-9_]*$/.test(to))
    return localize('{name} cannot be a tag; use upper case letters, digits and underscores.', { name: show(to) })
  return tag.domain.tags.has(to) || ['DOC', 'BEGIN', 'END'].includes(to)
    ? localize('There is already a tag {tag}; choose another name.', { tag: to })
    : undefined
}

/** The records of the tag of a part, by the addresses of their files. */
export function recordsOfPart(
  { domain, tag }: DomainPart,
  { index, registry }: Pick<Snapshot, 'index' | 'registry'>,
): Map<string, IndexedRecord[]> {
  const path = registry.domains.get(domain)?.tags.get(tag)?.nameOfRecords.path
  const records = new Map<string, IndexedRecord[]>()
  for (const uri of index.uris()) {
    const found = [...index.recordsIn(uri)].filter(record => record.tag.path === path)
    if (found.length > 0) records.set(uri, found)
  }
  return records
}
