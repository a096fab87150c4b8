import { expect, test } from 'vitest'
import { expectExpressionProblems, replacementsIn, taskRegistry, taskTag } from '../../../test/expressions.ts'
import type { FieldDescriptor } from '../../domains/descriptor.ts'
import { createRegistry } from '../../domains/registry.ts'
import { readCondition } from '../expression.ts'

test.each([
  `
xyzzy > 1
^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
ridd == "a"
^^^^ TASK has no field ridd; rid or risk may be meant; for a field that it does not define, write this["ridd"].`,
  `
nwo > start
^^^ TASK has no field nwo; now may be meant; for a field that it does not define, write this["nwo"].`,
  `
labels.exists(item, itm == "a")
                    ^^^ TASK has no field itm; item may be meant; for a field that it does not define, write this["itm"].`,
  `
title == Bob
         ^^^ TASK has no field Bob; for a text, write "Bob"; for a field that it does not define, write this["Bob"].`,
  `
title == ridd || title == nwo
         ^^^^ TASK has no field ridd; rid or risk may be meant, or for a text, write "ridd"; for a field that it does not define, write this["ridd"].
                          ^^^ TASK has no field nwo; for a text, write "nwo"; for a field that it does not define, write this["nwo"].`,
  `
title in [Bob, "Alice"] || level == nope
          ^^^ TASK has no field Bob; for a text, write "Bob"; for a field that it does not define, write this["Bob"].
                                    ^^^^ TASK has no field nope; type may be meant; for a field that it does not define, write this["nope"].`,
  `
abs > 1
^^^ abs is a function; write abs(…).`,
  `
trim == "a"
^^^^ TASK has no field trim; for a text, write "trim"; for a field that it does not define, write this["trim"].`,
  `
is_missing || notEmpty
^^^^^^^^^^ TASK has no field is_missing; has(field) tells whether a record has a field.
              ^^^^^^^^ TASK has no field notEmpty; has(field) tells whether a record has a field.`,
])('problems of names: %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  `
owner_ref.trim == "a"
          ^^^^ trim is a function; write trim(…).`,
  `
owner_ref.abs == "a"
          ^^^ PERSON has no field abs; write rid, name or boss; for a field that it does not define, write ["abs"] instead of .abs.`,
  `
owner_ref.rdi == "a"
          ^^^ PERSON has no field rdi; rid may be meant; for a field that it does not define, write ["rdi"] instead of .rdi.`,
  `
owner_ref.boss.nam == "a"
               ^^^ PERSON has no field nam; name may be meant; for a field that it does not define, write ["nam"] instead of .nam.`,
  `
title[0] == "a" || level[1] == 1 || parent[0] == "a"
^^^^^ This is a text, and only a list has items with numbers; write .split("")[0] for a character.
                   ^^^^^ This is a whole number, and only a list has items with numbers.
                                    ^^^^^^ This is a reference to TASK, and only a list has items with numbers.`,
  `
xyzzy.name == "a"
^^^^^ TASK has no field xyzzy; write rid, title, status, level, cost, start, end, urgent, type, x-y, labels, parent, owner_ref, needs, risk, heading, month, days, ticket_ref or now; for a field that it does not define, write this["xyzzy"].`,
  `
needs.title == "a"
^^^^^ This is a list of references; use exists, all, filter or map to look at its items.`,
  `
[].title == "a"
^^ This is a list; use exists, all, filter or map to look at its items.`,
  `
level.title == "a"
^^^^^ This is a whole number; only a reference to a record can be followed by the name of a field.`,
  `
ticket_ref.title == "a" || ticket_ref["title"] == "a"
^^^^^^^^^^ This refers to acme.desk.TICKET, which no domain defines; add its descriptor.
                           ^^^^^^^^^^ This refers to acme.desk.TICKET, which no domain defines; add its descriptor.`,
  `
this["due date"] == "a" || owner_ref[""] == "a"
     ^^^^^^^^^^ No record can have a field "due date".
                                     ^^ No record can have a field "".`,
  `
this[title] == "a"
     ^^^^^ Write the name of a field here, in quotes.`,
  `
this[level] == 1
     ^^^^^ Write the name of a field here, in quotes.`,
  `
title["a"] == "a"
^^^^^ This is a text; only a reference to a record can be followed by the name of a field.`,
  `
title[xyzzy] == "a"
^^^^^ This is a text; only a reference to a record can be followed by the name of a field.
      ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
xyzzy[levle] == "a"
^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].
      ^^^^^ TASK has no field levle; level may be meant; for a field that it does not define, write this["levle"].`,
  `
