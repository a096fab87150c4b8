import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Position, Range } from 'vscode-languageserver-types'
import {
  expressionAt,
  type WrittenExpression,
  type WrittenRules,
  writtenRules,
} from '../../shared/config/written-expressions.ts'
import { type ExpressionSymbol, symbolsOf } from '../../shared/expression/help/symbols.ts'
import type { KnownVersions } from '../../shared/registry/known-versions.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { Snapshot } from './snapshot.ts'
import type { TextDocumentEdits } from './workspace-edit.ts'

/** The input of a feature: one version of a descriptor or a configuration. */
export interface JsonSnapshot
  extends Pick<Snapshot, 'uri' | 'version' | 'registry' | 'index' | 'isIndexComplete' | 'client'> {
  readonly document: TextDocument
  readonly rules: WrittenRules
  /** Which versions of domains from elsewhere are known; absent if none is. */
  readonly known?: KnownVersions
}

/** The snapshot of a version of a descriptor or a configuration. */
export const jsonSnapshot = (
  document: TextDocument,
  {
    registry,
    index,
    isIndexComplete,
    client,
    known,
  }: Pick<JsonSnapshot, 'registry' | 'index' | 'isIndexComplete' | 'client' | 'known'>,
): JsonSnapshot => ({
  uri: document.uri,
  version: document.version,
  document,
  rules: writtenRules(document.getText(), registry),
  registry,
  index,
  isIndexComplete,
  client,
  ...(known && { known }),
})

/** The range of a span of an expression. */
export const rangeOfExpression = (
  { document }: JsonSnapshot,
  { toFile }: WrittenExpression,
  { start, end }: Span,
): Range => ({
  start: document.positionAt(toFile(start)),
  end: document.positionAt(toFile(end)),
})

/** The expression at a position, and the offset in its text. */
export function cursorInExpression(
  { document, rules }: JsonSnapshot,
  position: Position,
): { readonly expression: WrittenExpression; readonly offset: number } | undefined {
  const offset = document.offsetAt(position)
  const expression = expressionAt(rules, offset)
  return expression && { expression, offset: expression.toExpression(offset) }
}

/** The symbol of an expression at a position, or before it. */
export function symbolAt(
  snapshot: JsonSnapshot,
  position: Position,
): { readonly expression: WrittenExpression; readonly symbol: ExpressionSymbol } | undefined {
  const cursor = cursorInExpression(snapshot, position)
  if (!cursor) return undefined
  const { expression, offset } = cursor
  const symbols = symbolsOf(expression.read, expression.expected)
  const symbol =
    symbols.find(({ start, end }) => start <= offset && offset < end) ?? symbols.find(({ end }) => end === offset)
  return symbol && { expression, symbol }
}

/** The text of a descriptor in the workspace. */
export interface DescriptorText {
  readonly uri: string
  readonly text: string
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
}

/** Changes in a descriptor as edits of the protocol. */
export function descriptorEdits(
  { uri, text, version }: DescriptorText,
  changes: readonly TextChange[],
): TextDocumentEdits {
  const document = TextDocument.create(uri, 'json', 0, text)
  const edits = changes.map(({ start, end, text }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText: text,
  }))
  return { uri, version, edits }
}
