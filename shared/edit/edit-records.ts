import { type CheckedFile, checkFile, conflictsOf } from '../check/check.ts'
import { FollowedRecords, fieldsToFollow, followedRecord } from '../check/declared/followed-records.ts'
import { MissingRecords } from '../check/missing-records.ts'
import type { Severities } from '../check/problem.ts'
import { unusedSuppression } from '../check/rules/unused-suppression.ts'
import { noSuchField } from '../domains/field-text.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import type { ReachableRecords } from '../expression/run/values.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { changedTree, type TextChange } from '../syntax/text-change.ts'
import { type AddedProblem, addedProblems, type EditedFile } from './added-problems.ts'
import { editFile } from './edit-file.ts'
import type { RecordEdit } from './record-edit.ts'

/** A file with records to edit, or that refers to them. */
export interface FileToEdit {
  readonly uri: string
  readonly file: CheckedFile
  /** The severities that the user chose. */
  readonly severity: Severities
}

/** What a bulk edit counts and notes of the records that it reads. */
export interface EditTotals {
  /** How many records the condition found, how many of them change, and how many an absent value leaves out. */
  readonly found: number
  readonly edited: number
  readonly skipped: number
  /** The records that do not change, because a new value would have fewer digits than it needs. */
  readonly inexact: readonly EditPlace[]
  /** The records that do not change, because an item of a new list would be several items there, or another one. */
  readonly splitItems: readonly EditPlace[]
  /** The first lines of merge conflicts in files that would change. They do not change. */
  readonly conflicts: readonly EditPlace[]
  /** The records that do not change, because it is uncertain where their fields are. */
  readonly uncertain: readonly EditPlace[]
  /** The records that expressions look for, and that are not there. */
  readonly missing: Pick<MissingRecords<EditPlace>, 'absent' | 'repeated' | 'referringTags'>
  /** The records that do not change, because they have a field already that another one would be renamed to. */
  readonly taken: readonly EditPlace[]
  /** How many values that are written but not allowed the edit replaces or removes, and where the first one is. */
  readonly wrong: { readonly count: number; readonly first: EditPlace | undefined }
  /** Sentences about fields that the edit names and that neither the tag nor any record of it has. */
  readonly unseen: readonly string[]
}

/** What a bulk edit does, without the files that it changes. */
export interface DoneEdit extends EditTotals {
  /** The comments that suppress nothing any more: their problem goes, which is no reason against the edit. */
  readonly unusedSuppressions: readonly EditPlace[]
}

/** What a bulk edit does. */
export interface EditResult extends DoneEdit {
  /** The files that change, each with the number of its records that change. */
  readonly files: readonly EditedRecords[]
  /** The problems that the edit would add to these files, without comments that suppress nothing any more. */
  readonly problems: readonly AddedProblem[]
}

/** A file that a bulk edit changes. */
interface EditedRecords extends EditedFile {
  /** How many of its records change. */
  readonly records: number
}

/** A line of a file, from 0. */
export interface EditPlace {
  readonly uri: string
  readonly line: number
}

/**
 * Edits the records of files. All expressions read the records as they are before the edit.
 *
 * @param files all files that the edited records refer to, or whose records refer to them
 * @param now what `now` means in the expressions, in milliseconds since 1970
 * @param isEdited whether the records of a file are edited; those of all files without it
 */
export function editRecords(
  files: readonly FileToEdit[],
  edit: RecordEdit,
  now: number,
  isEdited: (uri: string) => boolean = () => true,
): EditResult {
  const run = new EditRun(edit, now, edit.others.size > 0 ? reachableRecords(files, edit.others) : undefined)
  const changed = files.flatMap(file => (isEdited(file.uri) ? (run.edit(file) ?? []) : []))
  return { files: changed, ...run.totals(), ...problemsAmong(files, changed) }
}

