import { expect, test } from 'vitest'
import { expectExpressionProblems, replacementsIn } from '../../../test/expressions.ts'
import { functionNamed } from '../functions/functions.ts'
import { callHere, nameOfCall } from './other-languages.ts'

test.each([
  `
start < 2026-06-30
        ^^^^^^^^^^ A date needs quotes and timestamp(); write timestamp("2026-06-30").`,
  `
start < 2026-06-30T00:00:00Z || end > 2026-06-30T08:15:30.5+02:00
        ^^^^^^^^^^^^^^^^^^^^ A date needs quotes and timestamp(); write timestamp("2026-06-30T00:00:00Z").
                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ A date needs quotes and timestamp(); write timestamp("2026-06-30T08:15:30.5+02:00").`,
  `
start < timestamp(2026-06-30)
                  ^^^^^^^^^^ A date needs quotes; write "2026-06-30".`,
  `
level in (1, 2) && title in ('a', 'b',)
         ^^^^^^ A list stands in brackets; write [1, 2].
                            ^^^^^^^^^^^ A list stands in brackets; write ['a', 'b',].`,
  `
level in (1, (2, 3))
         ^^^^^^^^^^^ A list stands in brackets; write [1, (2, 3)].
             ^^^^^^ A list stands in brackets; write [2, 3].`,
  `
level in (1, 2
         ^ ( is never closed; write ).`,
  `
title == “open” || title == ‘it is’ || title == „a“ || title == »b« || title == “c"
         ^^^^^^ The quotes of a text are straight; write "open".
                            ^^^^^^^ The quotes of a text are straight; write 'it is'.
                                                ^^^ The quotes of a text are straight; write "a".
                                                                ^^^ The quotes of a text are straight; write "b".
                                                                                ^^^ The quotes of a text are straight; write "c".`,
  `
title == “it’s”
         ^^^^^^ The quotes of a text are straight; write "it’s".`,
  `
title == “
      ^^ Nothing stands behind ==; write a value.
         ^ “ is no quote of an expression; write a text as "text".`,
  `
level <> 2 || level === 2 || level !== 2 || level => 2 || level =< 2
      ^^ <> is written != in expressions.
                    ^^^ === is written == in expressions.
                                   ^^^ !== is written != in expressions.
                                                  ^^ => is written >= in expressions.
                                                                ^^ =< is written <= in expressions.`,
  `
level IN [1] And level mod 2 == 1
      ^^ IN is written in in expressions.
             ^^^ And is written && in expressions.
                       ^^^ mod is written % in expressions.`,
])('values and operators of other languages: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  ['title like "%a b%"', 'title.contains("a b")'],
  ["title LIKE 'a%'", "title.startsWith('a')"],
  ['title ilike "%a"', 'title.endsWith("a")'],
  ['title like "a"', 'title == "a"'],
  ['title not like "a"', '!(title == "a")'],
  ['title not like "%a"', '!title.endsWith("a")'],
  ['title NOT IN labels', '!(title in labels)'],
  ['parent.title is null', '!has(parent.title)'],
  ['title IS NOT NULL', 'has(title)'],
  ['title is missing', '!has(title)'],
  ['title == null', '!has(title)'],
  ['title != NULL', 'has(title)'],
  ['title <> null', 'has(title)'],
  ['level between 1 and 2 + 3', 'level >= 1 && level <= 2 + 3'],
  ['level + 1 not between 1 && 2', '!((level + 1) >= 1 && (level + 1) <= 2)'],
  ['title contains "a"', 'title.contains("a")'],
  ['labels[0] startswith "a"', 'labels[0].startsWith("a")'],
  ['title endsWith title', 'title.endsWith(title)'],
  ['title matches "^a"', 'title.matches("^a")'],
])('%s is written %s', (source, written) => {
  const name = /is (?:not )?(?:null|missing)|(?:not )?(?:i?like|in|between|contains|startswith|endswith|matches)|null/i
  const [operator = ''] = name.exec(source) ?? []
  const word = /^null/i.test(operator) ? 'null' : `operator ${operator}`
  expectExpressionProblems(
    `${source}\n${'^'.repeat(source.length)} There is no ${word.replace('NOT', 'not').replace('IS', 'is')}; write ${written}.`,
  )
  expect(replacementsIn(source)).toEqual([written])
})

