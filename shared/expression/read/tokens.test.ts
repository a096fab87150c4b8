import { expect, test } from 'vitest'
import { evaluate, expectExpressionProblems, taskRegistry, taskTag } from '../../../test/expressions.ts'
import { readExpression } from '../expression.ts'

test.each([
  `
title == "a
         ^^ A text starts here and has no closing "; add it.`,
  `
title == 'a"
         ^^^ A text starts here and has no closing '; add it.`,
  `
title == """a"
         ^^^^^ A text starts here and has no closing """; add it.`,
  `
title == '''a''
         ^^^^^^ A text starts here and has no closing '''; add it.`,
  `
title == r"a
         ^^^ A text starts here and has no closing "; add it.`,
  `
title == "ab\\q" + "\\p"
            ^^ \\q is no escape sequence; write \\\\ for a backslash.
                   ^^ \\p is no escape sequence; write \\\\ for a backslash.`,
  `
title == "\\ud800\\U00110000"
          ^^^^^^ \\ud800 is no escape sequence; write \\\\ for a backslash.
                ^^^^^^^^^^ \\U00110000 is no escape sequence; write \\\\ for a backslash.`,
  `
title == "\\udfff"
          ^^^^^^ \\udfff is no escape sequence; write \\\\ for a backslash.`,
  `
title == "\\400\\08"
          ^^ \\4 is no escape sequence; write \\\\ for a backslash.
              ^^ \\0 is no escape sequence; write \\\\ for a backslash.`,
  `
title == "\\x4\\u00e"
          ^^ \\x is no escape sequence; write \\\\ for a backslash.
             ^^ \\u is no escape sequence; write \\\\ for a backslash.`,
  `
title == """a\\z"""
             ^^ \\z is no escape sequence; write \\\\ for a backslash.`,
  `
level > 2 # 1
          ^ # has no meaning in an expression; remove it.
            ^ 1 does not belong here; write an operator before it, or remove it.`,
  `
§ level > 2
^ § has no meaning in an expression; remove it.`,
])('problems of the words in %s', marked => {
  expectExpressionProblems(marked)
})

test('a text ends at the end of its line, and one in three quotes does not', () => {
  const placesIn = (source: string): number[][] =>
    readExpression(source, taskTag, taskRegistry).problems.map(({ start, end }) => [start, end])
  expect(placesIn('title == "a\n')).toEqual([[9, 11]])
  expect(placesIn('title == "a\\')).toEqual([
    [9, 12],
    [11, 12],
  ])
  expect(placesIn('title == "\\\\')).toEqual([[9, 12]])
  expect(placesIn("title == '''a\n'''")).toEqual([])
})

test('a character of two code units is marked as one', () => {
  const { problems } = readExpression('\u{1F600}level > 2', taskTag, taskRegistry)
  expect(problems).toEqual([{ start: 0, end: 2, message: '\u{1F600} has no meaning in an expression; remove it.' }])
})

test.each([
  [String.raw`"\x41\X4a\u00e9\U0001F600\101\377"`, 'AJé\u{1F600}Aÿ'],
  [String.raw`"\a\b\f\n\r\t\v"`, '\u0007\b\f\n\r\t\v'],
  [String.raw`"\\\?\"\'\`" + "'"`, `\\?"'\`'`],
  [String.raw`"\ud7ff\ue000\U0010ffff"`, '\ud7ff\ue000\u{10ffff}'],
  [String.raw`'it\'s "so"'`, `it's "so"`],
  [String.raw`r"\d\" + R'\n' + r"""\"""`, '\\d\\\\n\\'],
  [`'''it's'''`, "it's"],
  ['"""a\n"b"\n""" + ""', 'a\n"b"\n'],
  ['0x1F + 0XfF + 0x0', '286'],
  ['.5 + 1.25 + 2e2 + 1.5E+1 + 25e-1', '219.25'],
  ['1.0e3', '1000'],
  ['"a" // "b"\n + "c" // + "d"', 'ac'],
  ['\t1\r\n+\u00a02', '3'],
  ['1!=2&&2>=1&&1<=2', 'true'],
])('%s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})
