import MarkdownIt from 'markdown-it'
import type { Registry } from '../domains/registry.ts'
import { lineOfMistake } from './block-problems.ts'
import { countPattern, readCount } from './count-in-text.ts'
import type { FilledReport } from './filled-report.ts'
import { fillParts, queryOfBlock } from './report.ts'
import type { ReportSource } from './report-source.ts'
import { readBlock, type TemplatePart, type TemplateProblem } from './template.ts'
import { languageOfBlocks, nestedBlock } from './written-block.ts'

/** Makes a reader of the Markdown of templates. What looks like HTML is text. */
export const newMarkdownReader = (): ReturnType<typeof MarkdownIt> => MarkdownIt({ html: false })

/** Fills a template. The problems of the template come instead of a report. */
export function fillTemplate(
  template: string,
  source: ReportSource,
): Promise<FilledReport | { readonly problems: readonly TemplateProblem[] }> {
  const { parts, problems } = readTemplate(template)
  return fillParts(parts, source, problems)
}

/** Reads a template: Markdown with fences of the language `recline`, and with numbers in its text. */
export function readTemplate(text: string): {
  readonly parts: readonly TemplatePart[]
  readonly problems: readonly TemplateProblem[]
} {
  const lines = text.split(/(?<=\n)/)
  const parts: TemplatePart[] = []
  const problems: TemplateProblem[] = []
  let behind = 0
  const addText = (end: number): void => {
    if (end > behind) readPlainText(lines.slice(behind, end).join(''), behind + 1, parts, problems)
    behind = end
  }
  for (const { type, info, content, level, map } of newMarkdownReader().parse(text, {})) {
    if (type !== 'fence' && type !== 'code_block') continue
    const [start, end] = map!
    addText(start)
    if (info.trim().split(/\s/)[0] !== languageOfBlocks) parts.push(lines.slice(start, end).join(''))
    else if (level > 0) problems.push({ line: start + 1, message: nestedBlock() })
    else parts.push(readBlock(content, start + 1, problems))
    behind = end
  }
  addText(lines.length)
  return { parts, problems }
}

/**
 * The problems that keep a template from being filled, whatever the records are.
 *
 * @param domains the names of the domains in which tags are looked up first
 */
export function problemsOfTemplate(
  template: string,
  registry: Registry,
  domains: readonly string[],
): readonly TemplateProblem[] {
  const { parts, problems } = readTemplate(template)
  const ofQueries = parts.flatMap(part => {
    if (typeof part === 'string') return []
    const query = queryOfBlock(part, registry, domains)
    if (!query || !('problem' in query)) return []
    const line = 'look' in part ? lineOfMistake(part, registry, domains) : part.line
    return [{ line, message: query.problem }]
  })
  return [...problems, ...ofQueries].sort((one, other) => one.line - other.line)
}

/** A code span, or a number in braces. */
const spanOrCount = new RegExp(`(?<!\`)(\`+)(?!\`)[^]*?(?<!\`)\\1(?!\`)|(${countPattern.source})`, 'g')

function readPlainText(text: string, firstLine: number, parts: TemplatePart[], problems: TemplateProblem[]): void {
  let behind = 0
  for (const { 0: all, 2: written, index } of text.matchAll(spanOrCount)) {
    if (written === undefined) continue
    const line = firstLine + (text.slice(0, index).match(/\n/g)?.length ?? 0)
    const count = readCount(written, line)
    if ('problem' in count) problems.push({ line, message: count.problem })
    else {
      parts.push(text.slice(behind, index), count)
      behind = index + all.length
    }
  }
  parts.push(text.slice(behind))
}
