import type { CodeAction, Position, Range, SnippetTextEdit, TextEdit } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { onlyFences, type RecordFence, recordFences, withRecords } from '../../shared/markdown/record-fences.ts'
import { changedText, smallestChange } from '../../shared/syntax/text-change.ts'
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

/**
 * Those of some quick fixes that change nothing but lines inside of a fence, and leave these a fence. In the fence of a
 * list they indent new lines, as the command line does.
 */
export const actionsInFence = (document: MarkdownDocument, fence: RecordFence, actions: CodeAction[]): CodeAction[] =>
  actions.flatMap(action => {
    const { kind, edit, command } = action
    if (kind !== 'quickfix' || command || !edit) return []
    const { changes, documentChanges } = edit
    const changed = [
      ...Object.entries(changes ?? {}).map(([uri, edits]) => ({ uri, edits })),
      ...(documentChanges ?? []).map(change =>
        'edits' in change ? { uri: change.textDocument.uri, edits: change.edits } : { uri: '', edits: [] },
      ),
    ]
    if (changed.some(({ uri }) => uri !== document.uri)) return []
    const edits = changed.flatMap(one => one.edits)
    const after = pageAfter(document, fence, edits)
    if (!after?.isIndented) return after ? [action] : []
    const { uri, version, text } = document
    const indented = smallestChange(text.getText(), after.page).map(({ start, end, text: newText }) => ({
      range: { start: text.positionAt(start), end: text.positionAt(end) },
      newText,
    }))
    const versioned = { documentChanges: [{ textDocument: { uri, version }, edits: indented }] }
    return [{ ...action, edit: changes ? { changes: { [uri]: indented } } : versioned }]
  })

/**
 * A page after edits of a fence, as the command line writes it, and whether lines got an indentation that the edits do
 * not have.
 *
 * @returns undefined if the edits do not stay in the fence
 */
function pageAfter(
  { text, records }: MarkdownDocument,
  { start, end }: RecordFence,
  edits: readonly (TextEdit | SnippetTextEdit)[],
): { readonly page: string; readonly isIndented: boolean } | undefined {
  const changes = edits
    .map(edit => ({
      start: text.offsetAt(edit.range.start),
      end: text.offsetAt(edit.range.end),
      ...('newText' in edit ? { text: edit.newText } : { text: edit.snippet.value, isSnippet: true }),
    }))
    .sort((one, other) => one.start - other.start)
  if (!records || changes.some(change => change.start < start || change.end > end)) return undefined
  const page = withRecords(text.getText(), changedText(textOf(records.tree), changes))
  return page === undefined ? undefined : { page, isIndented: page !== changedText(text.getText(), changes) }
}
