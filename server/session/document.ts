import type { TextDocumentContentChangeEvent, TextDocumentsConfiguration } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import {
  editAll,
  offsetAt,
  type Position,
  parse,
  positionAt,
  type Replacement,
  type Tree,
  textOf,
} from '../../shared/syntax/tree.ts'
import { TreeReader } from '../../shared/syntax/tree-reader.ts'
import type { RecordHandles } from '../snapshot/record-handles.ts'
import { isConfigFile } from './config/workspace-folders.ts'
import { type MarkdownDocument, markdownDocument } from './markdown-document.ts'
import { MemoryBudget } from './memory-budget.ts'

/** An open file: one with records, Markdown, a configuration or descriptor, or one that is not read. */
export type OpenDocument = RecDocument | MarkdownDocument | JsonDocument | LargeDocument

/** An open file with records. It is immutable; a change makes a new one. The tree holds the text. */
export interface RecDocument {
  readonly kind: 'records'
  readonly uri: string
  readonly version: number
  /** The whole file. If it is still being read in parts, asking for it reads the rest. */
  readonly tree: Tree
  /** Reads the file in parts; undefined if it was read at once. */
  readonly reader?: TreeReader
}

/** An open configuration or descriptor. */
export interface JsonDocument {
  readonly kind: 'descriptor' | 'config'
  readonly uri: string
  readonly version: number
  readonly text: TextDocument
}

/**
 * An open file with records that may need more memory than there is. Its text is not kept; the client has it. It is
 * read as soon as the client sends the whole text again and that is smaller, as when the file is opened again.
 */
interface LargeDocument {
  readonly kind: 'too large'
  readonly uri: string
  readonly version: number
}

export const isJsonDocument = (document: OpenDocument | undefined): document is JsonDocument =>
  document?.kind === 'config' || document?.kind === 'descriptor'

/** Whether records of an open file are read, be it Markdown or not. */
export const hasRecords = (document: OpenDocument): boolean =>
  document.kind === 'records' || (document.kind === 'markdown' && document.records !== undefined)

/**
 * How `TextDocuments` makes and changes documents.
 *
 * @param begin parses the text of a file with records, or begins to
 * @param budget decides which files with records are read
 * @param edited is told of each change of a file with records
 * @param partsOf gives the edits that a change consists of, for a change that the server itself has made
 */
export const openDocuments = (
  begin: (text: string, uri: string) => Tree | TreeReader = parse,
  budget = new MemoryBudget(Infinity),
  edited: RecordHandles['edited'] = () => {},
  partsOf: PartsOf = (_uri, _before, changes) => changes,
): TextDocumentsConfiguration<OpenDocument> => ({
  create(uri, languageId, version, content) {
    if (isJson(uri, languageId)) {
      const text = TextDocument.create(uri, languageId, version, content)
      return { kind: isConfigFile(uri) ? 'config' : 'descriptor', uri, version, text }
    }
    if (languageId === 'markdown')
      return markdownDocument(TextDocument.create(uri, languageId, version, content), budget)
    const read = budget.reserve(uri, content) ? begin(content, uri) : undefined
    return read instanceof TreeReader ? withReader({ uri, version }, read) : withTree({ uri, version }, read)
  },
  update(document, changes, version) {
    if (isJsonDocument(document))
      return { ...document, version, text: TextDocument.update(document.text, changes, version) }
    if (document.kind === 'markdown')
      return markdownDocument(TextDocument.update(document.text, changes, version), budget, document)
    const { uri } = document
    let tree = document.kind === 'records' ? document.tree : undefined
    const rest = [...changes]
    while (rest.length > 0) tree = applyNext(tree, rest, uri, budget, edited, partsOf)
    if (!tree) budget.release(uri)
    return withTree({ uri, version }, tree)
  },
})

const withTree = (file: Pick<OpenDocument, 'uri' | 'version'>, tree: Tree | undefined): RecDocument | LargeDocument =>
  tree ? { kind: 'records', ...file, tree } : { kind: 'too large', ...file }

/** A file that is read in parts. */
const withReader = (file: Pick<OpenDocument, 'uri' | 'version'>, reader: TreeReader): RecDocument => ({
  kind: 'records',
  ...file,
  reader,
  get tree() {
    return reader.readOn(Infinity)
  },
})

const isJson = (uri: string, languageId: string): boolean =>
  languageId === 'json' || languageId === 'jsonc' || uri.endsWith('.json')

type PartsOf = (uri: string, before: Tree, changes: readonly Replacement[]) => readonly Replacement[]

/**
 * Takes changes from the front of a list, and makes them: the first one, and those that follow it as long as each is
 * above the one before. Edits of many places come in this order.
 *
 * @returns the tree after them; undefined if the text of the file is not known, or needs too much memory
 */
function applyNext(
  tree: Tree | undefined,
  changes: TextDocumentContentChangeEvent[],
  uri: string,
  budget: MemoryBudget,
  edited: RecordHandles['edited'],
  partsOf: PartsOf,
): Tree | undefined {
  const { text } = changes[0]!
  const told = (after: Tree, replaced?: readonly Replacement[]): Tree => {
    if (tree) edited(uri, tree, after, replaced)
    return after
  }
  const apart = tree ? partsOf(uri, tree, takeApart(tree, changes)) : []
  if (!tree || apart.length === 0) {
    const change = changes.shift()!
    if ('range' in change) return undefined
    return budget.reserve(uri, text) ? told(parse(text)) : undefined
  }
  const inserted = apart.map(change => change.text).join('')
  const after = editAll(tree, apart)
  return budget.grow(uri, inserted, () => textOf(after)) ? told(after, apart) : undefined
}

/**
 * Takes changes from the front of a list as long as each is above the one before; returns them in the order of the
 * text. None are taken if the first one replaces the whole text.
 */
function takeApart(tree: Tree, changes: TextDocumentContentChangeEvent[]): Replacement[] {
  const apart: Replacement[] = []
  let above = Infinity
  let line = Infinity
  for (const change of changes) {
    if (!('range' in change)) break
    const { range, text } = change
    const offsets = [offsetAt(tree, range.start), offsetAt(tree, range.end)] as const
    const [start, end] = [Math.min(...offsets), Math.max(...offsets)]
    // A position behind the end of its line could be another one after a change in this line.
    const isSure = Math.max(range.start.line, range.end.line) < line || [range.start, range.end].every(isThereIn(tree))
    if (apart.length > 0 && (end >= above || !isSure)) break
    apart.push({ start, end, text })
    above = start
    line = Math.min(range.start.line, range.end.line)
  }
  changes.splice(0, apart.length)
  return apart.reverse()
}

/** Whether a text has a position, and not only a shorter line. */
const isThereIn =
  (tree: Tree) =>
  (position: Position): boolean => {
    const { line, character } = positionAt(tree, offsetAt(tree, position))
    return line === position.line && character === position.character
  }
