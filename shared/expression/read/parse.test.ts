import { expect, test } from 'vitest'
import { evaluate, expectExpressionProblems, replacementsIn, taskRegistry, taskTag } from '../../../test/expressions.ts'
import { readCondition, readExpression } from '../expression.ts'

test.each([
  `

^ The expression is empty; write one.`,
  `
  // why
^^^^^^^^ The expression is empty; write one.`,
  `
level level > 2
      ^^^^^^^^^ level does not belong here; write an operator before it, or remove it.`,
  `
level constructor
      ^^^^^^^^^^^ constructor does not belong here; write an operator before it, or remove it.`,
  `
title is
      ^^ is does not belong here; has(field) tells whether a record has a field.`,
  `
title "is" title
      ^^^^^^^^^^ is does not belong here; write an operator before it, or remove it.`,
  `
urgent "and" urgent
       ^^^^^^^^^^^^ and does not belong here; write an operator before it, or remove it.`,
  `
status "in" ["open"]
       ^^^^^^^^^^^^^ in does not belong here; write an operator before it, or remove it.`,
  `
urgent not in labels
^^^^^^^^^^^^^^^^^^^^ There is no operator not in; write !(urgent in labels).`,
  `
level = 2 & urgent | urgent
      ^ = is written == in expressions.
          ^ & is written && in expressions.
                   ^ | is written || in expressions.`,
  `
urgent or urgent AND urgent OR not urgent
       ^^ or is written || in expressions.
                 ^^^ AND is written && in expressions.
                            ^^ OR is written || in expressions.
                               ^^^ not is written ! in expressions.`,
  `
not > 1
^^^ TASK has no field not; now or cost may be meant; for a field that it does not define, write this["not"].`,
  `
not(urgent) && NOT urgent
^^^ not is written ! in expressions.
               ^^^ NOT is written ! in expressions.`,
  `
level = 1 §
      ^ = is written == in expressions.
          ^ § has no meaning in an expression; remove it.`,
  `
urgent ? 1
       ^ The ? has no : for the other case; write condition ? yes : no.`,
  `
urgent ? 
       ^ A value is missing behind this; write one.
       ^ The ? has no : for the other case; write condition ? yes : no.`,
  `
urgent ? : 1
         ^ A value must stand here, not :; write one.`,
  `
level > 2 &&
          ^^ Nothing stands behind &&; write a value.`,
  `
(
^ A value is missing behind this; write one.
^ ( is never closed; write ).`,
  `
()
 ^ A value is missing behind (; write one.`,
  `
labels[]
       ^ A value is missing behind [; write one.`,
  `
labels[1
      ^ [ is never closed; write ].`,
  `
labels[1 2] > 3
         ^ 2 does not belong here; write ] first.`,
  `
(level 2) > 3
       ^ 2 does not belong here; write ) first.`,
  `
(level 2 + ")") > 1
       ^ 2 does not belong here; write ) first.`,
  `
(1) == (level 2)
              ^ 2 does not belong here; write ) first.`,
  `
(level 2 > 3
       ^ 2 does not belong here; write ) first.
       ^^^^^ 2 does not belong here; write an operator before it, or remove it.`,
  `
min(1 2) > 1
      ^ 2 does not belong here; write ) first.`,
  `
title.trim(
          ^ ( is never closed; write ).`,
  `
title.contains("x)
               ^^^ A text starts here and has no closing "; add it.`,
  `
[(urgent ? "x]
           ^^^ A text starts here and has no closing "; add it.`,
  `
[1, 2
^ [ is never closed; write ].`,
  `
min(1, )
       ^ A value is missing behind ,; write one.`,
  `
title.startsWith("a", )
                      ^ A value is missing behind ,; write one.`,
  `
min(1,
   ^ ( is never closed; write ).
      ^ A value is missing behind ,; write one.`,
  `
[1,
^ [ is never closed; write ].`,
  `
owner_ref. > 1
         ^ Nothing stands behind the dot; write a field or a function.`,
  `
owner_ref.(1)
         ^ Nothing stands behind the dot; write a field or a function.
          ^^^ ( does not belong here; write an operator before it, or remove it.`,
  `
owner_ref."name"
         ^ Nothing stands behind the dot; write a field or a function.
          ^^^^^^ name does not belong here; write an operator before it, or remove it.`,
  `
{"a": 1}
^ Maps in { } are not part of this language; use a list or a field.
 ^^^^^^^ a does not belong here; write an operator before it, or remove it.`,
  `
!
^ A value is missing behind this; write one.`,
  `
level + -
        ^ A value is missing behind this; write one.`,
  `
* 2
^ A value must stand here, not *; write one.`,
  `
2 + * 2
    ^ A value must stand here, not *; write one.`,
  `
. + 1
^ A value must stand here, not .; write one.`,
  `
[1, , 2]
    ^ A value must stand here, not ,; write one.`,
  `
min(, 1)
    ^ A value must stand here, not ,; write one.`,
  `
has(])
    ^ A value must stand here, not ]; write one.
    ^ ] does not belong here; write ) first.`,
  `
has(})
    ^ A value must stand here, not }; write one.
    ^ } does not belong here; write ) first.`,
  `
level > )
        ^ A value must stand here, not ); write one.
        ^ ) does not belong here; write an operator before it, or remove it.`,
  `
cost > 1e999
       ^^^^^ 1e999 is too large to hold.`,
  `
level > 1u
         ^ u does not belong here, as there are no unsigned numbers; remove it.`,
  `
level > 1U
         ^ U does not belong here, as there are no unsigned numbers; remove it.`,
  `
level > 5um
         ^^ um does not belong here, as a number and a word need something between them; remove it.`,
  `
level > 5mu
         ^^ mu does not belong here, as a number and a word need something between them; remove it.`,
  `
level > 5 u
          ^ u does not belong here; write an operator before it, or remove it.`,
  `
null == title
^^^^ There is no null; has(field) tells whether a record has a field.`,
])('problems of the text %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  ['level = 2', ['==']],
  ['urgent & urgent | urgent', ['&&', '||']],
  ['urgent and not urgent', ['&&', '!']],
  ['urgent not in labels', ['!(urgent in labels)']],
  ['level constructor', []],
  ['urgent "and" urgent', []],
])('%s can be changed to %j', (source, replacements) => {
  expect(replacementsIn(source)).toEqual(replacements)
})

