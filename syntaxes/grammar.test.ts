import { describe, expect, test } from 'vitest'
import grammar from './rec.tmLanguage.json' with { type: 'json' }
import { rightTexts } from './right-texts.ts'
import { tokens } from './tokens.ts'
import { wrongTexts } from './wrong-texts.ts'

/** What each scope of the grammar is on. */
const texts = [...rightTexts, ...wrongTexts]

test.each(texts)('%s', (_, text) => expect(mark(withoutMarks(text))).toBe(text))

describe('the scopes of whole records and blocks', () => {
  const wholes = (text: string): string[] =>
    text.split('\n').map((line, index, lines) => {
      const start = lines.slice(0, index).join('\n').length + (index > 0 ? 1 : 0)
      return `${line.trim()}: ${tokens(text).find(token => token.start >= start && token.start < start + line.length)?.whole ?? ''}`
    })

  test('reach over their lines', () =>
    expect(wholes('@DOC\n  | a=1\n@T\n  | b=2\n# c\n@BEGIN\nd\n@END\n@T')).toEqual([
      '@DOC: meta.record.header',
      '| a=1: meta.record.header',
      '@T: meta.record',
      '| b=2: meta.record',
      '# c: ',
      '@BEGIN: meta.block',
      'd: meta.block',
      '@END: meta.block',
      '@T: meta.record',
    ]))
})

test('every scope that the grammar has is in one of these', () => {
  const marked = texts.flatMap(([, text]) =>
    text
      .split('\n')
      .filter(isMark)
      .flatMap(line => line.trim().split(/ +/).slice(1)),
  )
  const shown = new Set([...marked, 'meta.record.header', 'meta.record', 'meta.block'])
  expect(scopesIn(grammar).filter(scope => !shown.has(scope))).toEqual([])
})

/** The scopes that a part of the grammar gives. */
function scopesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    (key === 'name' || key === 'contentName') && typeof value === 'string' && value.includes('.rec')
      ? value.split(' ').map(scope => scope.replace(/\.rec$/, ''))
      : scopesIn(value),
  )
}

const isMark = (line: string): boolean => /^ *\^[ ^]* {2}\S/.test(line)

const withoutMarks = (text: string): string =>
  text
    .split('\n')
    .filter(line => !isMark(line))
    .join('\n')

/** The text with the marks below each line: those of its scopes in the order in which they come first. */
function mark(text: string): string {
  const all = tokens(text)
  let lineStart = 0
  return text
    .split('\n')
    .map(line => {
      const marks = new Map<string, string>()
      for (const { text: shown, start, scopes } of all.filter(
        token => token.start >= lineStart && token.start < lineStart + line.length,
      )) {
        const column = start - lineStart + shown.length - shown.trimStart().length
        marks.set(scopes, (marks.get(scopes) ?? '').padEnd(column) + '^'.repeat(shown.trim().length))
      }
      lineStart += line.length + 1
      return [line, ...[...marks].map(([scopes, carets]) => `${carets}  ${scopes}`)].join('\n')
    })
    .join('\n')
}
