import type { CodeAction, Position, Range, SnippetTextEdit, TextEdit } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { onlyFences, type RecordFence, recordFences } from '../../shared/markdown/record-fences.ts'
import { smallestChange } from '../../shared/syntax/text-change.ts'
import { editAll, parse, type Tree, textOf } from '../../shared/syntax/tree.ts'
import { hasBlocks } from '../reports/open-blocks.ts'
import type { MemoryBudget } from './memory-budget.ts'

/** An open Markdown file. Of most of them nothing is read, as they have no fence with records. */
export interface MarkdownDocument {
  readonly kind: 'markdown'
  readonly uri: string
  readonly version: number
  readonly text: TextDocument
  /** Undefined if there is no fence with records, or not enough memory for them. */
  readonly records: FencedRecords | undefined
  /** Whether its records may need more memory than there is. */
  readonly isTooLarge: boolean
  /** Whether it has blocks of a report. */
  readonly hasBlocks: boolean
}

/** The records in the fences of a Markdown file, at their places in it. */
interface FencedRecords {
  readonly fences: readonly RecordFence[]
  /** The text of the file, in which all but these fences is blank. */
  readonly tree: Tree
}

/**
 * Reads the records of an open Markdown file.
 *
 * @param text the file as it is now
 * @param budget decides whether its records are read
 * @param before the file before a change. Of its records, only those that changed are read again.
 */
export function markdownDocument(
  text: TextDocument,
  budget: MemoryBudget,
  before?: MarkdownDocument,
): MarkdownDocument {
  const { uri, version } = text
  const whole = text.getText()
  const fences = recordFences(whole)
  const shown = fences.length > 0 ? onlyFences(whole, fences) : ''
  if (fences.length === 0) budget.release(uri)
  const isTooLarge = fences.length > 0 && !budget.reserve(uri, shown)
  const records =
    fences.length === 0 || isTooLarge ? undefined : { fences, tree: treeOfFences(shown, before?.records?.tree) }
  return { kind: 'markdown', uri, version, text, records, isTooLarge, hasBlocks: hasBlocks(whole) }
}

const treeOfFences = (shown: string, before: Tree | undefined): Tree =>
  before ? editAll(before, smallestChange(textOf(before), shown)) : parse(shown)

/** The fence that has both ends of a range; undefined outside of fences, and on the lines of their signs. */
export function fenceAt({ text, records }: MarkdownDocument, { start, end }: Range): RecordFence | undefined {
  const isIn = (fence: RecordFence, position: Position): boolean => {
    const offset = text.offsetAt(position)
    return offset >= fence.start && (offset < fence.end || (offset === fence.end && !fence.isClosed))
  }
  return records?.fences.find(fence => isIn(fence, start) && isIn(fence, end))
}

/** Those of some quick fixes that change nothing but lines inside of a fence, and leave these a fence. */
export const actionsInFence = (document: MarkdownDocument, fence: RecordFence, actions: CodeAction[]): CodeAction[] =>
  actions.filter(({ kind, edit, command }) => {
    if (kind !== 'quickfix' || command || !edit) return false
    const changed = [
      ...Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ uri, edits })),
      ...(edit.documentChanges ?? []).map(change =>
        'edits' in change ? { uri: change.textDocument.uri, edits: change.edits } : { uri: '', edits: [] },
      ),
    ]
    return changed.every(({ uri, edits }) => uri === document.uri && edits.every(one => staysIn(document, fence, one)))
  })

function staysIn({ text }: MarkdownDocument, fence: RecordFence, edit: TextEdit | SnippetTextEdit): boolean {
  const { range } = edit
  const inserted = 'newText' in edit ? edit.newText : edit.snippet.value
  const [start, end] = [text.offsetAt(range.start), text.offsetAt(range.end)]
  if (start < fence.start || end > fence.end) return false
  // A new line would not be indented as the list is that the fence is in.
  if (fence.indent !== '' && /[\r\n]/.test(inserted)) return false
  // The signs below stay on a line of their own.
  const before = inserted === '' ? text.getText().slice(0, start) : inserted
  return end < fence.end || !fence.isClosed || /[\r\n]$/.test(before)
}
