import { type CheckedFile, checkFile, conflictsOf, problemsOf } from '../check/check.ts'
import type { Problem } from '../check/problem.ts'
import { localize } from '../domains/localize.ts'
import type { Domain, Registry } from '../domains/registry.ts'
import { editRecords } from '../edit/edit-records.ts'
import { type RecordEdit, readEdit } from '../edit/record-edit.ts'
import { isFieldName } from '../syntax/nodes.ts'
import { applyChanges } from '../syntax/text-change.ts'
import { parse, textOf } from '../syntax/tree.ts'
import { type MigratedDomain, migrationOf } from './migrate.ts'

/** How the records of some domains become records of their new versions. */
export interface Migration {
  readonly before: Registry
  readonly after: Registry
  readonly domains: readonly MigratedDomain[]
  /** The edits of the `migrate` of all tags: each gives a field to the records that lack it. */
  readonly edits: readonly RecordEdit[]
  /** The edits that remove fields which the new version does not have. */
  readonly removals: readonly RecordEdit[]
}

/**
 * Reads how records become records of a new version.
 *
 * @param domains those that were compared; only those that both versions have are migrated
 * @returns the migration, or a sentence that says what is wrong with the new version
 */
export function readMigration(
  before: Registry,
  after: Registry,
  domains: readonly { readonly before: Domain | undefined; readonly after: Domain | undefined }[],
): Migration | { readonly refusal: string } {
  const migrated = domains.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []))
  const edits: RecordEdit[] = []
  for (const { after: domain } of migrated)
    for (const { descriptor, fullName } of domain.tags.values())
      for (const [field, expression] of Object.entries(descriptor.migrate ?? {})) {
        const set = [`${field}=${expression}`]
        const written = { tag: fullName.path, where: `!has(${field})`, set, unset: [], delete: false }
        const edit = readEdit(written, after)
        const label = `${fullName.tag}.${field}`
        if ('mistake' in edit)
          return {
            refusal: localize('The migrate expression of {field} cannot be used: {problem}', {
              field: label,
              problem: edit.mistake.message,
            }),
          }
        if (edit.others.size > 0 || edit.referringTags.size > 0)
          return {
            refusal: localize(
              'The migrate expression of {field} reads other records; it can read only the record itself.',
              { field: label },
            ),
          }
        edits.push(edit)
      }
  return { before, after, domains: migrated, edits, removals: removalsOf(migrated, after) }
}

/** What would remove from records what no field of the new version can hold. */
const removalsOf = (domains: readonly MigratedDomain[], after: Registry): RecordEdit[] =>
  domains.flatMap(({ before, after: domain }) =>
    [...before.tags.values()].flatMap(old => {
      const tag = [...domain.tags.values()].find(one => (one.descriptor.renamedFrom ?? one.name) === old.name)
      const names = tag ? [...old.fields.keys()].filter(name => name !== 'rid' && !tag.fields.has(name)) : []
      const written = { tag: tag?.fullName.path ?? '', set: [], unset: names.filter(isFieldName), delete: false }
      const edit = written.unset.length > 0 ? readEdit(written, after) : { mistake: undefined }
      return 'mistake' in edit ? [] : [edit]
    }),
  )

/** A file after a migration. */
export interface MigratedFile {
  /** Its new text; the old one if nothing changes, or if it is in conflict. */
  readonly text: string
  /** The line of the first merge conflict, from 1, if that keeps the file from being changed. */
  readonly conflict: number | undefined
  /** What is left to do, with the line of the new text, from 1. */
  readonly left: readonly { readonly line: number; readonly sentence: string }[]
  /** How many records have fields that the new version does not have. They are removed only if that is wanted. */
  readonly lost: number
}

/**
 * Changes the records of a file from the old version to the new one.
 *
 * @param file checked with the old version
 * @param now what `now` means in expressions, in milliseconds since 1970
 * @param isForced whether fields are removed that the new version does not have, with what they say
 */
export function migrateFile(
  file: CheckedFile,
  { after, domains, edits, removals }: Migration,
  now: number,
  isForced = false,
): MigratedFile {
  const checked = (text: string): CheckedFile => checkFile(parse(text), { ...file.context, registry: after })
  const before = textOf(file.tree)
  const { changes, left, isRefused } = migrationOf(file, domains)
  let migrated = checked(applyChanges(file.tree, changes))
  let lost = 0
  for (const edit of isRefused ? [] : [...edits, ...removals]) {
    const result = editRecords([{ uri: '', file: migrated, severity: {} }], edit, now)
    const [edited] = result.files
    if (removals.includes(edit)) lost += result.edited
    if (edited && (isForced || !removals.includes(edit))) migrated = checked(textOf(edited.after.tree))
  }
  const text = textOf(migrated.tree)
  const [conflict] = text === before ? [] : conflictsOf(file)
  if (conflict) return { text: before, conflict: conflict.ours.line + 1, left: [], lost: 0 }
  const wrong = new Set(seriousProblems(file).map(({ entry }) => entry))
  const lineOf = (entry: number): number => migrated.tree.lineOf(entry) + 1
  return {
    text,
    conflict: undefined,
    lost,
    left: [
      ...left.map(({ entry, reason }) => ({ line: lineOf(entry), sentence: reason })),
      ...seriousProblems(migrated)
        .filter(({ entry }) => !wrong.has(entry))
        .map(({ entry, severity, code, message }) => ({
          line: lineOf(entry),
          sentence: `${severity} ${code}: ${message}`,
        })),
    ],
  }
}

const seriousProblems = (file: CheckedFile): Problem[] =>
  problemsOf(file).filter(({ severity }) => severity !== 'information')
