import { FollowedRecord, FollowedRecords } from '../../shared/check/declared/followed-records.ts'
import { localize } from '../../shared/domains/localize.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { Frame } from '../../shared/expression/run/frame.ts'
import type { RecordValues, Timestamp } from '../../shared/expression/run/values.ts'
import type { FoundRecord } from '../../shared/query/found-record.ts'
import type { QueryPlan } from '../../shared/query/query-plan.ts'
import { ReadNotes } from '../../shared/query/read-notes.ts'
import { NameHasher, randomKey } from '../../shared/scan/names.ts'
import type { FollowedRow } from '../../shared/scan/scanner.ts'
import type { PartResult } from '../check/parts/check-part.ts'
import { type Content, contentOf } from '../check/parts/content.ts'
import { PartReader } from '../check/parts/part-reader.ts'
import { type PartInOrder, partsInOrder } from '../check/parts/parts-in-order.ts'
import { safeChecker } from '../check/parts/runner.ts'
import { sourceName } from '../files/read-text.ts'
import type { Plan, PlannedFile } from '../plan/plan.ts'

/** Reads the content of a file of a plan. */
export type ReadContent = typeof contentOf

/**
 * Finds records, in the order of the files. A query that reads only the records themselves needs no more memory than
 * one part of a file; any other one keeps the values that it reads of all records.
 *
 * @param now what `now` means in the expressions
 * @param fail is called with a sentence for each file that cannot be read, or has a merge conflict
 * @param notes get what the user should know of the records that are read
 * @param read reads a file; by default from the disk
 */
export async function* findRecords(
  { files, registry }: Plan,
  query: QueryPlan,
  now: number,
  fail: (sentence: string) => void,
  notes = new ReadNotes(),
  read: ReadContent = contentOf,
): AsyncGenerator<FoundRecord> {
  const reader = new PartReader()
  const { followed, where, tag, isAcrossRecords } = query
  // A condition on the records themselves is evaluated while they are scanned, so others are not copied.
  const scanned = where && !isAcrossRecords ? { where: { tag, evaluate: where } } : {}
  const check = safeChecker(registry, new NameHasher(randomKey()), reader, { followed, ...scanned })
  const records = new FollowedRecords()
  const tables = new Map(
    [...followed].map(([{ fullName, nameOfRecords }, fields]) => [
      fullName.path,
      {
        path: nameOfRecords.path,
        names: fields.map(({ name }) => name),
        // Fields that an extension adds to the tag of the query, or that it has from its base.
        others: fields.filter(({ name, aspect }) => !aspect && !fieldOf(tag, name)),
      },
    ]),
  )
  const time: Timestamp = { time: now, isDate: false }
  const kept: (Omit<FoundRecord, 'frame'> & { readonly record: RecordValues })[] = []
  const isFound = (frame: Frame): boolean => !where || where(frame) === true
  try {
    for (const planned of files) {
      const content = await read(planned.source)
      if ('failure' in content) {
        fail(content.failure)
        continue
      }
      for (const { row, start } of rowsOf(planned, content, check, fail)) {
        const { path, names, others } = tables.get(row.path)!
        const record = new FollowedRecord(names, row.values)
        const text = (): string => reader.entryAt(content, start + row.byte)
        const isOfTag = path === tag.nameOfRecords.path
        const place = { file: planned.source.file, line: row.line + 1 }
        const undefinedFields =
          row.path === tag.fullName.path ? (row.undefinedFields ?? []) : undefinedIn(row, others, record, tag)
        notes.note(row, place)
        if (isAcrossRecords) {
          records.add(path, record)
          if (isOfTag) kept.push({ record, text, place, undefinedFields })
        } else if (isOfTag) {
          const frame = new Frame(record, time)
          if (isFound(frame)) yield { frame, text, place, undefinedFields }
        }
      }
    }
    for (const { record, ...found } of kept) {
      const frame = new Frame(record, time, notes.missing.reachable(records, found.place))
      if (isFound(frame)) yield { frame, ...found }
    }
  } finally {
    reader.close()
  }
}

/**
 * Counts the records of each tag. Those whose tag no domain defines are not counted.
 *
 * @param fail as for `findRecords`
 * @returns the tags that have records, those with most first
 */
export async function countByTag(
  { files, registry }: Plan,
  fail: (sentence: string) => void,
): Promise<readonly (readonly [tag: Tag, count: number])[]> {
  const reader = new PartReader()
  // A tag of which no field is wanted gives no rows.
  const followed = new Map<Tag, readonly FieldDefinition[]>([...registry.tags.values()].map(tag => [tag, [tag.rid]]))
  const check = safeChecker(registry, new NameHasher(randomKey()), reader, { followed })
  const counts = new Map<string, number>()
  try {
    for (const planned of files) {
      const content = await contentOf(planned.source)
      if ('failure' in content) fail(content.failure)
      else
        for (const { row } of rowsOf(planned, content, check, fail))
          counts.set(row.path, (counts.get(row.path) ?? 0) + 1)
    }
  } finally {
    reader.close()
  }
  return [...counts]
    .map(([path, count]) => [registry.tags.get(path)!, count] as const)
    .sort((one, other) => other[1] - one[1])
}

/** The fields of a record that the tag of the query does not define, though an extension of the tag may. */
function undefinedIn(
  { undefinedFields = [] }: FollowedRow,
  others: readonly FieldDefinition[],
  record: RecordValues,
  tag: Tag,
): readonly string[] {
  const written = others.filter(field => record.isWritten(field)).map(({ name }) => name)
  return [...new Set([...undefinedFields.filter(name => !fieldOf(tag, name)), ...written])]
}

interface FoundRow {
  readonly row: FollowedRow
  /** Where its part starts in the file. */
  readonly start: number
}

/** The records of a file. Those whose domain only the whole file decides come last. */
function* rowsOf(
  planned: PlannedFile,
  content: Content,
  check: ReturnType<typeof safeChecker>,
  fail: (sentence: string) => void,
): Generator<FoundRow> {
  const counts = new Map<string, number>()
  let isInConflict = false
  const undecided: PartInOrder[] = []
  for (const found of partsInOrder(planned, content, check)) {
    if ('failure' in found) return fail(found.failure)
    const { range, part } = found
    yield* rowsInOrder(part)
    const conflict = isInConflict ? undefined : part.markers.find(({ text }) => text.startsWith('<'))
    if (conflict) {
      isInConflict = true
      fail(
        localize(
          '{file} has a merge conflict on line {line}, so the result can have records of both sides; resolve it first.',
          { file: sourceName(planned.source), line: conflict.line + 1 },
        ),
      )
    }
    for (const [path, count] of part.counts) counts.set(path, (counts.get(path) ?? 0) + count)
    if (part.undecided.length > 0) undecided.push({ range, part })
  }
  for (const { range, part } of undecided) {
    const again = check({
      planned,
      content,
      range,
      before: part.before,
      counts,
      hasNames: false,
      details: undefined,
      top: [],
    })
    if (!again || 'failure' in again) continue
    const bytes = new Set(part.undecided.map(({ byte }) => byte))
    for (const placed of rowsInOrder(again)) if (bytes.has(placed.row.byte)) yield placed
  }
}

function* rowsInOrder({ followed, bytes }: PartResult): Generator<FoundRow> {
  const rows = followed.toSorted((one, other) => one.byte - other.byte)
  for (const row of rows) yield { row, start: bytes.start }
}
