import { checkSomeFields } from '../check/check-record.ts'
import { identityEdit } from '../check/fixes/edits.ts'
import { type Severities, withSeverities } from '../check/problem.ts'
import { type Identity, identityOf, isSameRecord, type RecordName, recordName } from '../domains/identity.ts'
import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import { canonicalField } from '../domains/notation.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag, tagOfPath } from '../domains/registry.ts'
import { type Entry, insideOf, isBareSafe, quote, type RecordNode, type Span } from '../syntax/nodes.ts'
import { changedText, type TextChange } from '../syntax/text-change.ts'
import { type Place, parse } from '../syntax/tree.ts'
import type { FileExcerpt } from './excerpt.ts'
import type { WorkspaceIndex } from './workspace-index.ts'

/**
 * The changes in one file that rename a record: its own id, and all references to it.
 *
 * @param file the whole file, or all of its records that have the id or refer to it
 * @returns the changes in order; undefined if writing the id would change the meaning of a record, such as a comma in
 *   a list
 */
export function renameChanges(file: FileExcerpt, name: RecordName, id: string): TextChange[] | undefined {
  const { tree, entries } = file
  const changes: TextChange[] = []
  for (const [index, { identity, tag }] of entries.entries()) {
    if (!identity || !tag || !names(identity, name)) continue
    const record = tree.entries[index] as RecordNode
    const references = referenceEdits(record, identity, name, id)
    if (references.length > 0 && specialCharacter(id) !== undefined) return undefined
    const edits = [...definitionEdits(record, identity, name, id), ...references].sort(
      (one, other) => one.start - other.start,
    )
    const renamed = (one: RecordName): RecordName => (isSameRecord(one, name) ? { ...one, id } : one)
    if (!saysTheSameRenamed(record, identity, parse(changedText(record.text, edits)).entries, tag, renamed))
      return undefined
    const start = tree.starts[index]!
    changes.push(...edits.map(edit => ({ ...edit, start: start + edit.start, end: start + edit.end })))
  }
  return changes
}

const names = ({ definition, references }: Identity, name: RecordName): boolean =>
  (definition !== undefined && isSameRecord(definition, name)) ||
  references.some(reference => isSameRecord(reference, name))

const allNames = (identity: Identity | undefined): readonly RecordName[] =>
  identity?.definition ? [identity.definition, ...identity.references] : (identity?.references ?? [])

const holds = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end

const definitionEdits = (record: RecordNode, { definition }: Identity, name: RecordName, id: string): TextChange[] =>
  definition && isSameRecord(definition, name) ? [identityEdit(record, definition, id)] : []

/** References keep their quotes and their neighbors in a list. A bare value gets quotes if the new id needs them. */
function referenceEdits(record: RecordNode, { references }: Identity, name: RecordName, id: string): TextChange[] {
  const meant = references
    .filter(reference => isSameRecord(reference, name))
    .sort((one, other) => one.start - other.start)
  if (meant.length === 0) return []
  let next = 0
  return record.fields.flatMap(({ value }) => {
    if (!value) return []
    // Fields and references are both in the order of the text.
    const edits: TextChange[] = []
    for (; meant[next] && holds(value, meant[next]!); next++) {
      const { start, end } = meant[next]!
      edits.push({ start, end, text: id })
    }
    if (edits.length === 0 || value.kind !== 'bare' || isBareSafe(id)) return edits
    const { start, end } = insideOf(record, value)
    const inside = edits.map(edit => ({ ...edit, start: edit.start - start, end: edit.end - start }))
    return [{ start: value.start, end: value.end, text: quote(changedText(record.text.slice(start, end), inside)) }]
  })
}

/** Whether the parsed result has the same fields and references, except for the renamed record. */
function saysTheSameRenamed(
  before: RecordNode,
  identity: Identity,
  after: readonly Entry[],
  tag: Tag,
  renamed: (name: RecordName) => RecordName,
): boolean {
  const [record] = after
  if (after.length !== 1 || record?.kind !== 'record' || outline(record) !== outline(before)) return false
  const wanted = allNames(identity).map(renamed)
  const found = allNames(identityOf(record, tag))
  return found.length === wanted.length && found.every((name, index) => isSameRecord(name, wanted[index]!))
}

