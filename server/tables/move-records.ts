import { groupBy } from '../../shared/basics/group.ts'
import { withoutLineBreak } from '../../shared/basics/text.ts'
import { sectionAt } from '../../shared/check/check.ts'
import { localize } from '../../shared/domains/localize.ts'
import { endsLine, removeWholes, spanOfWhole, type Whole, wholeAt } from '../../shared/edit/whole-record.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import type { FileEdits, TableEditAnswer } from '../../shared/protocol/table/table-edit.ts'
import { isHeader, lineStartOf, type RecordNode, tagName } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { entryAt, indexAt, lengthOf, lineBreakOf, type Tree, textBetween } from '../../shared/syntax/tree.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { PlacedRecord } from './table-source.ts'

/** Where records go: above a record, or below the last one of a table, or at the end of the file. */
export interface MoveTarget {
  readonly snapshot: Snapshot
  readonly above: number | undefined
  /** The records of the table that the user sees, by the indices of their entries. */
  readonly table: readonly number[]
}

/**
 * The edits that move records with their own text and their comments, within a file or from other files. The new place
 * gets them in the order in which they are given.
 */
export function moveRecords(moved: readonly PlacedRecord[], target: MoveTarget): TableEditAnswer {
  const { snapshot } = target
  const refusal = moved.map(record => moveRefusal(record, target)).find(one => one !== undefined)
  if (refusal) return refusal
  const own = moved.filter(one => one.snapshot === snapshot).map(({ record }) => wholeAt(snapshot.file.tree, record))
  const place = targetOffset(target, own)
  if (place === undefined) return { files: [], line: null, note: localize('The records are there already.') }

  const { tree } = snapshot.file
  const removals = removeWholes(tree, own)
  const changes = [...removals, insertionAt(tree, place, removals, moved.map(textWithComments))]
  const others = [...groupBy(moved, one => one.snapshot)].filter(([other]) => other !== snapshot)
  return {
    files: [
      fileEdits(snapshot, changes),
      ...others.map(([other, records]) => {
        const wholes = records.map(({ record }) => wholeAt(other.file.tree, record))
        return fileEdits(other, removeWholes(other.file.tree, wholes))
      }),
    ],
    line: null,
    note:
      moved.length === 1
        ? localize('Moved 1 record of {tags}.', { tags: { and: tagsOf(moved) } })
        : localize('Moved {count} records of {tags}.', { count: moved.length, tags: { and: tagsOf(moved) } }),
  }
}

/** The names of the tags of records, of which a table shows one at a time. */
const tagsOf = (moved: readonly PlacedRecord[]): string[] => [
  ...new Set(moved.map(({ snapshot, record }) => tagName(entryAt(snapshot.file.tree, record) as RecordNode) ?? '@')),
]

const fileEdits = (snapshot: Snapshot, changes: readonly TextChange[]): FileEdits => ({
  uri: snapshot.uri,
  version: snapshot.version,
  edits: changes
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(change => plainEdit(snapshot.file.tree, change)),
})

/** The text of a record with its comments. */
export function textWithComments({ snapshot: { file }, record }: PlacedRecord): string {
  const whole = wholeAt(file.tree, record)
  const { start } = spanOfWhole(file.tree, whole)
  return textBetween(file.tree, whole.first, whole.end).slice(start - file.tree.starts[whole.first]!)
}

/** Why a record must stay where it is. A header decides about what is below it; a tag can mean another one there. */
function moveRefusal({ snapshot, record }: PlacedRecord, target: MoveTarget): Refusal | undefined {
  const { file } = snapshot
  const node = file.tree.entries[record]
  if (node?.kind !== 'record')
    return { refusal: localize('A record is no longer where it was; cut the records again.') }
  if (isHeader(node)) {
    return {
      refusal: localize('A header sets the domains of the records below it, so it can only be moved in the text.'),
    }
  }
  const tag = file.entries[record]?.tag
  if (!tag) return undefined
  const { tree } = target.snapshot.file
  const entry = target.above ?? target.table.at(-1) ?? tree.entries.length - 1
  const meant = sectionAt(target.snapshot.file, entry).domains.filter(domain => domain.tags.has(tag.name))
  const here = sectionAt(file, record).domains.filter(domain => domain.tags.has(tag.name))
  if (meant.length === here.length && meant.every((domain, index) => domain === here[index])) return undefined
  return {
    refusal: localize(
      'At the new place, {tag} would not be the tag of {domain}, as other domains are in force there; nothing was moved.',
      { tag: tag.name, domain: tag.domain.path },
    ),
  }
}

/** The offset where the text goes; undefined if that is inside of what moves. */
function targetOffset({ snapshot: { file }, above, table }: MoveTarget, own: readonly Whole[]): number | undefined {
  const { tree } = file
  const isMoved = (entry: number): boolean => own.some(({ first, end }) => first <= entry && entry < end)
  if (above !== undefined) return isMoved(above) ? undefined : spanOfWhole(tree, wholeAt(tree, above)).start
  const below = table.findLast(entry => !isMoved(entry))
  if (below === undefined) return own.length > 0 ? undefined : lengthOf(tree)
  return tree.starts[below + 1]!
}

/**
 * Writes texts on lines of their own.
 *
 * @param place an offset at the start of a line, or at the end of the file
 * @param removals what the same edit removes; the lines around the place can go with it
 */
function insertionAt(tree: Tree, place: number, removals: readonly TextChange[], texts: readonly string[]): TextChange {
  const around = removals.find(({ start, end }) => start < place && place <= end)
  const at = around?.end ?? place
  const before = around?.start ?? place
  const lineBreak = lineBreakOf(tree)
  const gap = gapBelow(tree, before, lineBreak)
  const lines = texts.map(withoutLineBreak).join(lineBreak)
  const isCut = at === lengthOf(tree) && before > 0 && !endsLine(textBefore(tree, before))
  return { start: at, end: at, text: gap + lines + (isCut ? '' : lineBreak) }
}

/** What must be between the text before an offset and a record, which a comment directly above would belong to. */
function gapBelow(tree: Tree, offset: number, lineBreak: string): string {
  // Only a byte order mark can be before the start of a line.
  if (offset === lineStartOf(tree.entries[0]?.text ?? '')) return ''
  const isComment = tree.entries[indexAt(tree, offset - 1)]?.kind === 'comment'
  return (endsLine(textBefore(tree, offset)) ? '' : lineBreak) + (isComment ? lineBreak : '')
}

/** The text of an entry before an offset. */
function textBefore(tree: Tree, offset: number): string {
  const entry = indexAt(tree, offset - 1)
  return tree.entries[entry]!.text.slice(0, offset - tree.starts[entry]!)
}
