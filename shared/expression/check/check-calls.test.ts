import { expect, test } from 'vitest'
import { expectExpressionProblems, replacementsIn, taskRegistry, taskTag } from '../../../test/expressions.ts'
import { readExpression } from '../expression.ts'

test.each([
  `
frobnicate(xyzzy, title)
^^^^^^^^^^ There is no function frobnicate; write has, referrers, acyclic, timestamp, duration, daysBetween, addMonths, addYears, abs, min, max, round, int, double, string, isIp, isCidr, hasHostBits, luhn, loincCheckDigit or 4 more.
           ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
duratio("2d") > now - start
^^^^^^^ There is no function duratio; duration may be meant.`,
  `
title.duratio("2d")
      ^^^^^^^ There is no function duratio; write startsWith, endsWith, contains, matches, lowerAscii, upperAscii, trim, split or size.`,
  `
title.substring(0, 1) == "a"
      ^^^^^^^^^ There is no function substring; write startsWith, endsWith, contains or matches to look into a text.`,
  `
level.xyzzy() > 1 || labels.xyzzy() > 1
      ^^^^^ There is no function xyzzy; a whole number has none behind it.
                            ^^^^^ There is no function xyzzy; write size, exists, all, exists_one, filter or map.`,
  `
title.abs() > 1
      ^^^ abs is called as abs(number: number): number.`,
  `
startsWith(title, "a")
^^^^^^^^^^ startsWith is called as text.startsWith(prefix: string): bool.`,
  `
xyzzy.exist(title)
^^^^^ TASK has no field xyzzy; write rid, title, status, level, cost, start, end, urgent, type, x-y, labels, parent, owner_ref, needs, risk, heading, month, days, ticket_ref or now; for a field that it does not define, write this["xyzzy"].
      ^^^^^ There is no function exist; exists or exists_one may be meant.`,
  `
title.isEmpty()
      ^^^^^^^ There is no function isEmpty; has(field) tells whether a record has a field.`,
  `
exists(parent)
^^^^^^ exists is called as list.exists(item: any, condition: bool): bool; has(field) tells whether a record has a field.`,
  `
isIp()
^^^^ isIp is called with 0 arguments; its form is isIp(text: string, version?: int): bool.`,
  `
isIp(title, 4, xyzzy)
^^^^ isIp is called with 3 arguments; its form is isIp(text: string, version?: int): bool.
               ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
daysBetween(start) > 1
^^^^^^^^^^^ daysBetween is called with 1 argument; its form is daysBetween(start: ts, end: ts): int.`,
  `
size() > 1
^^^^ size is called with 0 arguments; its form is value.size(): int.`,
  `
matches(title)
^^^^^^^ matches is called with 0 arguments; its form is text.matches(pattern: string): bool.`,
  `
xyzzy.startsWith()
^^^^^ TASK has no field xyzzy; write rid, title, status, level, cost, start, end, urgent, type, x-y, labels, parent, owner_ref, needs, risk, heading, month, days, ticket_ref or now; for a field that it does not define, write this["xyzzy"].
      ^^^^^^^^^^ startsWith is called with 0 arguments; its form is text.startsWith(prefix: string): bool.`,
  `
labels.exists()
       ^^^^^^ exists is called with 0 arguments; its form is list.exists(item: any, condition: bool): bool; has(field) tells whether a record has a field.`,
  `
labels.all()
       ^^^ all is called with 0 arguments; its form is list.all(item: any, condition: bool): bool.`,
  `
labels.exists(x)
       ^^^^^^ exists is called with 1 argument; its form is list.exists(item: any, condition: bool): bool.`,
  `
title.trim(1) > 2
^^^^^^^^^^^^^^^^^ A text and a whole number cannot be compared.
      ^^^^ trim is called with 1 argument; its form is text.trim(): string.`,
  `
abs() > "a"
^^^ abs is called with 0 arguments; its form is abs(number: number): number.`,
  `
title.split() == [1]
      ^^^^^ split is called with 0 arguments; its form is text.split(separator: string): list.`,
  `
1 + has()
^^^^^^^^^ + cannot be used with a whole number and true or false.
    ^^^ has is called with 0 arguments; its form is has(field: any): bool.`,
])('problems of the form of a call: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
title.startsWith(1)
                 ^ startsWith needs a text here, and this is a whole number.`,
  `
level.startsWith("a")
^^^^^ startsWith needs a text here, and this is a whole number.`,
  `
abs("a") > title
    ^^^ abs needs a number here, and this is a text.`,
  `
daysBetween(start, 1) > 1
                   ^ daysBetween needs a timestamp here, and this is a whole number.`,
  `
isIp(title, "4")
            ^^^ isIp needs a whole number here, and this is a text.`,
  `
isIp(title, 4.0)
            ^^^ isIp needs a whole number here, and this is a number.`,
  `
title.getHours() > 1
^^^^^ getHours needs a timestamp here, and this is a text.`,
  `
xyzzy.startsWith("a") && title.startsWith(xyzzy)
^^^^^ TASK has no field xyzzy; write rid, title, status, level, cost, start, end, urgent, type, x-y, labels, parent, owner_ref, needs, risk, heading, month, days, ticket_ref or now; for a field that it does not define, write this["xyzzy"].
                                          ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
level.size() > 1
^^^^^ size needs a text or a list, and this is a whole number.`,
  `
size(urgent) > 1
     ^^^^^^ size needs a text or a list, and this is true or false.`,
  `
int(urgent) > 1
    ^^^^^^ int needs a number or a text, and this is true or false.`,
  `
double(start) > 1
       ^^^^^ double needs a number or a text, and this is a timestamp.`,
  `
string(labels) == ""
       ^^^^^^ string needs a single value, and this is a list of texts.`,
  `
string(this) == ""
       ^^^^ string needs a single value, and this is a record of TASK.`,
  `
min(level, cost) % 2 == 1
^^^^^^^^^^^^^^^^^^^^ % is the remainder of whole numbers, and one side is no whole number.`,
  `
min(level, "a") + 1 > "a"
^^^^^^^^^^^^^^^^^^^^^^^^^ A whole number and a text cannot be compared.
           ^^^ min needs a number here, and this is a text.`,
  `
min(level, 2) > "a" || abs(cost) > "a"
^^^^^^^^^^^^^^^^^^^ A whole number and a text cannot be compared.
                       ^^^^^^^^^^^^^^^ A number and a text cannot be compared.`,
  `
labels[abs(cost)] == "a"
       ^^^^^^^^^ The number of an item must be a whole number, and this is a number.`,
  `
title.split(",") == [1]
^^^^^^^^^^^^^^^^^^^^^^^ A list of texts and a list of whole numbers cannot be compared.`,
  `
labels.size() > "a" || title.trim() > 1
^^^^^^^^^^^^^^^^^^^ A whole number and a text cannot be compared.
                       ^^^^^^^^^^^^^^^^ A text and a whole number cannot be compared.`,
  `
title.matches("a") > 1 || timestamp(title) > 1
^^^^^^^^^^^^^^^^^^^^^^ True or false and a whole number cannot be compared.
                          ^^^^^^^^^^^^^^^^^^^^ A timestamp and a whole number cannot be compared; write a number of days as duration("30d").`,
])('problems of arguments: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
duration("2 days") > end - start
         ^^^^^^^^ "2 days" is no duration; write numbers with units, such as "90d" or "1h30m".`,
  `
timestamp("30.06.2026") < now
          ^^^^^^^^^^^^ The timestamp is "30.06.2026"; the year comes first: write it as YYYY-MM-DD.`,
  `
title.matches(type)
              ^^^^ The pattern of matches must be a text in quotes, so that it can be checked beforehand.`,
  `
matches(title, type)
               ^^^^ The pattern of matches must be a text in quotes, so that it can be checked beforehand.`,
  `
title.matches("(?=a)b")
              ^^^^^^^^ The pattern cannot be used: look-ahead, look-behind and back-references are not supported.`,
  `
title.matches("(?!a)b")
              ^^^^^^^^ The pattern cannot be used: look-ahead, look-behind and back-references are not supported.`,
  `
title.matches("(?<=a)b")
              ^^^^^^^^^ The pattern cannot be used: look-ahead, look-behind and back-references are not supported.`,
  `
title.matches("(?<!a)b")
              ^^^^^^^^^ The pattern cannot be used: look-ahead, look-behind and back-references are not supported.`,
  `
title.matches(r"(a)\\1")
              ^^^^^^^^ The pattern cannot be used: look-ahead, look-behind and back-references are not supported.`,
  `
title.matches("[z-a]")
              ^^^^^^^ The pattern cannot be used: invalid character class range.`,
  `
matches(title, "(a")
               ^^^^ The pattern cannot be used: missing closing ).`,
])('problems of texts with a meaning: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
has(level + 1) || has(title.trim()) || has(2)
    ^^^^^^^^^ has() needs a field or a path such as control_ref.owner, without quotes.
                      ^^^^^^^^^^^^ has() needs a field or a path such as control_ref.owner, without quotes.
                                           ^ has() needs a field or a path such as control_ref.owner, without quotes.`,
  `
has([1][0]) || has(["a"])
    ^^^^^^ has() needs a field or a path such as control_ref.owner, without quotes.
                   ^^^^^ has() needs a field or a path such as control_ref.owner, without quotes.`,
  `
has(needs.filter(n, true)[0].title)
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ has() needs a field or a path such as control_ref.owner, without quotes.`,
  `
has(xyzzy) || has(parent.titel)
    ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].
                         ^^^^^ TASK has no field titel; title may be meant; for a field that it does not define, write ["titel"] instead of .titel.`,
  `