labels[title] == "a"
       ^^^^^ The number of an item must be a whole number, and this is a text.`,
  `
labels[cost] == "a"
       ^^^^ The number of an item must be a whole number, and this is a number.`,
  `
labels[urgent] == "a"
       ^^^^^^ The number of an item must be a whole number, and this is true or false.`,
  `
labels[xyzzy] == 1
^^^^^^^^^^^^^^^^^^ A text and a whole number cannot be compared.
       ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
])('problems of fields and items: %s', marked => {
  expectExpressionProblems(marked)
})

test('a field that the tag does not define is a text', () => {
  for (const source of [
    'this["vendor"] == "a"',
    'owner_ref["vendor-id"] == this["ünï"]',
    'parent.parent["vendor"] == "a"',
  ])
    expectExpressionProblems(source)
  expectExpressionProblems(`
this["vendor"] > 5
^^^^^^^^^^^^^^^^^^ A text and a whole number cannot be compared.`)
})

test.each([
  `
level ? 1 : 2
^^^^^ The condition before ? must be true or false, and this is a whole number; write has(…) to ask whether there is one.`,
  `
level + 1 ? 1 : 2
^^^^^^^^^ The condition before ? must be true or false, and this is a whole number.`,
  `
urgent ? 1 : "a"
             ^^^ Both sides of : must be of one type; here they are a whole number and a text.`,
  `
(urgent ? 1 : "a") > true
              ^^^ Both sides of : must be of one type; here they are a whole number and a text.`,
  `
(urgent ? 1 : 2.5) > "a"
 ^^^^^^^^^^^^^^^^^^^^^^^ A number and a text cannot be compared.`,
  `
(urgent ? level : 2) > "a"
 ^^^^^^^^^^^^^^^^^^^^^^^^^ A whole number and a text cannot be compared.`,
  `
(urgent ? xyzzy : 2) > "a"
 ^^^^^^^^^^^^^^^^^^^^^^^^^ A whole number and a text cannot be compared.
          ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
(urgent ? parent : owner_ref).title == "a"
 ^^^^^^^^^^^^^^^^^^^^^^^^^^^ This is a text; only a reference to a record can be followed by the name of a field.`,
  `
(urgent ? parent : needs[0]).titel == "a"
                             ^^^^^ TASK has no field titel; title may be meant; for a field that it does not define, write ["titel"] instead of .titel.`,
  `
(urgent ? this : parent) == 1
                 ^^^^^^ Both sides of : must be of one type; here they are a record of TASK and a reference to TASK.`,
  `
(urgent ? this : this).titel == "a"
                       ^^^^^ TASK has no field titel; title may be meant; for a field that it does not define, write ["titel"] instead of .titel.`,
  `
!level
 ^^^^^ What ! negates must be true or false, and this is a whole number; write has(…) to ask whether there is one.`,
  `
!xyzzy
 ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
!title + 1
^^^^^^^^^^ + cannot be used with true or false and a whole number.
 ^^^^^ What ! negates must be true or false, and this is a text; write has(…) to ask whether there is one.`,
  `
-urgent
 ^^^^^^ A minus can stand before a number or a duration, and this is true or false.`,
  `
-xyzzy > "a"
 ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
-cost % 2 == 1
^^^^^^^^^ % is the remainder of whole numbers, and one side is no whole number.`,
  `
-(end - start) > "a"
^^^^^^^^^^^^^^^^^^^^ A duration and a text cannot be compared; write a duration as duration("90d").`,
  `
[1, "a"] == [true]
    ^^^ The items of a list must be of one type; this is a text, and others are a whole number.`,
  `
[1, 2.5] == ["a"]
^^^^^^^^^^^^^^^^^ A list of numbers and a list of texts cannot be compared.`,
  `
[xyzzy, 1] == ["a"]
^^^^^^^^^^^^^^^^^^^ A list of whole numbers and a list of texts cannot be compared.
 ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
[1, xyzzy] == ["a"]
^^^^^^^^^^^^^^^^^^^ A list of whole numbers and a list of texts cannot be compared.
    ^^^^^ TASK has no field xyzzy; for a text, write "xyzzy"; for a field that it does not define, write this["xyzzy"].`,
  `
urgent ? [1] : 1
               ^ Both sides of : must be of one type; here they are a list of whole numbers and a whole number.`,
  `
urgent ? 1 : [1]
             ^^^ Both sides of : must be of one type; here they are a whole number and a list of whole numbers.`,
  `
[parent, title] == [1] || [title, parent] == [1]
^^^^^^^^^^^^^^^^^^^^^^ A list of texts and a list of whole numbers cannot be compared.
                          ^^^^^^^^^^^^^^^^^^^^^^ A list of texts and a list of whole numbers cannot be compared.`,
  `
[parent, needs[0]] == [1]
^^^^^^^^^^^^^^^^^^^^^^^^^ A list of references and a list of whole numbers cannot be compared.`,
  `
[this] + referrers("PERSON", "boss") == []
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ + cannot be used with a list of records and a list of records.
                             ^^^^^^ PERSON.boss does not refer to TASK; no field of it does.`,
  `
[[1], [2.5]] == [["a"]]
^^^^^^^^^^^^^^^^^^^^^^^ A list of lists and a list of lists cannot be compared.`,
  `
[[1], ["a"]] == []
      ^^^^^ The items of a list must be of one type; this is a list of texts, and others are a list of whole numbers.`,
  `
[parent, owner_ref] == [1]
^^^^^^^^^^^^^^^^^^^^^^^^^^ A list of texts and a list of whole numbers cannot be compared.`,
  `
[this] == [1] || [urgent] == [now] || [start - end] == [1]
^^^^^^^^^^^^^ A list of records and a list of whole numbers cannot be compared.
                 ^^^^^^^^^^^^^^^^^ A list of truth values and a list of timestamps cannot be compared.
                                      ^^^^^^^^^^^^^^^^^^^^ A list of durations and a list of whole numbers cannot be compared.`,
  `
this == 1 || this == this
^^^^^^^^^ A record of TASK and a whole number cannot be compared.
             ^^^^^^^^^^^^ A record of TASK and a record of TASK cannot be compared.`,
])('problems of types: %s', marked => {
  expectExpressionProblems(marked)
})

