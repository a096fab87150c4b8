import type { Tag } from '../../shared/domains/registry.ts'
import type { EditPlace } from '../../shared/edit/edit-records.ts'
import type { ImportResult } from '../../shared/import/import-rows.ts'

/** What the import does, for programs. Lines count from 1. */
export const importAsJson = (
  {
    changed,
    unchanged,
    added,
    gone,
    conflicts,
    withoutKey,
    emptyColumns,
    meant,
    defaults,
    files,
    problems,
  }: ImportResult<unknown>,
  tag: Tag,
  isWritten: boolean,
): unknown => ({
  tag: tag.fullName.path,
  written: isWritten,
  rows: changed.length + unchanged.length + added.length,
  changed: changed.map(metJson),
  unchanged: unchanged.length,
  added,
  gone: gone.map(({ hasOwnFields, ...one }) => ({ ...metJson(one), hasOwnFields })),
  conflicts: conflicts.map(({ field, base, kept, imported, ...one }) => ({
    ...metJson(one),
    field,
    base,
    kept,
    imported,
  })),
  withoutKey,
  emptyColumns,
  meantValues: meant.count,
  defaultValues: defaults.values,
  files: files.map(({ uri }) => uri),
  newProblems: problems.map(({ uri, line, problem: { severity, code, message } }) => ({
    file: uri,
    line: line + 1,
    severity,
    code,
    message,
  })),
})

const metJson = ({ uri, line, name }: EditPlace & { readonly name: string }): object => ({
  key: name,
  file: uri,
  line: line + 1,
})
