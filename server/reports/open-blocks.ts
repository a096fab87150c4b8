import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Position, Range } from 'vscode-languageserver-types'
import { fencesOf } from '../../shared/markdown/record-fences.ts'
import { type BlockLine, blockLines } from '../../shared/reports/template.ts'
import { languageOfBlocks } from '../../shared/reports/written-block.ts'
import type { Span } from '../../shared/syntax/nodes.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** An open Markdown file with blocks of a report. */
export interface ReportPage extends Pick<Snapshot, 'registry' | 'client'> {
  readonly text: TextDocument
}

/** A block in an open Markdown file. */
export interface OpenBlock {
  /** Its text, without the blanks before each line that are those of its fence. */
  readonly content: string
  /** Where it starts in the file: the line behind that of the signs. */
  readonly firstLine: number
  /** How many lines it has. */
  readonly lineCount: number
  /** How many characters were left out before each line. */
  readonly indents: readonly number[]
}

/** Whether a Markdown text has blocks of a report. */
export const hasBlocks = (text: string): boolean => fencesOf(text, languageOfBlocks).length > 0

/** The blocks of a Markdown file. */
export function openBlocks(text: TextDocument): OpenBlock[] {
  const whole = text.getText()
  return fencesOf(whole, languageOfBlocks).map(({ start, end, isClosed }) => {
    const firstLine = text.positionAt(start).line
    const signs = whole.slice(text.offsetAt({ line: Math.max(0, firstLine - 1), character: 0 }), start)
    const indent = /^[ \t]*/.exec(signs)![0].length
    const lines = whole.slice(start, end).split(/\r\n|[\r\n]/)
    const indents = lines.map(line => Math.min(indent, line.length - line.trimStart().length))
    const content = lines.map((line, index) => line.slice(indents[index])).join('\n')
    // Behind its last line break is the line of the signs.
    return { content, firstLine, lineCount: isClosed ? lines.length - 1 : lines.length, indents }
  })
}

/** The place of a cursor in a block. */
export interface BlockCursor {
  readonly block: OpenBlock
  readonly lines: readonly BlockLine[]
  /** The line that it is in, with those that go on with it; undefined on a line that says nothing. */
  readonly line: BlockLine | undefined
  /** The offset in the text of that line. */
  readonly offset: number
}

/** The block at a position, and the place in it; undefined outside of blocks. */
export function cursorInBlock({ text }: ReportPage, position: Position): BlockCursor | undefined {
  const block = openBlocks(text).find(
    ({ firstLine, lineCount }) => position.line >= firstLine && position.line < firstLine + lineCount,
  )
  if (!block) return undefined
  const line = position.line - block.firstLine
  const column = position.character - (block.indents[line] ?? 0)
  const lines = blockLines(block.content)
  for (const one of lines)
    for (const part of one.parts)
      if (part.line === line) {
        // The blanks before a line that goes on are no part of it.
        if (column < part.column) return undefined
        const next = one.parts[one.parts.indexOf(part) + 1]
        const end = next ? next.start - 1 : one.text.length
        return { block, lines, line: one, offset: Math.min(end, part.start + column - part.column) }
      }
  return { block, lines, line: undefined, offset: 0 }
}

/** The range of a part of a line of a block. */
export function rangeInBlock({ firstLine, indents }: OpenBlock, { parts }: BlockLine, { start, end }: Span): Range {
  const positionOf = (offset: number): Position => {
    const part = parts.findLast(one => one.start <= offset) ?? parts[0]!
    return {
      line: firstLine + part.line,
      character: (indents[part.line] ?? 0) + part.column + offset - part.start,
    }
  }
  return { start: positionOf(start), end: positionOf(end) }
}