test.each([
  `
urgent and title like "a%" or (level between 1 and 2)
       ^^^ and is written && in expressions.
           ^^^^^^^^^^^^^^^ There is no operator like; write title.startsWith("a").
                           ^^ or is written || in expressions.
                               ^^^^^^^^^^^^^^^^^^^^^ There is no operator between; write level >= 1 && level <= 2.`,
  `
title like "a_b%" && title like title
^^^^^^^^^^^^^^^^^ There is no operator like; write title.matches("…").
                     ^^^^^^^^^^^^^^^^ There is no operator like; write title.matches("…").`,
  `
not title contains "a"
^^^ not is written ! in expressions.
^^^^^^^^^^^^^^^^^^^^^^ There is no operator contains; write ….contains("a").`,
  `
title contains
^^^^^^^^^^^^^^ There is no operator contains; write title.contains(…).
             ^ A value is missing behind this; write one.`,
  `
level between 1
^^^^^^^^^^^^^^^ There is no operator between; write level >= 1 && level <= ….`,
  `
title not in ("a", 'b')
^^^^^^^^^^^^^^^^^^^^^^^ There is no operator not in; write !(title in ["a", 'b']).
             ^^^^^^^^^^ A list stands in brackets; write ["a", 'b'].`,
  `
title is urgent
      ^^^^^^^^^ is does not belong here; has(field) tells whether a record has a field.`,
  `
title "like" "a%"
      ^^^^^^^^^^^ like does not belong here; write an operator before it, or remove it.`,
])('tests of other languages among others: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
title == CTL-0001 || title == FND-2026-001 || title == CTL-AC-2
         ^^^^^^^^ CTL-0001 is no field; for the text, write "CTL-0001" with its quotes.
                              ^^^^^^^^^^^^ FND-2026-001 is no field; for the text, write "FND-2026-001" with its quotes.
                                                       ^^^^^^^^ CTL-AC-2 is no field; for the text, write "CTL-AC-2" with its quotes.`,
  `
levl-1 == 2 && CTL - 1 == 2 && CTL-xyzzy == 1
^^^^ TASK has no field levl; level may be meant; for a field that it does not define, write this["levl"].
               ^^^ TASK has no field CTL; for a text, write "CTL"; for a field that it does not define, write this["CTL"].
                               ^^^ TASK has no field CTL; for a text, write "CTL"; for a field that it does not define, write this["CTL"].
                                   ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
title.length() > 1 && len(title) > 1 && title.length > 1
      ^^^^^^ There is no function length; write size(value).
                      ^^^ There is no function len; write size(value).
                                              ^^^^^^ There is no length; write size(value).`,
  `
title.toLowerCase() == lower(title)
      ^^^^^^^^^^^ There is no function toLowerCase; write text.lowerAscii().
                       ^^^^^ There is no function lower; write text.lowerAscii().`,
  `
title.includes("a") && labels.includes("a")
      ^^^^^^^^ There is no function includes; write text.contains(part).
                              ^^^^^^^^ There is no function includes; write value in list.`,
  `
start < today() && start < CURRENT_DATE && end < date(title)
        ^^^^^^^ There is no function today; write now.
                           ^^^^^^^^^^^^ TASK has no field CURRENT_DATE; write now.
                                                 ^^^^ There is no function date; write timestamp("2026-06-30").`,
  `
urgent == True && if(urgent, 1, 2) > 1 && month(start) > 1
          ^^^^ TASK has no field True; write true.
                  ^^ There is no function if; write condition ? yes : no.
                                          ^^^^^ There is no function month; write time.getMonth(), which is 0 for January.`,
])('ids and functions of other languages: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  ['start < 2026-06-30', ['timestamp("2026-06-30")']],
  ['start < timestamp(2026-06-30)', ['"2026-06-30"']],
  ['start < "2026-06-30"', ['timestamp("2026-06-30")']],
  ["'90d' < end - start", ['duration("90d")']],
  ['start < "soon"', []],
  ['title in ("a", "b")', ['["a", "b"]']],
  ['title in ("a")', ['["a"]']],
  ['level in (1, (2, 3))', ['[2, 3]']],
  ['title == “a” || title == ‘b’', ['"a"', "'b'"]],
  ['title == CTL-0001', ['"CTL-0001"']],
  ['title.length() > 1', ['size']],
  ['title.length > 1', ['size()']],
  ['len(title) > 1', ['size']],
  ['title.toLowerCase() == lower(title)', ['lowerAscii']],
  ['labels.includes("a")', []],
  ['start < today()', ['now']],
  ['start < today("UTC")', []],
  ['start < Now', ['now']],
  ['urgent == TRUE', ['true']],
  ['title like "a_b"', []],
  ['!title like "a%"', []],
])('%s can be changed to %j', (source, replacements) => {
  expect(replacementsIn(source)).toEqual(replacements)
})

test.each([
  'len',
  'LCASE',
  'to_upper',
  'strip',
  'starts_with',
  'HasSuffix',
  'some',
  'every',
  'datediff',
  'year',
  'parseInt',
])('what %s is called here is a function', name => {
  const here = nameOfCall(callHere(name)!)!
  expect(functionNamed(here, true) ?? functionNamed(here, false)).toBeDefined()
})
