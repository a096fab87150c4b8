import { expect, test } from 'vitest'
import { evaluate, expectExpressionProblems, taskRegistry, taskTag } from '../../test/expressions.ts'
import { readExpression } from './expression.ts'
import { functions } from './functions/functions.ts'

const task =
  '@TASK rid=T-1 | title="Write" | status="open" | level:int=2 | cost:float=2.5 | start:ts=2026-06-01 | end:ts=2026-06-30T10:00:00Z | urgent:bool=true | type="chore" | x-y:int=7 | labels="a, b" | parent="T-2" | owner_ref="P-1" | needs="T-2,T-3"'
const others = `
@TASK rid=T-2 | title="Plan" | level:int=4 | parent="T-3"
@TASK rid=T-3 | title="Ask" | parent="T-1"
@PERSON rid=P-1 | name="Ada" | boss="P-2"
@PERSON rid=P-2 | name="Bob"
`

test.each([
  ['1 + 2 * 3', '7'],
  ['7 / 2', '3'],
  ['-7 / 2', '-3'],
  ['7 % 3', '1'],
  ['7 / 2.0', '3.5'],
  ['1 / 0', 'absent'],
  ['9007199254740991 + 1', '9007199254740992'],
  ['9007199254740992 + 1', '9007199254740993'],
  ['9007199254740993 - 9007199254740991', '2'],
  ['9007199254740993 * 3', '27021597764222979'],
  ['90071992547409930 / 10 == 9007199254740993', 'true'],
  ['9007199254740993 % 10', '3'],
  ['9007199254740993 / 0', 'absent'],
  ['9007199254740993 > 9007199254740992', 'true'],
  ['9007199254740993 == 9007199254740992', 'false'],
  ['9007199254740993 in [9007199254740992, 9007199254740993]', 'true'],
  ['9007199254740993 + 0.5', '9007199254740994'],
  ['0.1 + 0.2', '0.3'],
  ['0.1 + 0.2 == 0.3', 'true'],
  ['1000000.1 - 1000000', '0.1'],
  ['1.1 * 1.1', '1.21'],
  ['0.3 / 0.1', '2.9999999999999996'],
  ['9007199254740992 == 9007199254740992.0', 'true'],
  ['-9007199254740993', '-9007199254740993'],
  ['abs(-9007199254740993) == max(1, 9007199254740993)', 'true'],
  ['min(9007199254740993, 2)', '2'],
  ['round(9007199254740993)', '9007199254740993'],
  ['double(9007199254740993)', '9007199254740993'],
  ['double("9007199254740993.0") > double("9007199254740992")', 'true'],
  ['double("9007199254740993.5")', '9007199254740994'],
  ['double(9007199254740993) + 2', '9007199254740995'],
  ['double(9007199254740993) / 2', '4503599627370496'],
  ['level + cost', '4.5'],
  ['level == 2.0', 'true'],
  ['cost > level', 'true'],
  ['-level', '-2'],
  ['!urgent', 'false'],
  ['status == "open" && level < 3', 'true'],
  ['status in ["done", "open"]', 'true'],
  ['level > 2 ? "high" : "low"', 'low'],
  ['type', 'chore'],
  ['this["x-y"] + this.level', '9'],
  ['has(type) && has(this["x-y"]) && !has(this.title) == false', 'true'],
  ['start < end', 'true'],
  ['end - start', '29d'],
  ['start + duration("29d") == end', 'true'],
  ['start + duration("29d")', '2026-06-30'],
  ['start + duration("36h")', '2026-06-02T12:00:00Z'],
  ['start + -duration("24h")', '2026-05-31'],
  ['end < now', 'true'],
  ['timestamp("2026-06-30") == now', 'true'],
  ['timestamp("2026-06-30") < now', 'false'],
  ['timestamp("2026-06-30T23:30:00-05:00") == timestamp("2026-06-30")', 'true'],
  ['timestamp("2026-06-30T10:00") == end', 'true'],
  ['loincCheckDigit("2345-7")', 'true'],
  ['loincCheckDigit("00002345-7")', 'false'],
  ['luhn("x79927398713")', 'false'],
  ['labels', 'a, b'],
  ['labels.exists(l, l == "b")', 'true'],
  ['"c" in labels', 'false'],
  ['labels[1]', 'b'],
  ['labels[2]', 'absent'],
  ['size(labels) + title.size()', '7'],
  ['owner_ref == "P-1"', 'true'],
  ['owner_ref.name', 'Ada'],
  ['owner_ref.boss.name', 'Bob'],
  ['owner_ref.boss.boss.name', 'absent'],
  ['has(owner_ref.boss.boss)', 'false'],
  ['needs.map(n, n.title)', 'Plan, Ask'],
  ['needs.all(n, n.level == 4)', 'true'],
  ['needs.filter(n, has(n.level)).size()', '1'],
  ['referrers("TASK", "parent").map(t, t.title)', 'Ask'],
  ['referrers("TASK", "parent").exists(t, t.parent == rid)', 'true'],
  ['acyclic(parent)', 'false'],
  ['[[1, 2], [3]].map(l, l.map(x, x * 2).size())', '2, 1'],
  ['"a\\"b\\u00e9" + \'c\' + r"\\n"', 'a"béc\\n'],
  ['"""many\nlines"""', 'many\nlines'],
  ['1 == 1 // a comment', 'true'],
])('%s is %s', (source, value) => {
  expect(evaluate(source, task + others)).toBe(value)
})