has(title) + 1
^^^^^^^^^^^^^^ + cannot be used with true or false and a whole number.`,
])('problems of has: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
title.exists(x, true)
^^^^^ exists needs a list before it, and this is a text.`,
  `
xyzzy.all(x, x > 1)
^^^^^ TASK has no field xyzzy; write rid, title, status, level, cost, start, end, urgent, type, x-y, labels, parent, owner_ref, needs, risk, heading, month, days, ticket_ref or now; for a field that it does not define, write this["xyzzy"].`,
  `
labels.exists("x", xyzzy)
              ^^^ Write a name for the items here, such as exists(x, …).`,
  `
labels.map("x", 1) == [true] || labels.all(1, true) > 1
           ^^^ Write a name for the items here, such as map(x, …).
                                ^^^^^^^^^^^^^^^^^^^^^^^ True or false and a whole number cannot be compared.
                                           ^ Write a name for the items here, such as all(x, …).`,
  `
labels.all(x, x)
              ^ The condition of all must be true or false, and this is a text; write has(…) to ask whether there is one.`,
  `
labels.filter(x, x + "a") == []
                 ^^^^^^^ The condition of filter must be true or false, and this is a text.`,
  `
labels.map(x, x.size()) == ["a"]
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A list of whole numbers and a list of texts cannot be compared.`,
  `
labels.filter(x, true) == [1]
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A list of texts and a list of whole numbers cannot be compared.`,
  `
labels.exists(x, true) > 1 || labels.exists_one(x, true) > 1
^^^^^^^^^^^^^^^^^^^^^^^^^^ True or false and a whole number cannot be compared.
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ True or false and a whole number cannot be compared.`,
  `
labels.all(x, x > 1)
              ^^^^^ A text and a whole number cannot be compared.`,
  `
labels.all(level, level > 1) && level > "a"
                  ^^^^^^^^^ A text and a whole number cannot be compared.
                                ^^^^^^^^^^^ A whole number and a text cannot be compared.`,
  `
needs.all(n, n.titel == "a")
               ^^^^^ TASK has no field titel; title may be meant; for a field that it does not define, write ["titel"] instead of .titel.`,
])('problems of functions with a name for items: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
referrers(title, "parent").exists(t, t.anything > 1)
          ^^^^^ The arguments of referrers are a tag and a field in quotes.`,
  `
referrers("TASK", title).exists(t, t.titel == "a")
                  ^^^^^ The arguments of referrers are a tag and a field in quotes.
                                     ^^^^^ TASK has no field titel; title may be meant; for a field that it does not define, write ["titel"] instead of .titel.`,
  `
referrers("TSK", "parent").exists(t, t.anything > 1)
          ^^^^^ There is no tag TSK; TASK may be meant.`,
  `
referrers("TASK", "title").size() > 1
                  ^^^^^^^ TASK.title does not refer to TASK; parent and needs do.`,
  `
referrers("PERSON", "boss").size() > 1
                    ^^^^^^ PERSON.boss does not refer to TASK; no field of it does.`,
  `
referrers("TASK", "parnt").exists(t, t.titel == "a")
                  ^^^^^^^ TASK has no field parnt; parent and needs do.
                                       ^^^^^ TASK has no field titel; title may be meant; for a field that it does not define, write ["titel"] instead of .titel.`,
  `
referrers("TASK", "parent").exists(t, t.titel == "a")
                                        ^^^^^ TASK has no field titel; title may be meant; for a field that it does not define, write ["titel"] instead of .titel.`,
  `
referrers(xyzzy, "parent").size() > 1
          ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].
          ^^^^^ The arguments of referrers are a tag and a field in quotes.`,
  `