test.each([
  ['10 - 3 - 2', '5'],
  ['16 / 4 / 2', '2'],
  ['8 / 2 * 4', '16'],
  ['9 % 5 * 2', '8'],
  ['2 + 3 * 4', '14'],
  ['2 * 3 + 4', '10'],
  ['10 - 4 / 2', '8'],
  ['7 + 9 % 5', '11'],
  ['(2 + 3) * 4', '20'],
  ['1 + 2 == 3', 'true'],
  ['3 == 1 + 2', 'true'],
  ['5 - 3 > 1', 'true'],
  ['1 + 1 in [2]', 'true'],
  ['1 < 2 == true', 'true'],
  ['2 > 1 != false', 'true'],
  ['1 in [1] == true', 'true'],
  ['true || true && false', 'true'],
  ['false && false || true', 'true'],
  ['1 == 1 && 2 == 3', 'false'],
  ['1 == 2 || 2 == 2', 'true'],
  ['!false && false', 'false'],
  ['!true || true', 'true'],
  ['-2 + 3', '1'],
  ['-"abc".size()', '-3'],
  ['!"abc".startsWith("b")', 'true'],
  ['- -2', '2'],
  ['!!true', 'true'],
  ['true ? 1 : 2 + 3', '1'],
  ['false ? 1 : true ? 2 : 3', '2'],
  ['true ? false ? 1 : 2 : 3', '2'],
  ['false || true ? 1 : 2', '1'],
  ['[1, 2,].size()', '2'],
  ['[[1, 2], [3]][0][1]', '2'],
  ['[].size()', '0'],
  ['"(a)".contains(")")', 'true'],
  ['"(" + ")" + "!" + "-"', '()!-'],
  ['["]", ",", "["].size()', '3'],
  ['"?" == ":" ? "?" : ":"', ':'],
  ['9007199254740991', '9007199254740991'],
  ['9007199254740993', '9007199254740993'],
])('%s is %s', (source, value) => {
  expect(evaluate(source)).toBe(value)
})

