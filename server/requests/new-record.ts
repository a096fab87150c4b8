import { checkRecord } from '../../shared/check/check-record.ts'
import { escapeSnippet } from '../../shared/check/fixes/edits.ts'
import { requiredFirst } from '../../shared/domains/example-record.ts'
import { choicesOf, meaningText } from '../../shared/domains/field-text.ts'
import { type Identity, identityOf, recordName } from '../../shared/domains/identity.ts'
import { localize } from '../../shared/domains/localize.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { practiceDomain } from '../../shared/domains/practice.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import { type FieldDefinition, fieldOf, type Tag, type TagName, tagOfPath } from '../../shared/domains/registry.ts'
import { localTitle, shownField } from '../../shared/domains/texts/part-texts.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { defaultValues } from '../../shared/expression/default-values.ts'
import { freeIdIn } from '../../shared/index/free-ids.ts'
import { compareNames } from '../../shared/index/match.ts'
import type { RecordIndex } from '../../shared/index/workspace-index.ts'
import type {
  CheckValueParams,
  FilledRecordParams,
  FormField,
  NewRecord,
  NewRecordParams,
  RecordFormParams,
  ValueProblem,
} from '../../shared/protocol/records.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { indexAt, lengthOf, offsetAt, positionAt, type Tree } from '../../shared/syntax/tree.ts'
import { newRecordSnippet } from '../completion/tags.ts'
import { describeValues } from '../snapshot/describe.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** A new record of a tag as a snippet, with the fields to fill in; null if no domain has the tag. */
export function newRecord(snapshot: Snapshot, { line, tag: path }: Omit<NewRecordParams, 'uri'>): NewRecord | null {
  const tag = tagOfPath(snapshot.registry, path)
  return tag ? { ...lineForRecord(snapshot.file.tree, line), snippet: newRecordSnippet(tag, snapshot) } : null
}

/** A new record with these values, in canonical notation; null if no domain has the tag. */
export function filledRecord(
  { file: { tree }, registry }: Snapshot,
  { line, tag: path, values }: Omit<FilledRecordParams, 'uri'>,
): NewRecord | null {
  const tag = tagOfPath(registry, path)
  if (!tag) return null
  const valuesByName = new Map(values)
  const fields = requiredFirst(tag).flatMap(field => {
    const value = valuesByName.get(field.name)
    return value === undefined ? [] : canonicalField(field, value)
  })
  return { ...lineForRecord(tree, line), snippet: `${escapeSnippet(`@${tag.name} ${fields.join(' | ')}`)}$0` }
}

/** Where a new record goes: the line itself if it is blank, or else below the record on the line. */
function lineForRecord(tree: Tree, line: number): Pick<NewRecord, 'line' | 'lineBreakAt'> {
  const offset = offsetAt(tree, { line, character: 0 })
  const at = indexAt(tree, offset)
  const entry = tree.entries[at]
  // A block without an end takes in all that follows, so the record goes above it.
  const isOpenBlock = entry?.kind === 'block' && !entry.closed
  if (!entry || entry.kind === 'blank' || (offset === lengthOf(tree) && !isOpenBlock))
    return { line, lineBreakAt: null }
  const lineBreakAt = positionAt(tree, tree.starts[isOpenBlock ? at : behindRecord(tree, at)]!)
  return { line: lineBreakAt.character === 0 ? lineBreakAt.line : lineBreakAt.line + 1, lineBreakAt }
}

/** The index after an entry; for a comment above a record, the index after the record. */
function behindRecord({ entries }: Tree, at: number): number {
  let last = at
  while (entries[last]?.kind === 'comment') last++
  return entries[last]?.kind === 'record' ? last + 1 : at + 1
}

/** The most records that a field of references offers. */
const mostReferenceChoices = 1000

/**
 * The fields of a new record of a tag, the required ones first; null if no domain has the tag. The id starts with the
 * next free one, and other fields with their defaults. Those come last that only the extension has which comes with
 * Recline.
 *
 * @param now the time that a timestamp field offers
 */
