import type { CheckedFile } from '../check/check.ts'
import { FollowedRecord, FollowedRecords, followedFields, followedRecord } from '../check/followed-records.ts'
import { ParsedRecord } from '../expression/parsed-record.ts'
import { differenceOf } from '../syntax/difference.ts'
import type { PackedFile } from './packed-file.ts'

/** What rules about several records need of a file: some of its records. */
interface FollowedFile {
  readonly checked: CheckedFile | undefined
  /** By entry for an open file. */
  readonly records: readonly (FollowedEntry | undefined)[]
}

interface FollowedEntry {
  readonly path: string
  readonly record: FollowedRecord
}

/** The records of all files that rules can reach, as the files change. */
export class FollowedIndex {
  readonly records = new FollowedRecords()
  private readonly files = new Map<string, FollowedFile>()

  /**
   * Takes the content of a file, undefined for a deleted one.
   *
   * @returns whether a value changed that rules about other records read
   */
  take(uri: string, content: CheckedFile | PackedFile | undefined): boolean {
    const before = this.files.get(uri)
    if (!content) {
      this.files.delete(uri)
      return this.replace(before?.records ?? [], [])
    }
    if (!('tree' in content)) {
      const records = packedEntries(content)
      if (records.length === 0) this.files.delete(uri)
      else this.files.set(uri, { checked: undefined, records })
      return this.replace(before?.records ?? [], records)
    }
    if (followedFields(content.context).size === 0) {
      this.files.delete(uri)
      return this.replace(before?.records ?? [], [])
    }
    const old = before?.records ?? []
    const { first, oldEnd, newEnd } = before?.checked
      ? differenceOf(before.checked.entries, content)
      : { first: 0, oldEnd: old.length, newEnd: content.entries.length }
    const fresh = entriesBetween(content, first, newEnd)
    this.files.set(uri, { checked: content, records: [...old.slice(0, first), ...fresh, ...old.slice(oldEnd)] })
    return this.replace(old.slice(first, oldEnd), fresh)
  }

  private replace(gone: FollowedFile['records'], come: FollowedFile['records']): boolean {
    for (const entry of gone) if (entry) this.records.remove(entry.path, entry.record)
    for (const entry of come) if (entry) this.records.add(entry.path, entry.record)
    const valuesOf = (entries: FollowedFile['records']): string[] =>
      entries.flatMap(entry => (entry ? `${entry.path} ${entry.record.text}` : []))
    return valuesOf(gone).join() !== valuesOf(come).join()
  }
}

const packedEntries = ({ followed }: PackedFile): FollowedEntry[] =>
  (followed?.rows ?? []).map(({ path, values }) => ({
    path,
    record: new FollowedRecord(followed!.fields[path]!, values),
  }))

function entriesBetween({ tree, entries, context }: CheckedFile, first: number, end: number): FollowedFile['records'] {
  const followed = followedFields(context)
  return entries.slice(first, end).map(({ tag }, index) => {
    const fields = tag && followed.get(tag)
    const node = tree.entries[first + index]!
    if (!fields || node.kind !== 'record') return undefined
    return { path: tag.fullName.path, record: followedRecord(fields, new ParsedRecord(node)) }
  })
}
