import { localize } from '../../domains/localize.ts'
import type { Rule } from '../rule.ts'

export const unclosedBlock: Rule = {
  code: 'unclosed-block',
  severity: 'warning',
  summary: 'A block has no `@END` line; it is read to the end of the file.',
  openBlock: ({ node, report }) => {
    report(
      localize('This block is never closed, so everything below is part of it; write a line @END where it ends.'),
      {
        at: { start: node.text.indexOf('@'), end: firstLine(node.text).length },
        fixes: () => {
          const end = endOfBlock(node.text)
          const text = /[\r\n]$/.test(node.text.slice(0, end)) ? '@END\n' : '\n@END\n'
          return [
            { title: localize('Close the block with @END'), edits: [{ start: end, end, text }], isPreferred: true },
          ]
        },
      },
    )
  },
}

/** The most likely end of the block: before the next record, or at the end of the file. */
function endOfBlock(text: string): number {
  const next = /(?:\r\n|\r|\n)(?=@)/.exec(text)
  return next ? next.index + next[0].length : text.length
}

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text)![0].trimEnd()