acyclic(title) || acyclic(parent.parent) || acyclic(this.parent)
        ^^^^^ acyclic needs a field of TASK that refers to other records of TASK.
                          ^^^^^^^^^^^^^ acyclic needs a field of TASK that refers to other records of TASK.
                                                    ^^^^^^^^^^^ acyclic needs a field of TASK that refers to other records of TASK.`,
  `
acyclic(owner_ref.boss) || acyclic(labels)
        ^^^^^^^^^^^^^^ acyclic needs a field of TASK that refers to other records of TASK.
                                   ^^^^^^ acyclic needs a field of TASK that refers to other records of TASK.`,
  `
needs.all(n, acyclic(n))
                     ^ acyclic needs a field of TASK that refers to other records of TASK.`,
  `
acyclic(parent) > 1
^^^^^^^^^^^^^^^^^^^ True or false and a whole number cannot be compared.`,
])('problems of references: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  'acyclic(parent) && acyclic(needs)',
  'has(labels[0]) && has(needs[0].title) && has(this.parent["title"])',
  'has(this) && has(now) && needs.all(n, has(n.title))',
  'referrers("TASK", "needs").all(t, t.level > 1 && t.needs.size() > 1)',
  'referrers("acme.work.TASK", "parent").size() > 1',
  'size(title) + size(labels) + parent.size() > 1',
  'int(title) + int(cost) > double(parent)',
  'string(start) + string(urgent) + string(owner_ref) + string(end - start) == ""',
  'isIp(title) || isIp(title, 4)',
  'duration(title) > end - start',
  'timestamp(title) < now',
  'matches(title, "a")',
  'min(level, 2) % 2 == 1',
  'abs(-level) % 2 == 1',
  'labels.map(x, x.size()).all(y, y > 1)',
  '[].exists(x, x > 1)',
  'labels.exists(x, needs.exists(y, y.title == x))',
  'title.split(",").all(x, x.size() > 1)',
  '[[1]].exists(x, x.exists(y, y > 1))',
])('%s has no problems', source => {
  expectExpressionProblems(source)
})

test('a pattern has at most 1000 characters', () => {
  const messagesFor = (length: number): string[] =>
    readExpression(`title.matches("^${'a'.repeat(length - 1)}")`, taskTag, taskRegistry).problems.map(
      ({ message }) => message,
    )
  expect(messagesFor(1000)).toEqual([])
  expect(messagesFor(1001)).toEqual(['The pattern cannot be used: it has 1001 characters, and at most 1000 are read.'])
})

test.each([
  ['duratio("2d") > end - start', ['duration']],
  ['title.strtsWith("a")', ['startsWith']],
  ['title.frobnicate()', []],
  ['title.isEmpty()', []],
  ['referrers("TSK", "parent").size() > 1', ['"TASK"']],
  ['referrers("TASK", "parnt").size() > 1', ['"parent"', '"needs"']],
  ['referrers("PERSON", "boss").size() > 1', []],
])('%s can be changed to %j', (source, replacements) => {
  expect(replacementsIn(source)).toEqual(replacements)
})

test('a format in quotes must be one', () => {
  expectExpressionProblems(`
isFormat("iban", title) && isFormat("ibann", title)
                                    ^^^^^^^ There is no format "ibann"; iban may be meant.`)
})