test.each([
  ['title == ""', '@TASK rid=T-1', 'absent'],
  ['title != "x" || true', '@TASK rid=T-1', 'true'],
  ['title != "x" || false', '@TASK rid=T-1', 'absent'],
  ['title == "" || !has(title)', '@TASK rid=T-1', 'true'],
  ['true || title == ""', '@TASK rid=T-1', 'true'],
  ['!has(title) || title == ""', '@TASK rid=T-1', 'true'],
  ['level > 1', '@TASK rid=T-1 | level:int=9', 'absent'],
  ['level > 1', '@TASK rid=T-1 | level:int=many', 'absent'],
  ['level > 1', '@TASK rid=T-1 | level="2"', 'true'],
  ['level > 1', '@TASK rid=T-1 | level:int=2 | level:int=3', 'absent'],
  ['level > 1', '@TASK rid=T-1 | level:ref=2', 'absent'],
  ['status == "open"', '@TASK rid=T-1 | status="opened"', 'absent'],
  ['owner_ref.name', '@TASK rid=T-1 | owner_ref="P-1"', 'absent'],
  [
    'owner_ref.name',
    '@TASK rid=T-1 | owner_ref="P-1"\n@PERSON rid=P-1 | name="a"\n@PERSON rid=P-1 | name="b"',
    'absent',
  ],
  ['acyclic(parent)', '@TASK rid=T-1 | parent="T-1"', 'false'],
  [
    'acyclic(parent)',
    '@TASK rid=T-1 | parent="T-2"\n@TASK rid=T-2 | parent="T-3"\n@TASK rid=T-3 | parent="T-2"',
    'true',
  ],
])('%s of %s is %s', (source, records, value) => {
  expect(evaluate(source, records)).toBe(value)
})

test.each(functions.filter(({ name }) => !['has', 'valid', 'written', 'referrers', 'acyclic'].includes(name)))(
  'the example of $name is true',
  ({ example }) => expect(evaluate(example)).toBe('true'),
)

