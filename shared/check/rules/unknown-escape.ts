import { escapeSequence, rawValue } from '../../syntax/nodes.ts'
import { fieldRule } from '../rule.ts'

/** A backslash in a string that starts none of the escapes; it is kept as written. */
export const unknownEscape = fieldRule('unknown-escape', 'warning', ({ record, node, label, report }) => {
  const { value } = node
  if (value?.kind !== 'quoted') return
  const raw = rawValue(record, value)
  if (!raw.includes('\\')) return
  for (const { 0: written, 1: letter, 2: code, index } of raw.matchAll(escapeSequence)) {
    // A backslash at the very end of an unclosed string is what keeps it from being closed.
    if (letter !== undefined || code !== undefined || index === raw.length - 1) continue
    const start = value.start + index
    const sequence = written + String.fromCodePoint(raw.codePointAt(index + 1)!)
    const found =
      sequence === '\\u'
        ? '\\u without four hexadecimal digits behind it'
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
})
