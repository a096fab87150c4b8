/**
 * A block as a template has it.
 *
 * @param lines each a word and what it says. What goes over several lines goes on behind white space.
 */
export function writtenBlock(lines: readonly string[]): string {
  const content = lines.map(line => line.replace(/\s*[\r\n]+\s*/g, '\n  ')).join('\n')
  const runs = content.match(/`+/g) ?? []
  const signs = '`'.repeat(Math.max(3, ...runs.map(run => run.length + 1)))
  return `${signs}recline\n${content}\n${signs}\n`
}
