import { escapeSequence, rawValue } from '../../syntax/nodes.ts'
import type { Rule } from '../rule.ts'

export const unknownEscape: Rule = {
  code: 'unknown-escape',
  severity: 'warning',
  summary: 'A backslash in a string starts no escape; it is kept as written.',
  mayHaveSafeFix: true,
  field: ({ record, node, label, report }) => {
    const { value } = node
    if (value?.kind !== 'quoted') return
    const raw = rawValue(record, value)
    if (!raw.includes('\\')) return
    for (const { 0: written, 1: letter, 2: code, index } of raw.matchAll(escapeSequence)) {
      // A backslash at the end of an unclosed string escapes the closing quote.
      if (letter !== undefined || code !== undefined || index === raw.length - 1) continue
      const start = value.start + index
      const sequence = written + String.fromCodePoint(raw.codePointAt(index + 1)!)
      const found =
        sequence === '\\u'
          ? '\\u without four hexadecimal digits after it'
          : `the escape ${sequence}, which does not exist`
      report(`${label} has ${found}; write \\\\ for a backslash.`, {
        at: { start, end: start + sequence.length },
        fixes: () => [
          {
            title: 'Double the backslash',
            edits: [{ start, end: start + 1, text: '\\\\' }],
            isPreferred: true,
            isSafe: true,
          },
        ],
      })
    }
  },
}
