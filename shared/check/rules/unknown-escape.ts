import { localize } from '../../domains/localize.ts'
import { escapeSequence, rawValue } from '../../syntax/nodes.ts'
import { type Fix, never, type Rule } from '../rule.ts'

export const unknownEscape: Rule = {
  code: 'unknown-escape',
  severity: 'warning',
  summary: 'A backslash in a string starts no escape; it is kept as written.',
  mayHaveSafeFix: true,
  mayObjectToField: never,
  field: ({ record, node, label, report }) => {
    const { value } = node
    if (value?.kind !== 'quoted') return
    const raw = rawValue(record, value)
    if (!raw.includes('\\')) return
    const isPath = isPathWithEscapes(raw)
    for (const { 0: written, 1: letter, 2: code, index } of raw.matchAll(escapeSequence)) {
      // A backslash at the end of an unclosed string escapes the closing quote.
      if (letter !== undefined || code !== undefined || index === raw.length - 1) continue
      const start = value.start + index
      const sequence = written + String.fromCodePoint(raw.codePointAt(index + 1)!)
      const message =
        sequence === '\\u'
          ? localize('{field} has \\u without four hexadecimal digits after it; write \\\\ for a backslash.', {
              field: label,
            })
          : localize('{field} has the escape {text}, which does not exist; write \\\\ for a backslash.', {
              field: label,
              text: sequence,
            })
      const double: Fix = { title: localize('Double the backslash'), edits: [{ start, end: start + 1, text: '\\\\' }] }
      report(message, {
        at: { start, end: start + sequence.length },
        fixes: () =>
          isPath ? [...doubleAll(raw, value.start), double] : [{ ...double, isPreferred: true, isSafe: true }],
      })
    }
  },
}

/**
 * Whether a text looks like a path of Windows in which some backslashes have another meaning: the `\n` and `\t` of
 * `C:\new\temp`, or the `\\` of `\\server`, which is one backslash. To double only the others would hide that.
 */
const isPathWithEscapes = (raw: string): boolean =>
  somePath.test(raw) && (otherMeaning.test(raw) || serverAtStart.test(raw))

/**
 * @param raw the text with its quotes
 * @param start where it starts in the record
 */
function doubleAll(raw: string, start: number): Fix[] {
  // Each of its backslashes can have this fix, so for long texts the fixes would be very long together.
  if (raw.length > longestPath) return []
  const text = raw
    .replace(serverAtStart, '$&\\\\')
    // What is double already stays, and so does \", without which the text would end.
    .replace(/\\\\|\\"|\\/g, written => (written.length === 1 ? '\\\\' : written))
  return [
    { title: localize('Double all backslashes'), edits: [{ start, end: start + raw.length, text }], isPreferred: true },
  ]
}

const longestPath = 500

/** `C:\` or `\\server` at the start of a word. */
const somePath = /(?<![A-Za-z0-9])[A-Za-z]:\\|(?<![^\s"])\\\\(?:\\\\)?[A-Za-z0-9]/

const serverAtStart = /^"\\\\(?=[A-Za-z0-9])/

/** An escape with a letter behind an even number of backslashes. */
const otherMeaning = /(?<!\\)(?:\\\\)*\\(?:[ntr]|u[0-9A-Fa-f]{4})/
