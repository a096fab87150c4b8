import type { Position, Range, WorkspaceEdit } from 'vscode-languageserver-types'
import type { CheckedFile } from '../../shared/check/check.ts'
import { setHeaderDomains } from '../../shared/check/fixes/header.ts'
import { pathToFile } from '../../shared/check/linked-files.ts'
import { definingPart } from '../../shared/domains/defining-part.ts'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import { domainsOfFile } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { show } from '../../shared/domains/message-text.ts'
import { canonicalValue } from '../../shared/domains/notation.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import { insideOf, quote, type Span, valueText } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { type Cursor, cursorAt } from '../snapshot/cursor.ts'
import { linksOfEntry, namesBelowTop, uriOfPath } from '../snapshot/linked-file.ts'
import { type Named, namedAt } from '../snapshot/named.ts'
import { type PartPlan, partName, planPart, refusalOf } from '../snapshot/part-plan.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import { filesAfterRename, planRenameOf, type RenamedFile, type RenamePlan } from '../snapshot/rename-plan.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { editOf } from '../snapshot/workspace-edit.ts'

/** The range and the text of the id at a position, in a record or in a reference, if it can be renamed. */
export function prepareRename(snapshot: Snapshot, position: Position): { range: Range; placeholder: string } | Refusal {
  const subject = subjectAt(snapshot, position)
  if ('refusal' in subject) return subject
  return { range: rangeIn(snapshot, subject.entry, subject.span), placeholder: subject.name.id }
}

/** Plans the rename of the id at a position, in all records of all files that have it or refer to it. */
export function planRename(snapshot: Snapshot, position: Position, newName: string): RenamePlan | Refusal {
  const subject = subjectAt(snapshot, position)
  return 'refusal' in subject ? subject : planRenameOf(snapshot, subject.name, newName)
}

/**
 * The edit of a rename, or why the rename is not possible.
 *
 * @param others the changes in the other files of the plan; a file that could not be read is missing
 */
export function rename(
  snapshot: Snapshot,
  plan: RenamePlan,
  others: ReadonlyMap<string, RenamedFile>,
): WorkspaceEdit | Refusal {
  if (plan.id === plan.name.id) return editOf(snapshot.client, [])
  const files = filesAfterRename(snapshot, plan, others)
  return 'refusal' in files ? files : editOf(snapshot.client, files)
}

type Subject = Exclude<Named, { kind: 'tag' }>

function subjectAt(snapshot: Snapshot, position: Position): Subject | Refusal {
  const named = namedAt(snapshot, position)
  if (!named || named.kind === 'tag')
    return {
      refusal: localize('Only ids can be renamed, and the tags, fields and allowed values of your own domains.'),
    }
  if (!snapshot.isIndexComplete)
    return {
      refusal: localize(
        'Not all files of the workspace have been read, so references could be missed; try again when they have.',
      ),
    }
  const { tag, id } = named.name
  if (snapshot.index.count(named.name) === 0)
    return {
      refusal: localize('There is no {tag} {id} to rename; correct the reference, or write the record.', {
        tag,
        id: show(id),
      }),
    }
  return named
}

/** The range and the text of the tag, field or allowed value at a position, if a descriptor of the workspace has it. */
export function preparePartRename(
  snapshot: Snapshot,
  position: Position,
): { range: Range; placeholder: string } | Refusal | undefined {
  const found = partAtPosition(snapshot, position)
  if (!found) return undefined
  const { tag, entry, span, part } = found
  return refusalOf(part, tag, snapshot) ?? { range: rangeIn(snapshot, entry, span), placeholder: partName(part) }
}

/** Plans the rename of the part at a position; undefined if there is none. */
export function planPartRename(
  snapshot: Snapshot,
  position: Position,
  newName: string,
): PartPlan | Refusal | undefined {
  const found = partAtPosition(snapshot, position)
  if (!found) return undefined
  const plan = planPart(found.part, newName, snapshot)
  if ('refusal' in plan) return plan
  // This file changes as it is now, also if it is not one of the workspace.
  const records = new Map(plan.records)
  records.delete(snapshot.uri)
  return { ...plan, records }
}

