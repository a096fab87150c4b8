import { localize } from '../domains/localize.ts'
/** The language of a fence that is a block. */
export const languageOfBlocks = 'recline'

/** What is said of a block in a list or a quote, where readers of Markdown take its lines apart. */
export const nestedBlock = (): string => localize('A recline block stands in a list or a quote; put it behind that.')

/**
 * A block as a template has it.
 *
 * @param lines each a word and what it says. What goes over several lines goes on behind white space.
 */
export function writtenBlock(lines: readonly string[]): string {
  const content = lines.map(line => line.replace(/\s*[\r\n]+\s*/g, '\n  ')).join('\n')
  const runs = content.match(/`+/g) ?? []
  const signs = '`'.repeat(Math.max(3, ...runs.map(run => run.length + 1)))
  return `${signs}${languageOfBlocks}\n${content}\n${signs}\n`
}