test.each([
  'level + 1',
  'urgent ? 1 : 2',
  '-level',
  '[1, 2]',
  'labels[0]',
  'owner_ref.name',
  'owner_ref["name"]',
  'title.trim()',
  'min(level, 2)',
  '"a"',
  '2.5',
  'title',
])('the value %s is marked as a whole where a condition must stand', source => {
  const { problems } = readCondition(`  ${source} `, taskTag, taskRegistry)
  expect(problems.map(({ start, end }) => [start, end])).toEqual([[2, 2 + source.length]])
})

test('at most 10,000 characters are read', () => {
  const problemsOf = (length: number): readonly object[] =>
    readExpression('true'.padEnd(length), taskTag, taskRegistry).problems
  const message = 'The expression has 10001 characters, and at most 10000 are read; make it shorter.'
  expect(problemsOf(10_000)).toEqual([])
  expect(problemsOf(10_001)).toEqual([{ start: 0, end: 80, message }])
})

const nested: readonly [string, (levels: number) => string][] = [
  ['parentheses', levels => `${'('.repeat(levels)}1${')'.repeat(levels)} > 0`],
  ['lists', levels => `${'['.repeat(levels)}1${']'.repeat(levels)} == []`],
  ['negations', levels => `${'!'.repeat(levels)}true`],
  ['words for negations', levels => `${'not '.repeat(levels)}true`],
  ['operators in a row', levels => `1${' + 1'.repeat(levels - 1)} > 0`],
  ['fields of fields', levels => `has(parent${'.parent'.repeat(levels - 1)})`],
  ['items of items', levels => `labels${'[0]'.repeat(levels)}`],
]
const tooDeep = 'The expression is nested more than 250 levels deep; make it simpler.'

test.each(nested)('%s can be nested 249 levels deep, and more is one problem', (_, shape) => {
  const messagesFor = (levels: number): string[] =>
    readExpression(shape(levels), taskTag, taskRegistry).problems.map(({ message }) => message)
  expect(messagesFor(249)).not.toContain(tooDeep)
  expect(messagesFor(250).filter(message => !message.startsWith('not is'))).toEqual([tooDeep])
})

test('the place that is too deep is marked, once', () => {
  const problemsOf = (source: string): readonly object[] => readExpression(source, taskTag, taskRegistry).problems
  expect(problemsOf(`${'!'.repeat(250)}urgent`)).toEqual([{ start: 250, end: 256, message: tooDeep }])
  const long = `1${' + 1'.repeat(249)} + `
  expect(problemsOf(`${long}!1 ? (2 : [3`)).toEqual([
    { start: long.length + 1, end: long.length + 2, message: tooDeep },
  ])
})

test('a condition that is too deep has no other problem', () => {
  const { problems } = readExpression(`urgent ? ${'!'.repeat(300)}urgent`, taskTag, taskRegistry)
  expect(problems.map(({ message }) => message)).toEqual([tooDeep])
})

test('parts beside each other do not count as levels', () => {
  const sum = `(1${' + 1'.repeat(200)})`
  expect(evaluate(`${sum} == ${sum} && ${sum} > 0`)).toBe('true')
  expect(evaluate(`[${'(1), '.repeat(300)}].size()`)).toBe('300')
  expect(evaluate(`[${'!true, '.repeat(300)}].size()`)).toBe('300')
  const path = `parent${'.parent'.repeat(200)}`
  expect(evaluate(`has(${path}) || has(${path})`)).toBe('false')
})
