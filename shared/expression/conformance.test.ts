import { getConformanceSuite, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js'
import { Environment } from '@marcbachmann/cel-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate, taskRegistry, taskTag } from '../../test/expressions.ts'
import { runs } from '../../test/property-values.ts'
import { readExpression } from './expression.ts'

interface Case {
  readonly expr: string
  readonly value: string
}

/** The public cases of CEL that need no variables and have a single value. */
function casesIn({ suites, tests }: IncrementalTestSuite): Case[] {
  const own = tests.flatMap(({ original }) => {
    const { expr, resultMatcher, typeEnv, bindings } = original
    if (typeEnv.length > 0 || Object.keys(bindings).length > 0 || resultMatcher.case !== 'value') return []
    const { kind } = resultMatcher.value
    const isSingle = ['boolValue', 'int64Value', 'doubleValue', 'stringValue'].includes(kind.case ?? '')
    return isSingle ? { expr, value: String(kind.value) } : []
  })
  return [...own, ...suites.flatMap(casesIn)]
}

/**
 * Where the language differs from CEL on purpose: numbers are finite, times have
 * milliseconds, and && and || do not hide a left side without a value.
 */
const differences = [/0\.0 ?\/ ?0\.0/, /\/ 0\.0$/, /^\(2 \/ 0 > 3/, /8\.988466e\+307/, /999999999Z/]

const cases = casesIn(getConformanceSuite()).filter(
  ({ expr }) =>
    readExpression(expr, taskTag, taskRegistry).problems.length === 0 && !differences.some(one => one.test(expr)),
)

test('many public cases are part of the language', () => expect(cases.length).toBeGreaterThan(200))

test.each(cases)('$expr is $value', ({ expr, value }) => {
  const found = evaluate(expr)
  expect(found === 'absent' ? found : sameNumber(found)).toBe(sameNumber(value))
})

const sameNumber = (text: string): string => (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? String(Number(text)) : text)

const numbers = fc.integer({ min: -20, max: 20 }).map(String)
const texts = fc.constantFrom('""', '"a"', "'ab'", '"é"', 'r"\\d"', '"a\\nb"')

/** Expressions without fields, which mean the same in every CEL. */
const { condition } = fc.letrec<{ number: string; text: string; condition: string }>(tie => ({
  number: fc.oneof(
    { depthSize: 'small' },
    numbers,
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', '*'), tie('number'))
      .map(([one, sign, other]) => `(${one} ${sign} ${other})`),
    tie('text').map(text => `size(${text})`),
    tie('text').map(text => `${text}.split("a").size()`),
  ),
  text: fc.oneof(
    { depthSize: 'small' },
    texts,
    fc.tuple(tie('text'), tie('text')).map(([one, other]) => `(${one} + ${other})`),
    tie('text').map(text => `${text}.lowerAscii()`),
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('true', 'false'),
    fc
      .tuple(tie('number'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('number'))
      .map(part => part.join(' ')),
    fc.tuple(tie('text'), fc.constantFrom('==', '<', '>='), tie('text')).map(part => part.join(' ')),
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
      .map(([one, sign, other]) => `(${one} ${sign} ${other})`),
    tie('condition').map(one => `!(${one})`),
    fc.tuple(tie('condition'), tie('condition'), tie('condition')).map(([one, yes, no]) => `(${one} ? ${yes} : ${no})`),
    fc
      .tuple(fc.array(tie('number'), { minLength: 1, maxLength: 3 }), fc.constantFrom('exists', 'all', 'exists_one'))
      .map(([items, name]) => `[${items.join(', ')}].${name}(x, x > 1)`),
    fc
      .tuple(tie('number'), fc.array(tie('number'), { minLength: 1, maxLength: 3 }))
      .map(([one, items]) => `${one} in [${items.join(', ')}]`),
    fc
      .tuple(tie('text'), fc.constantFrom('startsWith', 'endsWith', 'contains'), tie('text'))
      .map(([one, name, other]) => `${one}.${name}(${other})`),
  ),
}))

test('an expression has the same value in another implementation of CEL', () => {
  const other = new Environment()
  fc.assert(
    fc.property(condition, source => {
      expect(evaluate(source)).toBe(String(other.evaluate(source)))
    }),
    { numRuns: runs(500) },
  )
})

test('no text makes the parser or the type check fail', () => {
  const words = fc.constantFrom(
    'level',
    'status',
    'owner_ref',
    '.',
    '(',
    ')',
    '[',
    ']',
    '"a"',
    "'",
    '&&',
    '||',
    '!',
    '-',
    '==',
    '<',
    'in',
    '?',
    ':',
    ',',
    '1',
    '2.5',
    'has',
    'exists',
    'x',
    'this',
    'now',
    '{',
    '\\',
    '\u{1F600}',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 30 }).map(parts => parts.join('')),
      source => {
        const { problems, tree } = readExpression(source, taskTag, taskRegistry)
        for (const { start, end, message } of problems) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(source.length)
          expect(message).toMatch(/[.!]$/)
        }
        expect(tree.end).toBeLessThanOrEqual(source.length)
        if (problems.length === 0) evaluate(source)
      },
    ),
    { numRuns: runs(2000) },
  )
})
