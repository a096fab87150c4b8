import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codesAcrossRecords, rules } from './index.ts'

const codes = {
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

test('codes and severities are stable', () => {
  for (const severity of ['error', 'warning', 'information'] as const) {
    expect(
      rules
        .filter(rule => rule.severity === severity)
        .map(({ code }) => code)
        .sort(),
    ).toEqual(codes[severity])
  }
})

test('every rule stands in a file of its code, with a test beside it', () => {
  for (const { code } of rules) {
    expect(existsSync(new URL(`./${code}.ts`, import.meta.url)), `${code}.ts`).toBe(true)
    expect(existsSync(new URL(`./${code}.test.ts`, import.meta.url)), `${code}.test.ts`).toBe(true)
  }
})

test('the rules that look at the records of all files', () =>
  expect([...codesAcrossRecords].sort()).toEqual(['dangling-reference', 'duplicate-rid', 'wrong-reference']))
