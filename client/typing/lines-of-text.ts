import * as vscode from 'vscode'
import { continuesRecord } from './field-keys.ts'

/** Some lines of a document as one text. */
export interface LinesOfText {
  readonly first: number
  readonly text: string
}

/** The offset of a position; -1 outside of the lines. */
export function offsetInLines({ first, text }: LinesOfText, { line, character }: vscode.Position): number {
  const lines = text.split('\n')
  if (line < first || line >= first + lines.length) return -1
  return lines.slice(0, line - first).reduce((sum, { length }) => sum + length + 1, character)
}

export function positionInLines({ first, text }: LinesOfText, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split('\n')
  return new vscode.Position(first + lines.length - 1, lines.at(-1)!.length)
}

export const textFromLineTo = (document: vscode.TextDocument, first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => document.lineAt(first + index).text).join('\n')

/**
 * The first and last line of the record on a line, or the line itself.
 *
 * @param from the last line that is surely one of it
 */
export function linesOfRecord(document: vscode.TextDocument, line: number, from = line): [first: number, last: number] {
  const continues = (at: number): boolean => at < document.lineCount && continuesRecord(document.lineAt(at).text)
  let [first, last] = [line, from]
  while (first > 0 && continues(first)) first--
  while (continues(last + 1)) last++
  return [first, last]
}

/** The lines of the record at a text that was inserted, or of the line, as they were before. */
export function linesBefore(document: vscode.TextDocument, range: vscode.Range, text: string): LinesOfText {
  const after = text.split(/\r\n|\r|\n/)
  const last = range.start.line + after.length - 1
  const lineBefore =
    document.lineAt(range.start.line).text.slice(0, range.start.character) +
    document.lineAt(last).text.slice(after.length > 1 ? after.at(-1)!.length : range.start.character + text.length)
  const above = linesOfRecord(document, range.start.line)[0]
  const below = linesOfRecord(document, last, last)[1]
  const lines = [
    ...(above < range.start.line ? [textFromLineTo(document, above, range.start.line - 1)] : []),
    lineBefore,
    ...(below > last ? [textFromLineTo(document, last + 1, below)] : []),
  ]
  return { first: above, text: lines.join('\n') }
}
