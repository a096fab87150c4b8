import { countingTag, type FieldDefinition, type Registry } from '../../shared/domains/registry.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { type EditPlace, editRecords, type FileToEdit } from '../../shared/edit/edit-records.ts'
import { readEdit } from '../../shared/edit/record-edit.ts'
import type { BulkEditAnswer, BulkEditParams, EditExamples, EditLine } from '../../shared/protocol/bulk-edit.ts'
import { quote } from '../../shared/syntax/nodes.ts'
import { changedFile } from '../../shared/views/preview/changed-records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The edits of a bulk edit in all files; null if the client cancelled the request. */
export async function bulkEdit(
  snapshots: () => AsyncIterable<Snapshot>,
  registry: Registry,
  { onlyCheck, now = Date.now(), uri: only, ...written }: BulkEditParams,
  token: { readonly isCancellationRequested: boolean },
): Promise<BulkEditAnswer | null> {
  const edit = readEdit(written, registry)
  if ('mistake' in edit) return { refusal: edit.mistake.message }
  const files: FileToEdit[] = []
  if (!onlyCheck) {
    for await (const { uri, file, settings } of snapshots()) {
      if (token.isCancellationRequested) return null
      files.push({ uri, file, severity: settings.severity })
    }
  }
  const result = editRecords(files, edit, now, uri => only === undefined || uri === only)
  const { found, edited, skipped, inexact, splitItems, conflicts, uncertain, taken, wrong, unseen } = result
  return {
    files: result.files.map(({ uri, before, changes }) => changedFile(uri, before.tree, changes, registry)),
    found,
    edited,
    skipped,
    inexact: inexact.map(toLine),
    splitItems: splitItems.map(toLine),
    problems: result.problems.map(({ uri, line, problem: { severity, code, message } }) => ({
      uri,
      line: line + 1,
      column: 1,
      severity,
      code,
      message,
    })),
    conflicts: conflicts.map(toLine),
    uncertain: uncertain.map(toLine),
    taken: taken.map(toLine),
    wrong: wrong.count,
    unseen,
  }
}

const toLine = ({ uri, line }: EditPlace): EditLine => ({ uri, line: line + 1 })

/** A condition and new values for the records of a tag, made of its own fields; null if there is no such tag. */
export function editExamples(registry: Registry, path: string): EditExamples | null {
  const tag = countingTag(registry, path)
  if (!tag) return null
  const possible = [...tag.fields.values()].filter(({ name, target }) => name !== tag.identityField && !target)
  // Fields with allowed values tell most.
  const fields = [...possible.filter(field => field.enum), ...possible.filter(field => !field.enum)]
  const join = (example: (field: FieldDefinition) => string | undefined, separator: string): string =>
    fields
      .flatMap(field => example(field) ?? [])
      .slice(0, 2)
      .join(separator)
  return { where: join(conditionOn, ' && '), set: join(newValueOf, ', ') }
}

function conditionOn({ name, type, list, enum: allowed, example }: FieldDefinition): string | undefined {
  const value = allowed?.[0] ?? example
  if (type === 'ts') return `${name} < now`
  if (type === 'bool') return name
  if (value === undefined || !valueTypes[type].accepts(value)) return undefined
  if (type !== 'string') return `${name} > ${value}`
  return list ? undefined : `${name} == ${quote(value)}`
}

function newValueOf({ name, type, list, enum: allowed, example }: FieldDefinition): string | undefined {
  const value = allowed?.at(-1) ?? example
  if (type === 'ts') return `${name} = ${name} + duration("30d")`
  if (type === 'bool') return `${name} = true`
  if (value === undefined || !valueTypes[type].accepts(value)) return undefined
  if (type !== 'string') return `${name} = ${value}`
  return list ? undefined : `${name} = ${quote(value)}`
}
