import { checkRecord } from '../../shared/check/check-record.ts'
import { escapeSnippet } from '../../shared/check/edits.ts'
import { phraseOf } from '../../shared/domains/field-text.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { type FieldDefinition, fieldOf, type Tag, type TagName } from '../../shared/domains/registry.ts'
import { compareNames } from '../../shared/index/match.ts'
import type { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import type {
  CheckValueParams,
  FilledRecordParams,
  FormField,
  NewRecord,
  RecordFormParams,
} from '../../shared/protocol/protocol.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { requiredFields } from '../completion/tags.ts'
import { valuesOf } from '../snapshot/describe.ts'
import { lineForRecord, tagOfPath } from '../snapshot/records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** How many records a field of references offers. */
const choiceLimit = 1000

/**
 * What a new record of a tag can have: its fields, the required ones first and of these the id, which starts as a free one.
 *
 * @param now the time that a timestamp starts from
 */
export function recordForm(
  { registry, index }: Snapshot,
  { tag: path }: RecordFormParams,
  now = new Date(),
): FormField[] | null {
  const tag = tagOfPath(registry, path)
  return tag ? fieldsInOrder(tag).map(field => formField(field, tag, index, now)) : null
}

/** What is wrong with a value for a field of a new record, as a sentence; null where nothing is. */
export function valueProblem(
  { registry, index, file }: Snapshot,
  { tag: path, field: name, value }: CheckValueParams,
): string | null {
  const tag = tagOfPath(registry, path)
  const field = tag && fieldOf(tag, name)
  if (!tag || !field) return null
  if (value === '') return `${name} is required.`
  if (name === tag.identityField && index.count(recordName(tag.fullName, value)) > 0)
    return `There is a ${tag.name} ${value} already.`
  const [record] = parseEntries(`@${tag.name} ${canonicalField(field, value)}`)
  if (record?.kind !== 'record') return null
  const { findings } = checkRecord(record, [tag.domain], file.context)
  return findings.find(finding => finding.field === name && finding.severity !== 'information')?.message ?? null
}

/** A new record with the author's values, in canonical notation, and the line it goes to. */
export function filledRecord(
  { registry, file: { tree } }: Snapshot,
  { tag: path, line, values }: FilledRecordParams,
): NewRecord | null {
  const tag = tagOfPath(registry, path)
  if (!tag) return null
  const given = fieldsInOrder(tag).filter(({ name }) => Object.hasOwn(values, name))
  const fields = given.map(field => canonicalField(field, values[field.name]!))
  return { ...lineForRecord(tree, line), snippet: escapeSnippet(`@${tag.name} ${fields.join(' | ')}`) + '$0' }
}

/** The required fields, the id first, then the others in the descriptor's order. */
const fieldsInOrder = (tag: Tag): FieldDefinition[] => [
  ...requiredFields(tag),
  ...[...tag.fields.values()].filter(({ required }) => !required),
]

function formField(field: FieldDefinition, tag: Tag, index: WorkspaceIndex, now: Date): FormField {
  const { name, description = '', required = false } = field
  const isClosed = field.enum !== undefined || field.type === 'bool'
  const initial = name === tag.identityField ? (index.nextIdOf(tag.fullName) ?? '') : ''
  return {
    name,
    description,
    isRequired: required,
    hint: valuesOf(field),
    initial,
    choices: choicesOf(field, index, now),
    isClosed,
  }
}

function choicesOf(field: FieldDefinition, index: WorkspaceIndex, now: Date): FormField['choices'] {
  if (field.enum) return field.enum.map(value => ({ value, detail: phraseOf(field, value) ?? '' }))
  if (field.target) return recordsOf(field.target, index)
  const time = `${now.toISOString().slice(0, 19)}Z`
  switch (field.type) {
    case 'bool':
      return [
        { value: 'true', detail: '' },
        { value: 'false', detail: '' },
      ]
    case 'ts':
      return [
        { value: time.slice(0, 10), detail: 'today (UTC)' },
        { value: time, detail: 'now, in UTC' },
      ]
    default:
      return []
  }
}

/** The records of a tag by their ids, each with its title. */
function recordsOf(target: TagName, index: WorkspaceIndex): FormField['choices'] {
  const ids = [...index.idsOf(target)].sort(compareNames).slice(0, choiceLimit)
  return ids.map(id => ({
    value: id,
    detail: [...index.recordsNamed(recordName(target, id))][0]?.identity.title ?? '',
  }))
}