/** A bulk edit of one file after the other, or of one part of a file after the other. Adds up what it does. */
export class EditRun {
  private readonly missing = new MissingRecords<EditPlace>()
  private readonly inexact: EditPlace[] = []
  private readonly splitItems: EditPlace[] = []
  private readonly conflicts: EditPlace[] = []
  private readonly uncertain: EditPlace[] = []
  private readonly taken: EditPlace[] = []
  private readonly unseen: Set<string>
  private readonly wrong: { count: number; first: EditPlace | undefined } = { count: 0, first: undefined }
  private found = 0
  private edited = 0
  private skipped = 0

  /**
   * @param now what `now` means in the expressions, in milliseconds since 1970
   * @param records those that the expressions can reach; undefined if they read only the record itself
   */
  constructor(
    private readonly wanted: RecordEdit,
    private readonly now: number,
    private readonly records?: FollowedRecords,
  ) {
    this.unseen = new Set(wanted.undefinedFields)
  }

  /** Edits the records of a file; undefined if it stays as it is. */
  edit({ uri, file, severity }: FileToEdit): EditedRecords | undefined {
    const { missing, records, wrong } = this
    const placeOf = (entry: number): EditPlace => ({ uri, line: file.tree.lines[entry]! })
    const reachable = (entry: number): ReachableRecords | undefined =>
      records && missing.reachable(records, placeOf(entry))
    const done = editFile(file, this.wanted, { time: this.now, isDate: false }, reachable, this.unseen)
    this.found += done.found
    this.skipped += done.skipped
    for (const kind of ['inexact', 'splitItems', 'uncertain', 'taken'] as const)
      for (const entry of done[kind]) this[kind].push(placeOf(entry))
    if (done.changes.length === 0) return undefined
    const [conflict] = conflictsOf(file)
    if (conflict) {
      this.conflicts.push({ uri, line: conflict.ours.line })
      return undefined
    }
    this.edited += done.edited
    wrong.count += done.wrong.count
    if (done.wrong.first !== undefined) wrong.first ??= placeOf(done.wrong.first)
    const { changes } = done
    return { uri, before: file, after: checkedAfter(file, changes), changes, severity, records: done.edited }
  }

  totals(): EditTotals {
    const { found, edited, skipped, inexact, splitItems, conflicts, uncertain, taken, wrong, missing } = this
    const unseen = [...this.unseen].map(name => noSuchField(this.wanted.tag, name))
    return { found, edited, skipped, inexact, splitItems, conflicts, uncertain, taken, wrong, missing, unseen }
  }
}

/** A file after changes, which are in order and do not overlap. Only the records that change are checked. */
export const checkedAfter = (file: CheckedFile, changes: readonly TextChange[]): CheckedFile =>
  checkFile(changedTree(file.tree, changes), file.context, file)

function reachableRecords(files: readonly FileToEdit[], others: RecordEdit['others']): FollowedRecords {
  const records = new FollowedRecords()
  for (const { file } of files) {
    for (const [entry, { tag }] of file.entries.entries()) {
      const read = tag && others.get(tag.nameOfRecords.path)
      if (!read) continue
      const record = new ParsedRecord(file.tree.entries[entry] as RecordNode, undefined, 'query')
      records.add(tag.nameOfRecords.path, followedRecord(fieldsToFollow(tag, read), record))
    }
  }
  return records
}

/** The problems that changes of some files would add to all files, and the comments that suppress nothing any more. */
export function problemsAmong(
  files: readonly FileToEdit[],
  changed: readonly EditedFile[],
): Pick<EditResult, 'problems' | 'unusedSuppressions'> {
  if (changed.length === 0) return { problems: [], unusedSuppressions: [] }
  const before = new Map(files.map(({ uri, file, severity }) => [uri, { before: file, severity }]))
  const added = addedProblems(changed, before)
  const isUnused = ({ problem }: AddedProblem): boolean => problem.code === unusedSuppression.code
  return {
    problems: added.filter(one => !isUnused(one)),
    unusedSuppressions: added.filter(isUnused).map(({ uri, line }) => ({ uri, line })),
  }
}