test('a condition that is not true or false, and how to ask whether there is a value', () => {
  const messageFor = (source: string): string | undefined =>
    readCondition(source, taskTag, taskRegistry).problems[0]?.message
  expect(messageFor('level')).toBe(
    'The expression must be true or false, and this is a whole number; write has(…) to ask whether there is one.',
  )
  expect(messageFor('parent.level')).toMatch(/a whole number; write has\(…\) to ask whether there is one\.$/)
  expect(messageFor('needs[0]')).toMatch(/a reference to TASK; write has\(…\) to ask whether there is one\.$/)
  expect(messageFor('level + 1')).toBe('The expression must be true or false, and this is a whole number.')
  expect(messageFor('level > 1')).toBeUndefined()
  expect(messageFor('levle')).toBe(
    'TASK has no field levle; level may be meant; for a field that it does not define, write this["levle"].',
  )
  // A list without items has a type of its own, and an item of it can be anything.
  expect(messageFor('[][0]')).toBeUndefined()
  expect(messageFor('[]')).toBe('The expression must be true or false, and this is a list.')
  expect(messageFor('level )')).toBe(') does not belong here; write an operator before it, or remove it.')
  const message =
    'TASK has no field xyzzy; write rid, title, status, level, cost, start, end, urgent, type, x-y, labels, parent, owner_ref, needs, risk, heading, month, days, ticket_ref or now; for a field that it does not define, write this["xyzzy"].'
  expect(readCondition('xyzzy', taskTag, taskRegistry).problems).toEqual([{ start: 0, end: 5, message }])
})

test.each([
  ['levle > 1', ['level']],
  ['xyzzy > 1', []],
  ['title == ridd', ['rid', 'risk', '"ridd"']],
  ['status == xyzzy', []],
  ['owner_ref.nam == ""', ['name']],
])('%s can be changed to %j', (source, replacements) => {
  expect(replacementsIn(source)).toEqual(replacements)
})

test('a tag that defines no rid has one all the same', () => {
  const fields: FieldDescriptor[] = [
    { name: 'text', type: 'string' },
    { name: 'note_ref', type: 'string' },
  ]
  const registry = createRegistry([
    { domain: 'acme.notes', version: '1', description: '', records: [{ tag: 'NOTE', fields }] },
  ])
  const problemsOf = (source: string): string[] =>
    readCondition(source, registry.tagsNamed('NOTE')[0]!, registry).problems.map(({ message }) => message)
  expect(problemsOf('rid == "a" && note_ref.rid == "b" && this["rid"] == "c"')).toEqual([])
  const message = 'NOTE has no field ridd; rid may be meant; for a field that it does not define, write this["ridd"].'
  expect(problemsOf('ridd == "a" || note_ref.ridd == "b"')).toEqual([
    message,
    message.replace('this["ridd"]', '["ridd"] instead of .ridd'),
  ])
})
