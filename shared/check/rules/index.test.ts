import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codesAcrossRecords, rules } from './index.ts'

/** The codes of released versions: users have them in settings and comments. */
const released = {
  error: [
    'duplicate-field',
    'duplicate-rid',
    'invalid-value',
    'missing-field',
    'missing-value',
    'not-in-enum',
    'out-of-range',
    'pattern-mismatch',
    'syntax',
    'type-mismatch',
    'unclosed-list',
    'unclosed-string',
  ],
  warning: [
    'dangling-reference',
    'missing-separator',
    'needs-quotes',
    'tag-case',
    'unclosed-block',
    'unknown-domain',
    'unknown-escape',
    'unknown-field',
    'unknown-tag',
    'unknown-type',
    'unknown-version',
    'unused-suppression',
    'wrong-reference',
  ],
  information: ['ambiguous-tag', 'empty-field', 'notation'],
}

test.each(Object.entries(released))('the codes with the severity %s keep their names', (severity, codes) => {
  const found = rules.filter(rule => rule.severity === severity).map(({ code }) => code)
  expect(found).toEqual(expect.arrayContaining(codes))
})

test('every code is there once, in kebab-case, with a summary of one sentence', () => {
  expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length)
  for (const { code, summary } of rules) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(summary).toMatch(/^[A-Z][^.]*\.$/)
  }
})

test('every rule stands in a file of its code, with a test beside it', () => {
  for (const { code } of rules) {
    expect(existsSync(new URL(`./${code}.ts`, import.meta.url)), `${code}.ts`).toBe(true)
    expect(existsSync(new URL(`./${code}.test.ts`, import.meta.url)), `${code}.test.ts`).toBe(true)
  }
})

test('the rules that look at the records of all files', () =>
  expect([...codesAcrossRecords].sort()).toEqual([
    'dangling-reference',
    'duplicate-key',
    'duplicate-rid',
    'wrong-reference',
  ]))
