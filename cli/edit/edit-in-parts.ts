import type { FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import { addedToChanged, type EditedFile } from '../../shared/edit/added-problems.ts'
import { EditRun } from '../../shared/edit/edit-records.ts'
import type { RecordEdit } from '../../shared/edit/record-edit.ts'
import { isMarkdownFile } from '../../shared/markdown/record-fences.ts'
import { NameHasher, randomKey } from '../../shared/scan/names.ts'
import { withScan } from '../../shared/scan/record-scan.ts'
import { keepingParts } from '../../shared/syntax/parse-record.ts'
import { indexAt } from '../../shared/syntax/tree.ts'
import { contextOf } from '../check/file-state.ts'
import { type CheckedSome, checkAt } from '../check/parts/check-at.ts'
import type { WantedValues } from '../check/parts/check-part.ts'
import { type Content, contentOf } from '../check/parts/content.ts'
import { PartReader, usualPartSize } from '../check/parts/part-reader.ts'
import { partsInOrder } from '../check/parts/parts-in-order.ts'
import { safeChecker } from '../check/parts/runner.ts'
import { copyOf } from '../files/copy-of.ts'
import { type Failure, unreadable } from '../files/failure.ts'
import { isSameVersion, readVersion, versionOf } from '../files/read-text.ts'
import { hasVersion, replaceInPieces } from '../files/write-files.ts'
import { unifiedDiffOf } from '../output/unified-diff.ts'
import type { Plan, PlannedFile } from '../plan/plan.ts'
import { bytesAfter, type ChangedBytes, slicesAfter } from './changed-bytes.ts'
import { AddedProblems, type EditedFiles, type EditOfFile } from './edited-files.ts'

/**
 * Edits the records of files part by part: no file is in memory as a whole, and only the records that the condition
 * finds are parsed.
 *
 * @returns undefined if only whole files tell what the edit does: it reads other records or removes some, other records
 *   see what it changes, a file has conflicts, comments that suppress problems, or records in Markdown, or another
 *   program changes a file meanwhile
 */
export async function editInParts(
  plan: Plan,
  edit: RecordEdit,
  now: number,
): Promise<EditedFiles | Failure | undefined> {
  if (edit.isDelete || edit.others.size > 0 || edit.undefinedFields.length > 0) return undefined
  const inParts = new PartEdit(plan, edit, now)
  const files: EditOfFile[] = []
  try {
    for (const planned of plan.files) {
      const change = await inParts.edit(planned)
      if (change === 'unchanged') continue
      if (!change || 'failure' in change) return change
      files.push(change)
    }
  } finally {
    inParts.close()
  }
  return { done: { ...inParts.run.totals(), unusedSuppressions: [] }, files, problems: inParts.problems }
}

class PartEdit {
  readonly run: EditRun
  readonly problems = new AddedProblems()
  private readonly reader = new PartReader()
  private readonly check: ReturnType<typeof safeChecker>

  constructor(
    private readonly plan: Plan,
    edit: RecordEdit,
    now: number,
  ) {
    this.run = new EditRun(edit, now)
    this.check = safeChecker(plan.registry, new NameHasher(randomKey()), this.reader, wantedRecords(plan, edit))
  }

  /** Edits a file; undefined if only whole files tell what the edit does. */
  async edit(planned: PlannedFile): Promise<EditOfFile | 'unchanged' | Failure | undefined> {
    const { file, path } = planned.source
    if (path === undefined || isMarkdownFile(file)) return undefined
    try {
      const version = await versionOf(path)
      const content = version && (await contentOf(planned.source))
      if (!content || 'failure' in content) return content
      const changes = this.changesOf(planned, content)
      if (!changes || 'failure' in changes) return changes
      if (!(await hasVersion({ path, version }))) return undefined
      if (changes.length === 0) return 'unchanged'
      if (content.size > usualPartSize) return changeInParts({ file, path, version }, changes)
      // The text tells what another program has changed, if one does before the file is written.
      const read = await readVersion(file, path)
      if (!read || 'failure' in read || !isSameVersion(version, read.version)) return undefined
      return changeInParts({ file, path, version, text: read.text }, changes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).errno === undefined) throw error
      return unreadable(file, error)
    }
  }

  close(): void {
    this.reader.close()
  }

  /** The changes of a file, in its order. */
  private changesOf(planned: PlannedFile, content: Content): readonly ChangedBytes[] | Failure | undefined {
    const context = withScan({ ...contextOf(planned, this.plan.registry), onlyNames: true })
    const changes: ChangedBytes[] = []
    for (const found of partsInOrder(planned, content, this.check)) {
      if ('failure' in found) return found
      const { range, part } = found
      if (part.markers.length > 0 || part.directives.length > 0 || part.undecided.length > 0) return undefined
      const { headers, before, followed, bytes } = part
      for (const some of checkAt({ content, range, headers, before }, followed, context, this.reader)) {
        const done = keepingParts(() => this.editSome(planned, some))
        if (done === 'unchanged') continue
        if (!done) return undefined
        changes.push(...changedRecords(done, some, bytes.start))
      }
    }
    return changes
  }

  /** Edits some records; undefined if other records see what changes. */
  private editSome(
    { source, settings: { severity } }: PlannedFile,
    { checked }: CheckedSome,
  ): EditedFile | 'unchanged' | undefined {
    const edited = this.run.edit({ uri: source.file, file: checked, severity })
    if (!edited) return 'unchanged'
    const problems = addedToChanged([edited])
    if (!problems) return undefined
    this.problems.add(problems)
    return edited
  }
}

/** The records that an edit looks at: all of its tag, without those that the condition certainly leaves out. */
function wantedRecords({ registry }: Plan, { tag, where, whereReads }: RecordEdit): WantedValues {
  // Records of an extension of the tag are records of the tag. A tag of which no field is wanted gives no rows.
  const followed = new Map<Tag, readonly FieldDefinition[]>(
    registry.tagsOfName(tag.nameOfRecords.path).map(owner => [owner, [owner.rid]]),
  )
  if (!where || !whereReads) return { followed }
  followed.set(tag, [tag.rid, ...whereReads])
  return { followed, where: { tag, evaluate: where } }
}

/** @param start where the part with the records starts in the file */
function changedRecords(
  { changes }: EditedFile,
  { checked, first, places }: CheckedSome,
  start: number,
): ChangedBytes[] {
  const { tree } = checked
  return changes.map(change => {
    const entry = indexAt(tree, change.start)
    const { text } = tree.entries[entry]!
    const from = start + places[entry - first]!.byte
    const offsetOf = (place: number): number => from + Buffer.byteLength(text.slice(0, place - tree.starts[entry]!))
    return {
      from,
      to: from + Buffer.byteLength(text),
      start: offsetOf(change.start),
      end: offsetOf(change.end),
      text: copyOf(change.text),
    }
  })
}

const changeInParts = (
  source: Parameters<typeof replaceInPieces>[0],
  changes: readonly ChangedBytes[],
): EditOfFile => ({
  file: source.file,
  diff: () => unifiedDiffOf(source.file, slicesAfter(source.path, changes)),
  refusal: () => undefined,
  write: () => replaceInPieces(source, bytesAfter(source.path, changes)),
})
