import { expect, test } from 'vitest'
import { expectExpressionProblems, replacementsIn } from '../../../test/expressions.ts'

test.each([
  `
level && urgent
^^^^^ The left side of && must be true or false, and this is a whole number; write has(…) to ask whether there is one.`,
  `
urgent && level + 1
          ^^^^^^^^^ The right side of && must be true or false, and this is a whole number.`,
  `
parent.title || urgent
^^^^^^^^^^^^ The left side of || must be true or false, and this is a text; write has(…) to ask whether there is one.`,
  `
urgent || needs[0]
          ^^^^^^^^ The right side of || must be true or false, and this is a reference to TASK; write has(…) to ask whether there is one.`,
  `
(urgent && urgent) + 1
 ^^^^^^^^^^^^^^^^^^^^^ + cannot be used with true or false and a whole number.`,
  `
(urgent || urgent) > 1
 ^^^^^^^^^^^^^^^^^^^^^ True or false and a whole number cannot be compared.`,
])('problems of && and ||: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
"2026-06-30" == end
^^^^^^^^^^^^ A timestamp is not compared with a text; write timestamp("2026-06-30").`,
  `
end - start > "90d"
              ^^^^^ A duration is not compared with a text; write duration("90d").`,
  `
"90d" < end - start
^^^^^ A duration is not compared with a text; write duration("90d").`,
  `
start > 5
^^^^^^^^^ A timestamp and a whole number cannot be compared; write a number of days as duration("30d").`,
  `
5.5 < start
^^^^^^^^^^^ A number and a timestamp cannot be compared; write a number of days as duration("30d").`,
  `
end - start > 30
^^^^^^^^^^^^^^^^ A duration and a whole number cannot be compared; write a duration as duration("90d"), or count days with daysBetween.`,
  `
30.5 < end - start
^^^^^^^^^^^^^^^^^^ A number and a duration cannot be compared; write a duration as duration("90d"), or count days with daysBetween.`,
  `
start > end - start
^^^^^^^^^^^^^^^^^^^ A timestamp and a duration cannot be compared.`,
  `
urgent == 1 || title == 2
^^^^^^^^^^^ True or false and a whole number cannot be compared.
               ^^^^^^^^^^ A text and a whole number cannot be compared.`,
  `
"a" == labels
^^^^^^^^^^^^^ A text and a list of texts cannot be compared.`,
  `
labels == "a" || labels == [1]
^^^^^^^^^^^^^ A list of texts and a text cannot be compared.
                 ^^^^^^^^^^^^^ A list of texts and a list of whole numbers cannot be compared.`,
  `
1 > (level == "a")
^^^^^^^^^^^^^^^^^ A whole number and true or false cannot be compared.
     ^^^^^^^^^^^^ A whole number and a text cannot be compared.`,
  `
urgent > true
^^^^^^^^^^^^^ True or false has no order; compare it with == or !=.`,
  `
labels <= labels
^^^^^^^^^^^^^^^^ A list of texts has no order; compare it with == or !=.`,
  `
this >= [][0]
^^^^^^^^^^^^^ A record of TASK has no order; compare it with == or !=.`,
  `
status > "done" || "done" <= status
^^^^^^^^^^^^^^^ Allowed values have no order here; compare them with ==, != or in.
                   ^^^^^^^^^^^^^^^^ Allowed values have no order here; compare them with ==, != or in.`,
  `
title < status || status >= title
^^^^^^^^^^^^^^ Allowed values have no order here; compare them with ==, != or in.
                  ^^^^^^^^^^^^^^^ Allowed values have no order here; compare them with ==, != or in.`,
])('problems of comparisons: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
status != "opne"
          ^^^^^^ status has no value "opne"; it can be "open", "done", "dropped".`,
  `
"opne" == status
^^^^^^ status has no value "opne"; it can be "open", "done", "dropped".`,
  `
parent.status == "opne"
                 ^^^^^^ status has no value "opne"; it can be "open", "done", "dropped".`,
  `
(urgent ? status : parent.status) == "opne"
                                     ^^^^^^ This enum has no value "opne"; it can be "open", "done", "dropped".`,
  `
(urgent ? status : risk) == "opne"
                            ^^^^^^ This enum has no value "opne"; it can be "open", "done", "dropped", "low", "high".`,
  `
heading == "X"
           ^^^ heading has no value "X"; it can be "N", "NE", "E", "SE", "S", "SW", "W", "NW".`,
  `
month == "june"
         ^^^^^^ month has no value "june"; "jun" may be meant.`,
  `
month == "x-mas day"
         ^^^^^^^^^^^ month has no value "x-mas day"; write "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov" or "dec".`,
  `
status == risk
^^^^^^^^^^^^^^ These two enums have no value in common, so they are never equal.`,
  `
(status) != (risk)
 ^^^^^^^^^^^^^^^^ These two enums have no value in common, so they are never equal.`,
  `
status in ["opne", "done", "x"]
           ^^^^^^ status has no value "opne"; it can be "open", "done", "dropped".
                           ^^^ status has no value "x"; it can be "open", "done", "dropped".`,
  `
"x" in days
^^^ days has no value "x"; it can be "mon", "tue", "wed", "thu", "fri", "sat", "sun".`,
  `
"x" in [status]
^^^ This enum has no value "x"; it can be "open", "done", "dropped".`,
  `
status in "open"
          ^^^^^^ A list must stand behind in, and this is a text; write ["open"] for a list, or text.contains(part) to look into a text.`,
  `
"T" in parent
       ^^^^^^ A list must stand behind in, and this is a reference to TASK; write text.contains(part) to look into a text.`,
  `
1 in level
     ^^^^^ A list must stand behind in, and this is a whole number.`,
  `
1 in xyzzy
     ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
1 in labels
^ The list has texts, and this is a whole number.`,
  `
"a" in needs[0].needs.map(n, 1)
^^^ The list has whole numbers, and this is a text.`,
  `
[1] in [["a"]]
^^^ The list has lists, and this is a list of whole numbers.`,
  `
1 + (2 in labels)
^^^^^^^^^^^^^^^^ + cannot be used with a whole number and true or false.
     ^ The list has texts, and this is a whole number.`,
  `
(1 in level) + 1
 ^^^^^^^^^^^^^^^ + cannot be used with true or false and a whole number.
      ^^^^^ A list must stand behind in, and this is a whole number.`,
  `
("a" in labels) + 1
 ^^^^^^^^^^^^^^^^^^ + cannot be used with true or false and a whole number.`,
  `
("a" in xyzzy) + 1
 ^^^^^^^^^^^^^^^^^ + cannot be used with true or false and a whole number.
        ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
])('problems of allowed values and lists: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
level % 2.0 == 1 || 2.0 % level == 1
^^^^^^^^^^^ % is the remainder of whole numbers, and one side is no whole number.
                    ^^^^^^^^^^^ % is the remainder of whole numbers, and one side is no whole number.`,
  `
title % 2 == 1
^^^^^^^^^ % is the remainder of whole numbers, and one side is no whole number.`,
  `
(level + cost) % 2 == 1
 ^^^^^^^^^^^^^^^^^ % is the remainder of whole numbers, and one side is no whole number.`,
  `
(cost - cost) % 2 == 1
 ^^^^^^^^^^^^^^^^ % is the remainder of whole numbers, and one side is no whole number.`,
  `
(level * level) % 2 == "a"
 ^^^^^^^^^^^^^^^^^^^^^^^^^ A whole number and a text cannot be compared.`,
  `
xyzzy + 1 == "a" || 1 - xyzzy == "a"
^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].
                        ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
title + 1 == 2
^^^^^^^^^ + cannot be used with a text and a whole number.`,
  `
title - type == 2
^^^^^^^^^^^^ - cannot be used with a text and a text.`,
  `
title + owner_ref > 2
^^^^^^^^^^^^^^^^^^^^^ A text and a whole number cannot be compared.`,
  `
labels - labels == []
^^^^^^^^^^^^^^^ - cannot be used with a list of texts and a list of texts.`,
  `
labels + [1] == []
^^^^^^^^^^^^ + cannot be used with a list of texts and a list of whole numbers.`,
  `
level + cost > "a"
^^^^^^^^^^^^^^^^^^ A number and a text cannot be compared.`,
  `
urgent + urgent
^^^^^^^^^^^^^^^ + cannot be used with true or false and true or false.`,
  `
labels + title == []
^^^^^^^^^^^^^^ + cannot be used with a list of texts and a text.`,
  `
title + labels == []
^^^^^^^^^^^^^^ + cannot be used with a text and a list of texts.`,
  `
labels + [title] == [1]
^^^^^^^^^^^^^^^^^^^^^^^ A list of texts and a list of whole numbers cannot be compared.`,
  `
[1] + [2.5] == ["a"]
^^^^^^^^^^^^^^^^^^^^ A list of numbers and a list of texts cannot be compared.`,
  `
start + end > now
^^^^^^^^^^^ + cannot be used with a timestamp and a timestamp.`,
  `
start + 5 > now
^^^^^^^^^ + cannot be used with a timestamp and a whole number; write a number of days as duration("30d").`,
  `
start - "2d" > now
^^^^^^^^^^^^ - cannot be used with a timestamp and a text; write a date as timestamp("2026-06-30").`,
  `
duration("1d") * 2 > now
^^^^^^^^^^^^^^^^^^ * cannot be used with a duration and a whole number; write a duration as duration("90d"), or count days with daysBetween.`,
  `
duration("1d") - start > now
^^^^^^^^^^^^^^^^^^^^^^ - cannot be used with a duration and a timestamp.`,
  `
start - end > true
^^^^^^^^^^^^^^^^^^ A duration and true or false cannot be compared.`,
  `
start + duration("1d") > true
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A timestamp and true or false cannot be compared.`,
  `
duration("1d") + start > true
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A timestamp and true or false cannot be compared.`,
  `
start - duration("1d") > true
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A timestamp and true or false cannot be compared.`,
  `
duration("1d") + duration("1d") > true
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A duration and true or false cannot be compared.`,
  `
duration("1d") - duration("1d") > true
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A duration and true or false cannot be compared.`,
])('problems of arithmetic: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  'status == parent.status',
  'status == title',
  'status in labels',
  'status in [title]',
  'status in [parent.status, "open"]',
  '(urgent ? status : title) == "x"',
  '(urgent ? title : status) == "x"',
  '(urgent ? parent : status) == "x"',
  '(urgent ? status : risk) == status',
  '([this] + referrers("TASK", "parent")).size() > 1',
  'title in ["x"]',
  '"mon" in days',
  '"open" != status',
  'days == ["x"]',
  'month == "jun"',
  'level == 2.5',
  'cost in [1, 2.5]',
  'parent == "T-1"',
  'rid == parent',
  'parent in needs',
  'rid in needs',
  'title < type',
  'start <= now',
  '"a" < title',
  'level - 1 % 2 > 0',
  'title + "x" == parent + rid',
  'labels + needs == []',
  '[] + labels == labels',
  'urgent == (level > 1)',
  '[1] in [[1.5]]',
  '[] == labels',
  '[][0] == 1',
  '1 in []',
  '"a" in [[]][0]',
])('%s has no problems', source => {
  expectExpressionProblems(source)
})

test.each([
  ['status == "opne"', ['"open"', '"done"']],
  ['status in ["dnoe"]', ['"done"']],
  ['status == "xyzzy"', []],
])('%s can be changed to %j', (source, replacements) => {
  expect(replacementsIn(source)).toEqual(replacements)
})