export function recordForm(
  snapshot: Snapshot,
  { tag: path }: Omit<RecordFormParams, 'uri'>,
  now = new Date(),
): FormField[] | null {
  const tag = tagOfPath(snapshot.registry, path)
  if (!tag) return null
  const id = freeIdIn(snapshot.file, snapshot.index, tag.nameOfRecords)
  const given = new Map(id === undefined ? [] : [[tag.identityField, id]])
  const initial = new Map([...given, ...defaultValues(tag, snapshot.registry, given, now.getTime())])
  return [
    ...requiredFirst(tag).map(field => formField(field, tag, initial.get(field.name) ?? '', snapshot, now)),
    ...practiceFields(tag, snapshot, now),
  ]
}

function practiceFields(tag: Tag, snapshot: Snapshot, now: Date): FormField[] {
  const practice = practiceDomain(tag.domain)?.tags.get(tag.name)
  if (!practice) return []
  const added = [...practice.fields.values()].filter(({ name }) => !fieldOf(tag, name))
  return added.map(field => ({
    ...formField(field, practice, '', snapshot, now),
    isRequired: false,
    extension: practice.domain.path,
  }))
}

/** What is wrong with a value for a field of a new record; null if nothing is. */
export function checkValue(
  snapshot: Snapshot,
  { tag: path, field: name, value }: Omit<CheckValueParams, 'uri'>,
): ValueProblem | null {
  const { registry, index, file } = snapshot
  const tag = tagOfPath(registry, path)
  const field = tag && fieldOf(tag, name)
  if (!tag || !field) return null
  if (value === '') return error(localize('{field} is required.', { field: name }))
  if (name === tag.identityField && index.count(recordName(tag.nameOfRecords, value)) > 0)
    return error(localize('There is already a record {tag} {id}.', { tag: tag.name, id: value }))
  const [record] = parseEntries(`@${tag.name} ${canonicalField(field, value)}`)
  if (record?.kind !== 'record') return null
  const { findings } = checkRecord(record, [tag.domain], file.context)
  const finding = findings.find(({ field, severity }) => field === name && severity !== 'information')
  return finding ? error(finding.message) : missingRecord(snapshot, identityOf(record, tag))
}

const error = (message: string): ValueProblem => ({ message, isWarning: false })

/** A warning about the first reference to a record that does not exist. */
function missingRecord({ index, isIndexComplete }: Snapshot, { references }: Identity): ValueProblem | null {
  const missing = isIndexComplete && references.find(reference => index.count(reference) === 0)
  return missing
    ? { message: localize('There is no {tag} {id} yet.', { tag: missing.tag, id: missing.id }), isWarning: true }
    : null
}

function formField(
  field: FieldDefinition,
  tag: Tag,
  initial: string,
  { index, client }: Snapshot,
  now: Date,
): FormField {
  const { name, required = false } = field
  const shown = shownField(client.language, tag, field)
  const title = localTitle(client.language, tag, field)
  const closed = choicesOf(shown)?.map(({ value, meaning }) => ({ value, detail: meaning }))
  return {
    name,
    description: [title, plainProse(meaningText(shown))].filter(Boolean).join(' · '),
    isRequired: required,
    hint: describeValues(field),
    initial,
    choices: closed ?? openChoicesOf(field, index, now),
    isClosed: closed !== undefined,
  }
}

function openChoicesOf({ target, type }: FieldDefinition, index: RecordIndex, now: Date): FormField['choices'] {
  if (target) return recordChoices(target, index)
  const suggested = valueTypes[type].suggest?.(now) ?? []
  return suggested.map(({ value, description }) => ({ value, detail: description }))
}

/** The records of a tag by their ids, each with its title. */
function recordChoices(target: TagName, index: RecordIndex): FormField['choices'] {
  const ids = [...index.idsOf(target)].sort(compareNames).slice(0, mostReferenceChoices)
  return ids.map(id => ({
    value: id,
    detail: [...index.recordsNamed(recordName(target, id))][0]?.identity.title ?? '',
  }))
}
