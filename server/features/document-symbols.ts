import { type DocumentSymbol, type Position, type SymbolInformation, SymbolKind } from 'vscode-languageserver-types'
import { isHeader } from '../../shared/domains/domains-in-force.ts'
import { recordLabel, titleIn } from '../../shared/domains/identity.ts'
import { type BlockNode, type RecordNode, type Span, tagName, tagWord, valueText } from '../../shared/syntax/nodes.ts'
import { rangeIn, rangeOf } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * The most symbols of an outline. VS Code reads all of them after each pause in typing, and with more it blocks for
 * over 100 ms.
 */
const usualLimit = 25_000

/**
 * The outline of a file: its sections, each with an `@DOC` header, and in them the records and blocks. The name of a
 * record is its tag and id, or its tag and title. If there are too many symbols, the last one says how many more
 * there are.
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

/** An outline as a list, for clients that do not show trees. Each symbol has the name of its section. */
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
  const entry = snapshot.file.entries[index]!
  const id = entry.identity?.definition?.id
  const title = titleIn(record, entry)
  const name = recordLabel(tagName(record) ?? `@${tagWord(record)}`, id, title)
  const detail = id === undefined ? '' : title
  const selection = entry.identity?.definition ?? { start: record.at, end: record.tagEnd }
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

/** The symbol of a block. Its name is the text of its first line. */
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

/** The symbol of an entry, without white space at its end. */
function symbolOf(snapshot: Snapshot, index: number, { name, detail, kind, start, selection }: Parts): DocumentSymbol {
  const { text } = snapshot.file.tree.entries[index]!
  const range = rangeIn(snapshot, index, { start, end: text.trimEnd().length })
  const symbol: DocumentSymbol = { name, kind, range, selectionRange: rangeIn(snapshot, index, selection) }
  if (detail) symbol.detail = detail
  return symbol
}

/** The end of the section of an entry: the start of the next header, or the end of the file. */
function endOfSection(snapshot: Snapshot, first: number): Position {
  const { entries, starts } = snapshot.file.tree
  const next = entries.findIndex((entry, index) => index >= first && entry.kind === 'record' && isHeader(entry))
  const end = starts[next < 0 ? entries.length : next]!
  return rangeOf(snapshot, { start: end, end }).end
}

/**
 * A symbol for all records and blocks from an entry on. It only covers the first one; otherwise its line would stay
 * visible in sticky scroll.
 */
function remainder(snapshot: Snapshot, first: number): DocumentSymbol {
  const { entries, starts } = snapshot.file.tree
  const left = entries.slice(first).filter(({ kind }) => kind === 'record' || kind === 'block').length
  const range = rangeOf(snapshot, { start: starts[first]!, end: starts[first]! })
  return {
    name: `… ${left} more`,
    detail: 'search the workspace symbols to find them',
    kind: SymbolKind.Null,
    range,
    selectionRange: range,
  }
}
