import { counted } from '../../shared/basics/text.ts'
import type { TableNote } from '../../shared/convert/foreign-tables/table-notes.ts'

/** Collects what the user should know about tables. What is true of several files is told once. */
export class ToldTables {
  private readonly found = new Map<string, { readonly note: TableNote; count: number; readonly files: Set<string> }>()

  tell(file: string, note: TableNote): void {
    const known = this.found.get(note.kind)
    if (known) {
      known.count += note.count
      known.files.add(file)
    } else this.found.set(note.kind, { note, count: note.count, files: new Set([file]) })
  }

  /** One sentence for each kind of note, with its first file. */
  sentences(): string[] {
    return [...this.found.values()].map(({ note, count, files }) => {
      const [first = ''] = files
      const more = files.size > 1 ? ` and ${counted(files.size - 1, 'more file')}` : ''
      return `${first}${more}: ${note.say(count)}`
    })
  }

  haveLosses(): boolean {
    return [...this.found.values()].some(({ note }) => note.isLoss)
  }
}
