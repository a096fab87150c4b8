import { tagOfName } from '../check/tag-of-name.ts'
import type { Registry } from '../domains/registry.ts'
import { hideControls } from '../syntax/controls.ts'
import { expressionsOf } from './block-expressions.ts'
import { queryOfBlock } from './report.ts'
import { type BlockLine, blockLines, type ReportBlock, readBlock, type TemplateProblem } from './template.ts'

/** What is wrong with a block. */
interface BlockProblem {
  readonly message: string
  /** The line that has it; undefined if it is the block as a whole. */
  readonly line: BlockLine | undefined
  /** The part of the text of the line. */
  readonly start: number
  readonly end: number
}

/**
 * The problems that keep a block from being filled, in a report and in a preview. Of its query, only the first one is
 * told, as there.
 *
 * @param domains the names of the domains in which its tag is looked up first
 */
export function problemsOfBlock(content: string, registry: Registry, domains: readonly string[]): BlockProblem[] {
  const lines = blockLines(content)
  const problems: TemplateProblem[] = []
  const block = readBlock(content, 0, problems)
  if (problems.length > 0)
    return problems.map(({ line, message }) => wholeLine(message, line === 0 ? undefined : lineAt(lines, line - 1)))
  const ofQuery = problemOfQuery(block, lines, registry, domains)
  return ofQuery ? [ofQuery] : []
}

/** What is wrong with the query of a block; undefined if nothing is. */
function problemOfQuery(
  block: ReportBlock,
  lines: readonly BlockLine[],
  registry: Registry,
  domains: readonly string[],
): BlockProblem | undefined {
  const query = queryOfBlock(block, registry, domains)
  if (!query || !('problem' in query)) return undefined
  const [message, excerpt, carets] = query.problem.split('\n') as [string, string?, string?]
  if (block.tag !== undefined && 'problem' in tagOfName(block.tag, registry, domains))
    return wholeLine(
      message,
      lines.find(({ word }) => word === 'tag'),
    )
  return (
    (excerpt === undefined ? undefined : placedIn(message, excerpt.trim(), carets ?? '', lines)) ??
    wholeLine(message, undefined)
  )
}

/** The line of a template, from 1, that has what is wrong with the query of a block: of its fence if no line has it. */
export function lineOfMistake(block: ReportBlock, registry: Registry, domains: readonly string[]): number {
  const line = problemOfQuery(block, blockLines(block.content ?? ''), registry, domains)?.line
  return line ? block.line + 1 + line.line : block.line
}

const lineAt = (lines: readonly BlockLine[], line: number): BlockLine | undefined =>
  lines.find(one => one.line === line)

const wholeLine = (message: string, line: BlockLine | undefined): BlockProblem => ({
  message,
  line,
  start: 0,
  end: line ? line.text.trimEnd().length : 0,
})

/** A problem at the expression that its message shows; undefined if no line has it. */
function placedIn(
  message: string,
  excerpt: string,
  carets: string,
  lines: readonly BlockLine[],
): BlockProblem | undefined {
  const [, blanks = '', marks = ''] = /^ {2}( *)(\^*)/.exec(carets) ?? []
  for (const line of lines)
    for (const { source, start } of expressionsOf(line)) {
      if (hideControls(source.trim()) !== excerpt) continue
      const from = start + source.length - source.trimStart().length + blanks.length
      return { message, line, start: from, end: from + Math.max(1, marks.length) }
    }
  return undefined
}
