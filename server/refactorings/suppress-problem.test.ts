import { expect, test } from 'vitest'
import { type CheckedFile, problemsOf } from '../../shared/check/check.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { check } from '../../test/records.ts'
import { suppressProblems } from './suppress-problem.ts'

const codesIn = (file: CheckedFile): string[] => problemsOf(file).map(({ code }) => code)

/** Suppresses all problems of a code, and compares the text. The problems must be gone, without new ones. */
function expectSuppressed(before: string, code: string, after: string): void {
  const file = check(before)
  const suppression = suppressProblems(file.tree, problemsOf(file)).find(
    ({ title }) => title === `Suppress ${code} here`,
  )!
  expect(suppression.problems.map(problem => problem.code)).toEqual(suppression.problems.map(() => code))
  const text = applyChanges(file.tree, suppression.changes)
  expect(text).toBe(after)
  expect(codesIn(check(text))).toEqual(codesIn(file).filter(other => other !== code))
}

test('a comment is added above the record', () => {
  expectSuppressed(
    '# x\r\n@CONTROL rid=C-1\r\n  | maturity=🙂 | status="x"\r\n',
    'invalid-value',
    '# x\r\n# recline-disable-next-line invalid-value\r\n@CONTROL rid=C-1\r\n  | maturity=🙂 | status="x"\r\n',
  )
  expectSuppressed('\ufeff@CONTROL', 'missing-field', '\ufeff# recline-disable-next-line missing-field\n@CONTROL')
})

test('a comment is added above a line that is not a record', () => {
  expectSuppressed('junk\n@BEGIN\n', 'syntax', '# recline-disable-next-line syntax\njunk\n@BEGIN\n')
  expectSuppressed('junk\n@BEGIN\n', 'unclosed-block', 'junk\n# recline-disable-next-line unclosed-block\n@BEGIN\n')
})

test('the code is added to an existing comment', () => {
  expectSuppressed(
    '# recline-disable-next-line not-in-enum -- later\n# y\n@CONTROL maturity=x | status="x"',
    'invalid-value',
    '# recline-disable-next-line not-in-enum invalid-value -- later\n# y\n@CONTROL maturity=x | status="x"',
  )
  expectSuppressed(
    '\ufeff# recline-disable-next-line missing-field, not-in-enum\r\n@CONTROL maturity=x | status="x"',
    'invalid-value',
    '\ufeff# recline-disable-next-line missing-field, not-in-enum invalid-value\r\n@CONTROL maturity=x | status="x"',
  )
  expectSuppressed(
    '# recline-disable notation\n@CONTROL maturity="3" | status="x"',
    'not-in-enum',
    '# recline-disable notation\n# recline-disable-next-line not-in-enum\n@CONTROL maturity="3" | status="x"',
  )
  expectSuppressed(
    '# recline-disable-next-line notation\n@CERT rid="1"\n@CERT rid="2"',
    'notation',
    '# recline-disable-next-line notation\n@CERT rid="1"\n# recline-disable-next-line notation\n@CERT rid="2"',
  )
})

test('one action suppresses all problems of a code, with a comment for each record', () => {
  expectSuppressed(
    '@CONTROL maturity=x | maturity=y\n@CONTROL rid=1 | maturity=z',
    'invalid-value',
    '# recline-disable-next-line invalid-value\n@CONTROL maturity=x | maturity=y\n# recline-disable-next-line invalid-value\n@CONTROL rid=1 | maturity=z',
  )
})

test('the problem of an unused suppression cannot be suppressed', () => {
  const file = check('# recline-disable-next-line notation\n@CONTROL rid=1')
  expect(codesIn(file)).toEqual(['unused-suppression'])
  expect(suppressProblems(file.tree, problemsOf(file))).toEqual([])
})