/** The fields of the record by name, and the length of its other text. */
const outline = (record: RecordNode): string =>
  [...record.fields.map(({ name }) => name), record.strays.length].join(' ')

/** What decides whether a record can have another id. */
export interface RenameContext {
  readonly index: Pick<WorkspaceIndex, 'definitionsOf' | 'referencesTo' | 'recordsReferringTo'>
  readonly registry: Registry
  /** The severities that the user chose: an id may be a problem that is off. */
  readonly severity: Severities
}

/**
 * Why a record cannot have an id, as a sentence; undefined if it can.
 *
 * @param lineOf how a place is called in the sentence
 */
export function renameProblem(
  context: RenameContext,
  name: RecordName,
  id: string,
  lineOf: (place: Place) => string,
): string | undefined {
  if (id === '') return localize('The new id is empty; write one.')
  const { index } = context
  const [one, other] = index.definitionsOf(name, 2)
  if (one && other)
    return localize(
      'Several records have {id}, in {place} and {other}, and would all be renamed; change the value of the id in one of them first.',
      { id: show(name.id), place: lineOf(one), other: lineOf(other) },
    )
  const wanted = recordName(name, id)
  const taken = takenProblem(index, wanted, lineOf)
  if (taken !== undefined) return taken
  const [waiting] = index.referencesTo(wanted, 1)
  if (waiting)
    return localize(
      'A reference in {place} already has {id} and would then refer to this {tag}; choose another id, or correct that reference first.',
      { place: lineOf(waiting), id: show(id), tag: name.tag },
    )
  const special = specialCharacter(id)
  if (special !== undefined && index.referencesTo(name, 1).length > 0)
    return localize(
      'Records refer to this {tag}, and a reference cannot hold the character {character}; choose an id without it.',
      { tag: name.tag, character: show(special) },
    )
  const problem = problemOfValue(context, name, id)
  return problem === undefined ? undefined : localize('The new id would be a problem: {problem}', { problem })
}

/**
 * Why a record cannot have a name that another one has, as a sentence; undefined if none has it.
 *
 * @param lineOf how a place is called in the sentence
 */
export function takenProblem(
  index: Pick<WorkspaceIndex, 'definitionsOf'>,
  name: RecordName,
  lineOf: (place: Place) => string,
): string | undefined {
  const [taken] = index.definitionsOf(name, 1)
  return (
    taken &&
    localize('There is already a record {tag} {id}, in {place}; choose another id.', {
      tag: name.tag,
      id: show(name.id),
      place: lineOf(taken),
    })
  )
}

/** What is wrong with an id as the value of the field that identifies a record, or of a field that refers to it. */
function problemOfValue(
  { index, registry, severity }: RenameContext,
  name: RecordName,
  id: string,
): string | undefined {
  const problemIn = (tag: Tag, field: FieldDefinition): string | undefined => {
    const [record] = parse(`@${tag.name} ${canonicalField(field, id)}`).entries as [RecordNode]
    const findings = checkSomeFields(record, tag, record.fields, [tag.domain], { registry })
    return withSeverities(findings, severity)[0]?.message
  }
  const own = tagOfPath(registry, name.path)
  const ofOwn = own && problemIn(own, fieldOf(own, own.identityField)!)
  if (ofOwn !== undefined) return ofOwn
  for (const tag of registry.tags.values()) {
    for (const field of tag.fields.values()) {
      if (field.target?.path !== name.path) continue
      const problem = problemIn(tag, field)
      if (problem !== undefined && isReferredToIn(index, name, tag, field)) return problem
    }
  }
  return undefined
}

/** Whether a record of a tag refers to a record in this field. */
function isReferredToIn(index: RenameContext['index'], name: RecordName, tag: Tag, field: FieldDefinition): boolean {
  for (const record of index.recordsReferringTo(name)) {
    if (record.tag.path !== tag.nameOfRecords.path) continue
    if (record.identity.references.some(one => one.field === field.name && isSameRecord(one, name))) return true
  }
  return false
}

/**
 * The first character that a reference cannot contain: it separates or encloses ids, or needs an escape. Undefined if
 * there is none.
 */
const specialCharacter = (id: string): string | undefined =>
  [...id].find(character => /[,[\]]/.test(character) || quote(character) !== `"${character}"`)
