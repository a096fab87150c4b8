import type { ChangedValue } from '../../../shared/protocol/bulk-change.ts'
import type { ListedChanges, ListedFile } from '../../../shared/protocol/changes-page.ts'

/** A line of the list: a file, or a changed value of a record. The first value of a record has its name. */
export type Line =
  | { readonly kind: 'file'; readonly file: number; readonly shown: ListedFile }
  | {
      readonly kind: 'value'
      readonly file: number
      readonly record: number
      readonly isFirst: boolean
      readonly shown: ListedFile['records'][number]
      readonly value: ChangedValue
    }

/** What the user has left out and folded. It stays for records that a new list has too. */
export class ListChoices {
  private readonly leftOut = new Set<string>()
  private readonly folded = new Set<string>()
  private listed: ListedChanges = { list: 0, title: '', notes: [], files: [] }
  /** The keys of the records, by file. */
  private keys: readonly (readonly string[])[] = []

  /** Takes a new list. */
  take(listed: ListedChanges): void {
    this.listed = listed
    this.keys = listed.files.map(({ path, records }) => {
      const count = new Map<string, number>()
      return records.map(({ name }) => {
        const nth = count.get(name) ?? 0
        count.set(name, nth + 1)
        return JSON.stringify([path, name, nth])
      })
    })
  }

  /** The lines to show: those of files that are not folded, and of records that a text is in. */
  lines(search: string): Line[] {
    const wanted = search.trim().toLowerCase()
    return this.listed.files.flatMap((shown, file): Line[] => {
      const inPath = shown.path.toLowerCase().includes(wanted)
      const values = shown.records.flatMap((record, at): Line[] =>
        wanted === '' || inPath || hasText(record, wanted)
          ? record.fields.map((value, field) => ({
              kind: 'value',
              file,
              record: at,
              isFirst: field === 0,
              shown: record,
              value,
            }))
          : [],
      )
      if (values.length === 0) return []
      return [{ kind: 'file', file, shown }, ...(this.isFolded(file) ? [] : values)]
    })
  }

  isFolded(file: number): boolean {
    return this.folded.has(this.listed.files[file]!.path)
  }

  fold(file: number, isFolded: boolean): void {
    const { path } = this.listed.files[file]!
    if (isFolded) this.folded.add(path)
    else this.folded.delete(path)
  }

  /** Whether a record, or all or some records of a file, are changed. */
  state(file: number, record?: number): boolean | 'some' {
    const keys = record === undefined ? this.keys[file]! : [this.keys[file]![record]!]
    const out = keys.filter(key => this.leftOut.has(key)).length
    if (out === 0) return true
    return out === keys.length ? false : 'some'
  }

  /** Leaves a record out or takes it in again; without a record, all of a file. */
  choose(isChosen: boolean, file: number, record?: number): void {
    const keys = record === undefined ? this.keys[file]! : [this.keys[file]![record]!]
    for (const key of keys) {
      if (isChosen) this.leftOut.delete(key)
      else this.leftOut.add(key)
    }
  }

  /** What is left out of the list, as numbers of files and records. */
  get without(): [number, number][] {
    if (this.leftOut.size === 0) return []
    return this.keys.flatMap((keys, file) =>
      keys.flatMap((key, record): [number, number][] => (this.leftOut.has(key) ? [[file, record]] : [])),
    )
  }

  /** How many records and files there are, and how many of them change. */
  get counts(): {
    readonly records: number
    readonly files: number
    readonly allRecords: number
    readonly allFiles: number
  } {
    const chosen = this.keys.map(keys => keys.filter(key => !this.leftOut.has(key)).length)
    return {
      records: chosen.reduce((sum, count) => sum + count, 0),
      files: chosen.filter(count => count > 0).length,
      allRecords: this.keys.reduce((sum, keys) => sum + keys.length, 0),
      allFiles: this.keys.length,
    }
  }
}

const hasText = ({ name, title, fields }: ListedFile['records'][number], wanted: string): boolean =>
  [name, title, ...fields.flatMap(({ name: field, before, after }) => [field, before ?? '', after ?? ''])].some(text =>
    text.toLowerCase().includes(wanted),
  )
