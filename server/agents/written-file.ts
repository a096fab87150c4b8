import type { GivenValue } from '../../shared/agents/inputs.ts'
import { type CheckedFile, conflictsOf, sectionAt } from '../../shared/check/check.ts'
import type { FixRound } from '../../shared/check/fixes/fixes.ts'
import type { FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import { insertRecords } from '../../shared/edit/insert-records.ts'
import { removeWholes, type Whole, wholeAt } from '../../shared/edit/whole-record.ts'
import { isMarkdownFile } from '../../shared/markdown/record-fences.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { smallestChange, type TextChange } from '../../shared/syntax/text-change.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { refuse } from './answer.ts'
import { type AgentContext, pathOf } from './context.ts'

/** A file that the changes of a call change. */
export class WrittenFile {
  /** The records with new values, by their entries. */
  readonly set = new Map<number, RecordNode>()
  /** The names of the fields that get new values, by the entries of their records. */
  readonly setFields = new Map<number, ReadonlySet<string>>()
  readonly removed = new Set<number>()
  /** Those of them that another file gets. */
  readonly movedAway = new Set<number>()
  /** The entries of `set` that only refer to a record with a new id, and the record itself. */
  readonly referring = new Set<number>()
  readonly renamed = new Set<number>()
  readonly added: AddedRecord[] = []
  /** Records that stay as they are, because an expression reads a value that they do not have. */
  readonly uncomputed = new Set<number>()
  /** Records that have the values already that a change gives them. */
  readonly same = new Set<number>()
  /** What fixes change, which no other changes of the same call may meet. */
  fixed: MadeFixes | undefined

  /** @param isNew whether the file does not exist yet */
  constructor(
    readonly snapshot: Snapshot,
    readonly path: string,
    readonly isNew: boolean,
  ) {}

  get file(): CheckedFile {
    return this.snapshot.file
  }

  /**
   * The file after the changes.
   *
   * @param edited checks a file with some changes
   */
  after(edited: (before: Snapshot, changes: readonly TextChange[]) => Snapshot): Snapshot {
    const { tree } = this.file
    if (this.fixed) return edited(this.snapshot, this.fixed.changes)
    const set = [...this.set].flatMap(([entry, { text }]) => {
      const at = tree.starts[entry]!
      const { text: before } = tree.entries[entry]!
      return smallestChange(before, text).map(change => ({
        ...change,
        start: at + change.start,
        end: at + change.end,
      }))
    })
    const removed = removeWholes(
      tree,
      [...this.removed].map((entry): Whole => wholeAt(tree, entry)),
    )
    // What is removed can be next to what is added, so that one comes after the other.
    const others = sortedChanges([...set, ...removed])
    const before = others.length === 0 ? this.snapshot : edited(this.snapshot, others)
    return this.added.length === 0 ? before : edited(before, sortedChanges(this.insertions(before.file)))
  }

  /** The new records, below the last one of their tag, or at the end of the file. */
  private insertions(file: CheckedFile): TextChange[] {
    const byPlace = new Map<number | undefined, string[]>()
    for (const { tag, texts } of this.added) {
      const found = file.entries.findLastIndex(one => one.tag === tag)
      const place = found < 0 ? undefined : found
      byPlace.set(place, [...(byPlace.get(place) ?? []), ...texts])
    }
    return [...byPlace].map(([place, texts]) => {
      const change = insertRecords(file, place, texts)
      return { ...change, text: this.header() + change.text }
    })
  }

  /** The header of a new file, unless its name or a setting says the domain. */
  private header(): string {
    const isNeeded = this.isNew && sectionAt(this.file, 0).source === 'registry'
    return isNeeded ? `@DOC domain=${this.added[0]!.tag.domain.path}\n\n` : ''
  }
}

export const sortedChanges = (changes: readonly TextChange[]): TextChange[] =>
  changes.toSorted((one, other) => one.start - other.start || one.end - other.end)

/** Fixes of a file that are made together. */
interface MadeFixes {
  /** Sorted, not overlapping. */
  readonly changes: readonly TextChange[]
  readonly rounds: readonly Pick<FixRound, 'fixed' | 'refused'>[]
}

/** A record to add. */
export interface AddedRecord {
  /** Whether it is new, or comes from another file. */
  readonly action: 'add' | 'move'
  readonly tag: Tag
  readonly id: string | undefined
  /** Its lines: comments above it, and the record. */
  readonly texts: readonly string[]
}

/** The file at an address, with what the changes before have made of it. Refuses one that cannot be written. */
export async function writtenFileAt(
  context: AgentContext,
  files: Map<string, WrittenFile>,
  uri: string,
  at: string,
): Promise<WrittenFile> {
  const known = files.get(uri)
  if (known) return known
  const path = pathOf(context, uri)
  if (isMarkdownFile(uri))
    refuse({ code: 'wrong-path', message: `${path} is Markdown, whose records are changed by hand.`, at })
  const snapshot = await context.read(uri)
  const [conflict] = snapshot ? conflictsOf(snapshot.file) : []
  if (conflict)
    refuse({ code: 'merge-conflict', message: `${path} has a merge conflict; it must be resolved first.`, at })
  const isKnown = context.index.fileAt(uri) !== undefined
  if (snapshot && !isKnown)
    refuse({ code: 'wrong-path', message: `${path} is no file that the workspace reads, maybe behind a link.`, at })
  if (!snapshot && isKnown) refuse({ code: 'not-readable', message: `${path} cannot be read, or is too large.`, at })
  const file = new WrittenFile(snapshot ?? context.draft(uri, ''), path, !snapshot)
  files.set(uri, file)
  return file
}

/** A value of JSON as the text of a field. Numbers that JSON may have rounded on the way are refused. */
export function textOfValue(
  value: GivenValue,
  { name, list }: Pick<FieldDefinition, 'name' | 'list'>,
  at: string,
): string {
  const rounded = [value].flat().find(item => typeof item === 'number' && mayBeRounded(item))
  if (rounded !== undefined)
    refuse({
      code: 'wrong-value',
      message: `JSON rounds numbers of more than 15 digits, as it may have rounded ${rounded}; pass it as a string.`,
      at,
    })
  if (!Array.isArray(value)) return String(value)
  if (!list) refuse({ code: 'wrong-value', message: `${name} is no list; pass one value.`, at })
  const items = value.map(String)
  const wrong = items.find(item => item.includes(',') || item.trim() === '')
  if (wrong !== undefined)
    refuse({ code: 'wrong-value', message: 'An item of a list is not empty and has no comma.', at })
  return items.join(', ')
}

/** Whether a number may have had more digits in its JSON. */
function mayBeRounded(value: number): boolean {
  const digits = value.toExponential().replace(/e.*$/, '').replace(/\D/g, '')
  return digits.length > 15 || Math.abs(value) > Number.MAX_SAFE_INTEGER
}