interface PlacedPart {
  readonly part: DomainPart
  readonly tag: Tag
  readonly entry: number
  readonly span: Span
}

function partAtPosition(snapshot: Snapshot, position: Position): PlacedPart | undefined {
  const cursor = cursorAt(snapshot.file, position)
  const tag = cursor && snapshot.file.entries[cursor.entry]!.tag
  const found = tag && renamedPartAt(cursor, tag)
  if (!found) return undefined
  const { span, ...names } = found
  const part = definingPart({ domain: tag.domain.path, tag: tag.name, ...names }, snapshot.registry)
  const owner = snapshot.registry.domains.get(part.domain)?.tags.get(tag.name) ?? tag
  return { part, tag: owner, entry: cursor.entry, span }
}

function renamedPartAt(
  cursor: Cursor,
  tag: Tag,
): (Pick<DomainPart, 'field' | 'value'> & { readonly span: Span }) | undefined {
  if (cursor.kind === 'tag') {
    const { tagStart, tagEnd } = cursor.record
    return { span: { start: tagStart, end: tagEnd } }
  }
  if (cursor.kind !== 'name' && cursor.kind !== 'value') return undefined
  const field = tag.fields.get(cursor.field.name)
  if (!field) return undefined
  if (cursor.kind === 'name') {
    // The name of this field says which value is the id of the record.
    if (field.name === tag.identityField) return undefined
    const { nameStart, nameEnd } = cursor.field
    return { field: field.name, span: { start: nameStart, end: nameEnd } }
  }
  const { record, value } = cursor
  const text = value && value.kind !== 'list' ? valueText(record, value) : undefined
  if (text === undefined || !field.enum?.includes(text)) return undefined
  return { field: field.name, value: text, span: insideOf(record, value!) }
}

/**
 * The changes that keep the domain of a file's records when the file is renamed: if the old name chose the domain and
 * the new one does not, an `@DOC` header is added. An empty list if no change is needed.
 *
 * @param newPath the path of the file after the rename
 */
export function changesForRename(file: CheckedFile, newPath: string): TextChange[] {
  const { context, sections, entries } = file
  const before = domainsOfFile(context)
  if (before.source !== 'file name' || sections.length > 1 || !entries.some(({ tag }) => tag)) return []
  const after = domainsOfFile({ ...context, fileName: newPath })
  const [domain] = before.domains
  if (!domain || (after.domains.length === 1 && after.domains[0] === domain)) return []
  return [setHeaderDomains(file, 0, [domain.path])]
}

/**
 * The changes of the paths in a file when files or folders are renamed or moved: those that the paths name, and the
 * file itself, whose paths start from its folder. They are in order.
 */
export function pathChanges(
  snapshot: Snapshot,
  renamed: readonly { readonly oldUri: string; readonly newUri: string }[],
): TextChange[] {
  const { uri, topFolder, file } = snapshot
  if (topFolder === undefined) return []
  const after = (at: string): string => {
    const moved = renamed.find(({ oldUri }) => at === oldUri || at.startsWith(`${oldUri}/`))
    return moved ? moved.newUri + at.slice(moved.oldUri.length) : at
  }
  const ownUri = after(uri)
  const changes: TextChange[] = []
  const { tree } = file
  for (const entry of tree.entries.keys())
    for (const { path, at, value } of linksOfEntry(snapshot, entry)) {
      const before = uriOfPath(snapshot, path)
      if (before === undefined || before === 'outside') continue
      const target = after(before)
      if ((target === before && ownUri === uri) || ![target, ownUri].every(one => one.startsWith(`${topFolder}/`)))
        continue
      const text = pathToFile(namesBelowTop(target, topFolder), namesBelowTop(ownUri, topFolder).slice(0, -1))
      if (text === path) continue
      const written = value.kind === 'quoted' ? quote(text).slice(1, -1) : canonicalValue('file', 'string', text)
      const start = tree.starts[entry]!
      changes.push({ start: start + at.start, end: start + at.end, text: written })
    }
  return changes
}
