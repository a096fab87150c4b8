import { type DocumentSymbol, type Position, type SymbolInformation, SymbolKind } from 'vscode-languageserver-types'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { recordLabel, titleOf } from '../../shared/domains/identity.ts'
import { type BlockNode, type RecordNode, type Span, tagName, tagWord, valueText } from '../../shared/syntax/nodes.ts'
import { rangeIn, rangeOf } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** How many symbols an outline has: VS Code takes all anew after each pause in typing, and stands still for over 100 ms with more. */
const usualLimit = 25_000

/**
 * The outline of a file: its sections, each an `@DOC` header with all below it, and in them the records, called by tag
 * and id with their most telling text, and the blocks. Where it is cut, the last symbol says how many more there are.
 */
export function documentSymbols(snapshot: Snapshot, limit = usualLimit): DocumentSymbol[] {
  const { entries } = snapshot.file.tree
  const outline: DocumentSymbol[] = []
  let section: DocumentSymbol | undefined
  let count = 0
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!
    if (entry.kind !== 'record' && entry.kind !== 'block') continue
    if (count++ === limit) {
      if (section) section.range = { start: section.range.start, end: endOfSection(snapshot, index) }
      return [...outline, remainder(snapshot, index)]
    }
    if (entry.kind === 'record' && isHeader(entry)) {
      section = { ...headerSymbol(snapshot, index, entry), children: [] }
      outline.push(section)
      continue
    }
    const symbol = entry.kind === 'record' ? recordSymbol(snapshot, index, entry) : blockSymbol(snapshot, index, entry)
    if (!section) {
      outline.push(symbol)
      continue
    }
    section.children!.push(symbol)
    section.range = { start: section.range.start, end: symbol.range.end }
  }
  return outline
}

/** An outline as a list, for clients that show no tree: each symbol with the name of the section that it is in. */
export const listOfSymbols = (
  uri: string,
  outline: readonly DocumentSymbol[],
  containerName?: string,
): SymbolInformation[] =>
  outline.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(containerName !== undefined && { containerName }) },
    ...listOfSymbols(uri, children, name),
  ])

function recordSymbol(snapshot: Snapshot, index: number, record: RecordNode): DocumentSymbol {
  const { tag, identity } = snapshot.file.entries[index]!
  const name = recordLabel(tagName(record) ?? `@${tagWord(record)}`, identity?.definition?.id)
  const detail = identity?.title ?? titleOf(record, tag)
  const selection = identity?.definition ?? { start: record.at, end: record.tagEnd }
  return symbolOf(snapshot, index, { name, detail, kind: SymbolKind.Object, start: record.at, selection })
}

function headerSymbol(snapshot: Snapshot, index: number, header: RecordNode): DocumentSymbol {
  const field = header.fields.find(candidate => candidate.name === 'domain')
  const name = field?.value ? `DOC ${valueText(header, field.value)}` : 'DOC'
  return symbolOf(snapshot, index, {
    name,
    kind: SymbolKind.Namespace,
    start: header.at,
    selection: { start: header.at, end: header.tagEnd },
  })
}

/** A block, called by what stands on its first line. */
function blockSymbol(snapshot: Snapshot, index: number, { text }: BlockNode): DocumentSymbol {
  const start = text.indexOf('@BEGIN')
  const line = /^[^\r\n]*/.exec(text)![0].trimEnd()
  return symbolOf(snapshot, index, {
    name: line.slice(start + 1),
    kind: SymbolKind.String,
    start,
    selection: { start, end: line.length },
  })
}

interface Parts {
  readonly name: string
  readonly detail?: string
  readonly kind: SymbolKind
  readonly start: number
  readonly selection: Span
}

/** A symbol of an entry, from its first character to its last that is not white space. */
function symbolOf(snapshot: Snapshot, index: number, { name, detail, kind, start, selection }: Parts): DocumentSymbol {
  const { text } = snapshot.file.tree.entries[index]!
  const range = rangeIn(snapshot, index, { start, end: text.trimEnd().length })
  const symbol: DocumentSymbol = { name, kind, range, selectionRange: rangeIn(snapshot, index, selection) }
  if (detail) symbol.detail = detail
  return symbol
}

/** Where the next header below an entry starts, or the file ends. */
function endOfSection(snapshot: Snapshot, first: number): Position {
  const { entries, starts } = snapshot.file.tree
  const next = entries.findIndex((entry, index) => index >= first && entry.kind === 'record' && isHeader(entry))
  const end = starts[next < 0 ? entries.length : next]!
  return rangeOf(snapshot, { start: end, end }).end
}

/** Stands for the records and blocks from an entry on, at the first of them: over all, its line would stay on top while they are scrolled. */
function remainder(snapshot: Snapshot, first: number): DocumentSymbol {
  const { entries, starts } = snapshot.file.tree
  const left = entries.slice(first).filter(({ kind }) => kind === 'record' || kind === 'block').length
  const range = rangeOf(snapshot, { start: starts[first]!, end: starts[first]! })
  return {
    name: `… ${left} more`,
    detail: 'the workspace symbols find them by name',
    kind: SymbolKind.Null,
    range,
    selectionRange: range,
  }
}
