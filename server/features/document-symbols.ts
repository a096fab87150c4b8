import {
  type DocumentSymbol,
  type Position,
  type Range,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver-types'
import type { CheckedEntry } from '../../shared/check/check.ts'
import { recordLabel, titleIn } from '../../shared/domains/identity.ts'
import { localize } from '../../shared/domains/localize.ts'
import {
  type BlockNode,
  isHeader,
  type RecordNode,
  type Span,
  tagName,
  tagWord,
  valueText,
} from '../../shared/syntax/nodes.ts'
import { entryAt, indexAtLine, positionAt } from '../../shared/syntax/tree.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { kindOfTag } from '../snapshot/tag-kind.ts'

/**
 * The most symbols of an outline. VS Code reads all of them after each pause in typing, and with more it blocks for
 * over 100 ms.
 */
const usualSymbolLimit = 25_000

/**
 * The outline of a file: its sections, each with an `@DOC` header, and in them the records and blocks. The name of a
 * record is its tag, its id and its title, as editors search only the names. If there are too many symbols, the last
 * one says how many more there are.
 */
export function documentSymbols(snapshot: Snapshot, limit = usualSymbolLimit): DocumentSymbol[] {
  const outline: DocumentSymbol[] = []
  let section: DocumentSymbol | undefined
  let count = 0
  for (const symbol of allSymbols(snapshot)) {
    if (count++ === limit) {
      if (section) section.range = { start: section.range.start, end: endOfSection(snapshot, symbol) }
      return [...outline, remainder(snapshot, symbol, limit)]
    }
    if (symbol.kind === SymbolKind.Namespace) {
      section = { ...symbol, children: [] }
      outline.push(section)
      continue
    }
    if (!section) {
      outline.push(symbol)
      continue
    }
    section.children!.push(symbol)
    section.range = { start: section.range.start, end: symbol.range.end }
  }
  return outline
}

function* allSymbols(snapshot: Snapshot): Generator<DocumentSymbol, void> {
  for (let chunk = 0; chunk < snapshot.file.list.chunks.length; chunk++) yield* symbolsInChunk(snapshot, chunk)
}

/** The symbols of some entries, and the line on which the first of these starts. */
interface PlacedSymbols {
  readonly symbols: readonly DocumentSymbol[]
  readonly line: number
}

/**
 * The last symbols of chunks of entries. After a key, all but one have the same objects as before, so that their text
 * as a message is known too.
 */
const rememberedSymbols = new WeakMap<readonly CheckedEntry[], PlacedSymbols>()

/** The symbols of the headers, records and blocks in a chunk of entries, without their sections. */
function symbolsInChunk(snapshot: Snapshot, chunk: number): readonly DocumentSymbol[] {
  const { list, tree } = snapshot.file
  const entries = list.chunks[chunk]!
  const first = list.firsts[chunk]!
  const line = tree.lineOf(first)
  const known = rememberedSymbols.get(entries)
  if (known?.line === line) return known.symbols
  const symbols = known
    ? known.symbols.map(symbol => movedBy(symbol, line - known.line))
    : entries.flatMap((entry, index) => symbolOfEntry(snapshot, first + index, entry) ?? [])
  rememberedSymbols.set(entries, { symbols, line })
  return symbols
}

function symbolOfEntry(snapshot: Snapshot, index: number, checked: CheckedEntry): DocumentSymbol | undefined {
  const entry = entryAt(snapshot.file.tree, index)!
  if (entry.kind === 'block') return blockSymbol(snapshot, index, entry)
  if (entry.kind !== 'record') return undefined
  return isHeader(entry) ? headerSymbol(snapshot, index, entry) : recordSymbol(snapshot, index, entry, checked)
}

function movedBy(symbol: DocumentSymbol, lines: number): DocumentSymbol {
  const moved = ({ line, character }: Position): Position => ({ line: line + lines, character })
  const movedRange = ({ start, end }: Range): Range => ({ start: moved(start), end: moved(end) })
  return { ...symbol, range: movedRange(symbol.range), selectionRange: movedRange(symbol.selectionRange) }
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

function recordSymbol(snapshot: Snapshot, index: number, record: RecordNode, checked: CheckedEntry): DocumentSymbol {
  const id = checked.identity?.definition?.id
  const title = titleIn(record, checked)
  const label = recordLabel(tagName(record) ?? `@${tagWord(record)}`, id, title)
  const name = id === undefined || title === '' ? label : `${label} ${title}`
  const selection = checked.identity?.definition ?? { start: record.at, end: record.tagEnd }
  const kind = kindOfTag(snapshot.registry, checked.tag?.fullName)
  return symbolOf(snapshot, index, { name, kind, start: record.at, selection })
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

interface SymbolParts {
  readonly name: string
  readonly kind: SymbolKind
  readonly start: number
  readonly selection: Span
}

/** The symbol of an entry, without white space at its end. */
function symbolOf(snapshot: Snapshot, index: number, { name, kind, start, selection }: SymbolParts): DocumentSymbol {
  const { text } = entryAt(snapshot.file.tree, index)!
  const range = rangeIn(snapshot, index, { start, end: text.trimEnd().length })
  return { name, kind, range, selectionRange: rangeIn(snapshot, index, selection) }
}

/** The end of the section that a symbol is in: the start of the next header, or the end of the file. */
function endOfSection({ file: { tree } }: Snapshot, { range }: DocumentSymbol): Position {
  let next = indexAtLine(tree, range.start.line)
  for (; next < tree.list.length; next++) {
    const entry = entryAt(tree, next)!
    if (entry.kind === 'record' && isHeader(entry)) break
  }
  return positionAt(tree, tree.startOf(next))
}

/**
 * A symbol for all records and blocks from the first one on that is too many. It only covers that one; otherwise its
 * line would stay visible in sticky scroll.
 */
function remainder({ file: { tree } }: Snapshot, { range: { start } }: DocumentSymbol, limit: number): DocumentSymbol {
  let all = 0
  for (const chunk of tree.list.chunks) for (const { kind } of chunk) if (kind === 'record' || kind === 'block') all++
  return {
    name: localize('… {count} more', { count: all - limit }),
    detail: localize('search the workspace symbols to find them'),
    kind: SymbolKind.Null,
    range: { start, end: start },
    selectionRange: { start, end: start },
  }
}
