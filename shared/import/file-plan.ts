import { checkFile, conflictsOf } from '../check/check.ts'
import type { EditedFile } from '../edit/added-problems.ts'
import { checkedAfter, type EditPlace, type FileToEdit } from '../edit/edit-records.ts'
import { insertRecords } from '../edit/insert-records.ts'
import { removeWholes, wholeAt } from '../edit/whole-record.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { applyChanges, smallestChange, type TextChange } from '../syntax/text-change.ts'
import { parse, textOf } from '../syntax/tree.ts'

/** A new record of an import, with its name. */
interface InsertedRecord {
  readonly record: RecordNode
  readonly name: string
}

/** The changes of a file by an import, as they are found. */
export class FilePlan {
  /** The records with new values, by their entries. */
  readonly set = new Map<number, RecordNode>()
  readonly removed = new Set<number>()
  private inserted: { readonly records: readonly InsertedRecord[]; readonly below: number | undefined } | undefined

  constructor(private readonly of: FileToEdit) {}

  get uri(): string {
    return this.of.uri
  }

  /** The new records. */
  get added(): readonly InsertedRecord[] {
    return this.inserted?.records ?? []
  }

  insert(records: readonly InsertedRecord[], below: number | undefined): void {
    this.inserted = { records, below }
  }

  /** The place of a merge conflict in a file that changes. */
  get conflict(): EditPlace | undefined {
    const [conflict] = this.isChanged ? conflictsOf(this.of.file) : []
    return conflict && { uri: this.of.uri, line: conflict.ours.line }
  }

  get isChanged(): boolean {
    return this.set.size > 0 || this.removed.size > 0 || this.inserted !== undefined
  }

  /** The file with its changes; undefined if there are none. */
  edited(): EditedFile | undefined {
    if (!this.isChanged) return undefined
    const { uri, file: before, severity } = this.of
    const { tree } = before
    const texts = this.added.map(({ record }) => record.text)
    const inserted = this.inserted && insertRecords(before, this.inserted.below, texts)
    const set = [...this.set].flatMap(([entry, record]): readonly TextChange[] => {
      const at = tree.starts[entry]!
      return smallestChange(tree.entries[entry]!.text, record.text).map(change => ({
        ...change,
        start: at + change.start,
        end: at + change.end,
      }))
    })
    const removals = removeWholes(
      tree,
      Array.from(this.removed, entry => wholeAt(tree, entry)),
    )
    const changes = [...set, ...removals, ...(inserted ? [inserted] : [])].sort(
      (one, other) => one.start - other.start || one.end - other.end,
    )
    // If no record of the tag stays, the insertion can stand among the lines of a removal.
    const isOverlapping = changes.some((change, index) => change.start < (changes[index - 1]?.end ?? 0))
    if (!isOverlapping) return { uri, before, after: checkedAfter(before, changes), changes, severity }
    const left = checkFile(
      parse(
        applyChanges(
          tree,
          changes.filter(change => change !== inserted),
        ),
      ),
      before.context,
    )
    const text = applyChanges(left.tree, [insertRecords(left, undefined, texts)])
    const after = checkFile(parse(text), before.context)
    return { uri, before, after, changes: smallestChange(textOf(tree), text), severity }
  }
}
