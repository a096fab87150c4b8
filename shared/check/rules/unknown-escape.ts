import { escapeSequence, rawValue } from '../../syntax/nodes.ts'
import type { Fix, Rule } from '../rule.ts'

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
    const path = pathIn(raw, value.start)
    for (const { 0: written, 1: letter, 2: code, index } of raw.matchAll(escapeSequence)) {
      // A backslash at the end of an unclosed string escapes the closing quote.
      if (letter !== undefined || code !== undefined || index === raw.length - 1) continue
      const start = value.start + index
      const sequence = written + String.fromCodePoint(raw.codePointAt(index + 1)!)
      const found =
        sequence === '\\u'
          ? '\\u without four hexadecimal digits after it'
          : `the escape ${sequence}, which does not exist`
      const double: Fix = { title: 'Double the backslash', edits: [{ start, end: start + 1, text: '\\\\' }] }
      report(`${label} has ${found}; write \\\\ for a backslash.`, {
        at: { start, end: start + sequence.length },
        fixes: () => (path ? [path, double] : [{ ...double, isPreferred: true, isSafe: true }]),
      })
    }
  },
}

/**
 * A fix for a text that looks like a path of Windows in which some backslashes have another meaning: the `\n` and `\t`
 * of `C:\new\temp`, or the `\\` of `\\server`, which is one backslash. To double only the others would hide that.
 *
 * @param raw the text with its quotes
 * @param start where it starts in the record
 */
function pathIn(raw: string, start: number): Fix | undefined {
  if (!somePath.test(raw) || !(otherMeaning.test(raw) || serverAtStart.test(raw))) return undefined
  const text = raw
    .replace(serverAtStart, '$&\\\\')
    // What is double already stays, and so does \", without which the text would end.
    .replace(/\\\\|\\"|\\/g, written => (written.length === 1 ? '\\\\' : written))
  return {
    title: 'Double all backslashes',
    edits: [{ start, end: start + raw.length, text }],
    isPreferred: true,
  }
}

/** `C:\` or `\\server` at the start of a word. */
const somePath = /(?<![A-Za-z0-9])[A-Za-z]:\\|(?<![^\s"])\\\\(?:\\\\)?[A-Za-z0-9]/

const serverAtStart = /^"\\\\(?=[A-Za-z0-9])/

/** An escape with a letter behind an even number of backslashes. */
const otherMeaning = /(?<!\\)(?:\\\\)*\\(?:[ntr]|u[0-9A-Fa-f]{4})/