test.each([
  `
levle > 2
^^^^^ TASK has no field levle; level may be meant; for a field that it does not define, write this["levle"].`,
  `
status == "opne"
          ^^^^^^ status has no value "opne"; it can be "open", "done", "dropped".`,
  `
status in ["open", "closed"]
                   ^^^^^^^^ status has no value "closed"; it can be "open", "done", "dropped".`,
  `
level == "2"
^^^^^^^^^^^^ A whole number and a text cannot be compared.`,
  `
start < "2026-06-30"
        ^^^^^^^^^^^^ A timestamp is not compared with a text; write timestamp("2026-06-30").`,
  `
owner_ref.nam == "Ada"
          ^^^ PERSON has no field nam; name may be meant; for a field that it does not define, write ["nam"] instead of .nam.`,
  `
title.name == "Ada"
^^^^^ This is a text; only a reference to a record can be followed by the name of a field.`,
  `
owner_ref.
         ^ Nothing stands behind the dot; write a field or a function.`,
  `
level >
      ^ Nothing stands behind >; write a value.`,
  `
status = "open" and urgent
       ^ = is written == in expressions.
                ^^^ and is written && in expressions.`,
  `
(level > 2
^ ( is never closed; write ).`,
  `
title.matches("(a")
              ^^^^ The pattern cannot be used: missing closing ).`,
  `
timestamp("2026-02-30") < now
          ^^^^^^^^^^^^ The timestamp is "2026-02-30"; there is no day 30 in 2026-02, which has 28 days.`,
  `
status > "done"
^^^^^^^^^^^^^^^ Allowed values have no order here; compare them with ==, != or in.`,
  `
referrers("TASK", "parnt").size() > 0
                  ^^^^^^^ TASK has no field parnt; parent and needs do.`,
  `
strtsWith(title, "a")
^^^^^^^^^ There is no function strtsWith; write has, referrers, acyclic, timestamp, duration, daysBetween, addMonths, addYears, abs, min, max, round, int, double, string, isIp, isCidr, hasHostBits, luhn, loincCheckDigit or 4 more.`,
  `
title.strtsWith("a")
      ^^^^^^^^^ There is no function strtsWith; startsWith may be meant.`,
  `
level in 3
         ^ A list must stand behind in, and this is a whole number.`,
  `
acyclic(nope)
        ^^^^ TASK has no field nope; type may be meant; for a field that it does not define, write this["nope"].`,
  `
acyclic(owner_ref)
        ^^^^^^^^^ acyclic needs a field of TASK that refers to other records of TASK.`,
  `
has(labels[0]) && has(this["level"]) && has(labels[level]) && has("level")
                                            ^^^^^^^^^^^^^ has() needs a field or a path such as control_ref.owner, without quotes.
                                                                  ^^^^^^^ has() needs a field or a path such as control_ref.owner, without quotes.`,
  `
-title > 1
 ^^^^^ A minus can stand before a number or a duration, and this is a text.`,
  `
title == null
^^^^^^^^^^^^^ There is no null; write !has(title).`,
  `
title != missing
         ^^^^^^^ TASK has no field missing; has(field) tells whether a record has a field.`,
  `
title == None
         ^^^^ TASK has no field None; has(field) tells whether a record has a field.`,
  `
title is not null
^^^^^^^^^^^^^^^^^ There is no operator is not null; write has(title).`,
  `
isPresent(title) && required(title)
^^^^^^^^^ There is no function isPresent; has(field) tells whether a record has a field.
                    ^^^^^^^^ There is no function required; has(field) tells whether a record has a field.`,
  `
exists(title)
^^^^^^ exists is called as list.exists(item: any, condition: bool): bool; has(field) tells whether a record has a field.`,
  `
!title || !owner_ref
 ^^^^^ What ! negates must be true or false, and this is a text; write has(…) to ask whether there is one.
           ^^^^^^^^^ What ! negates must be true or false, and this is a reference to PERSON; write has(…) to ask whether there is one.`,
])('problems of %s', marked => {
  expectExpressionProblems(marked)
})

test.each([
  ['(', 100_000],
  ['[', 9000],
  ['!', 9000],
  ['-', 9000],
  ['a.', 4000],
  ['1+', 4900],
  ['a?', 4900],
  ['has(', 2400],
  ['x[0]', 2000],
  ['"', 9000],
  ['\\', 9000],
  ['1||', 3000],
])('%s many times is refused in one sentence', (part, times) => {
  const { problems } = readExpression(part.repeat(times), taskTag, taskRegistry)
  expect(problems.length).toBeGreaterThan(0)
})

test('an expression that takes too many steps is stopped', () => {
  const list = `[${'0,'.repeat(100)}]`
  const nested = `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d == 0))))`
  expect(evaluate(nested)).toBe('stopped')
})

test('a text cannot grow without a limit', () => {
  const doubled = '.map(a, a + a)'.repeat(60)
  expect(evaluate(`["0123456789"]${doubled}.size() >= 0`)).toBe('true')
})
