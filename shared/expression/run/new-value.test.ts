import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../../test/expressions.ts'
import { fieldOf } from '../../domains/registry.ts'
import { readNewValue } from './new-value.ts'

/** The problems of `field = expression`, with what they mark, and what they offer instead. */
function problemsOf(assignment: string): string[] {
  const [name, source] = assignment.split(/ = (.*)/) as [string, string]
  const { problems } = readNewValue(source, fieldOf(taskTag, name)!, taskTag, taskRegistry)
  return problems.map(({ start, end, message, replacements = [] }) =>
    [`${source.slice(start, end)}: ${message}`, ...replacements].join(' '),
  )
}

test.each([
  'title = "a"',
  'title = type + "x"',
  'title = status',
  'title = owner_ref',
  'status = "open"',
  'status = title',
  'status = parent.status',
  'status = urgent ? "open" : status',
  'status = urgent ? "open" : level > 1 ? "done" : title',
  'level = 2',
  'level = level + 1',
  'level = round(cost)',
  'cost = 2',
  'cost = 2.5',
  'start = now',
  'start = end + duration("1d")',
  'urgent = level > 1',
  'labels = ["a", title]',
  'labels = []',
  'labels = labels + ["a"]',
  'labels = needs',
  'labels = "a,b".split(",")',
  'parent = "T-1,T-2"',
  'title = "a, b"',
  'days = ["mon", "tue"]',
  'days = labels',
  'days = urgent ? ["mon"] : []',
  'parent = "T-1"',
  'parent = parent.parent',
  'parent = title',
  'needs = [parent, "T-2"]',
  'needs = [rid] + needs',
  'level = [][0]',
  'title = [][0]',
  'status = [][0]',
  'status = [status, risk][0]',
])('%s has no problems', assignment => {
  expect(problemsOf(assignment)).toEqual([])
})

test.each([
  ['title = 1', '1: title is a text, and this is a whole number; write string(…).'],
  ['title = cost', 'cost: title is a text, and this is a number; write string(…).'],
  ['title = ["a"]', '["a"]: title is a text, and this is a list of texts.'],
  ['title = start', 'start: title is a text, and this is a timestamp; write string(…).'],
  ['title = labels', 'labels: title is a text, and this is a list of texts.'],
  ['title = this', 'this: title is a text, and this is a record of TASK.'],
  ['level = cost', 'cost: level is a whole number, and this is a number; write int(…) or round(…).'],
  ['level = "2"', '"2": level is a whole number, and this is a text.'],
  ['cost = "2"', '"2": cost is a number, and this is a text.'],
  [
    'start = "2026-06-30"',
    '"2026-06-30": start is a timestamp, and this is a text; write a date as timestamp("2026-06-30").',
  ],
  ['start = 2026', '2026: start is a timestamp, and this is a whole number.'],
  ['start = end - start', 'end - start: start is a timestamp, and this is a duration.'],
  ['urgent = "true"', '"true": urgent is true or false, and this is a text.'],
  ['labels = "a"', '"a": labels is a list of texts, and this is a text; write a list such as ["a", "b"].'],
  [
    'labels = parent',
    'parent: labels is a list of texts, and this is a reference to TASK; write a list such as ["a", "b"].',
  ],
  ['labels = 1', '1: labels is a list of texts, and this is a whole number.'],
  ['labels = [1]', '1: labels is a text, and this is a whole number; write string(…).'],
  ['labels = [title].map(t, 1)', '[title].map(t, 1): labels is a list of texts, and this is a list of whole numbers.'],
  ['owner_ref = parent', 'parent: owner_ref is a reference to PERSON, and this is a reference to TASK.'],
  ['parent = 1', '1: parent is a reference to TASK, and this is a whole number.'],
  ['status = 1', '1: status is a text, and this is a whole number; write string(…).'],
  ['status = "opne"', '"opne": status has no value "opne"; it can be "open", "done", "dropped". "open" "done"'],
  ['status = risk', 'risk: This is never a value of status: the two enums have no value in common.'],
  ['status = urgent ? "open" : risk', 'risk: This is never a value of status: the two enums have no value in common.'],
  ['days = ["mon", "x"]', '"x": days has no value "x"; it can be "mon", "tue", "wed", "thu", "fri", "sat", "sun".'],
  [
    'needs = ["T-1,T-2"]',
    '"T-1,T-2": No item of a list can have "," in it; write several items as "T-1", "T-2". "T-1", "T-2"',
  ],
  [
    'labels = labels + ["a, b"]',
    '"a, b": No item of a list can have "," in it; write several items as "a", "b". "a", "b"',
  ],
  [
    'labels = urgent ? ["x[1"] : []',
    '"x[1": No item of a list can have "[" in it; write several items as "x", "1". "x", "1"',
  ],
  [String.raw`labels = ["\"a"]`, String.raw`"\"a": No item of a list can have a quote in it; leave it out. "a"`],
  ['labels = [","]', '",": No item of a list can have "," in it; leave it out.'],
  [
    'status = this.open',
    'open: TASK has no field open; write rid, title, status, level, cost, start, end, urgent, type, x-y, labels, parent, owner_ref, needs, risk, heading, month, days or ticket_ref; for a field that it does not define, write ["open"] instead of .open.',
  ],
  ['status = open', 'open: open is no field; for the text, write "open" with its quotes. "open"'],
  ['risk = urgent', 'urgent: risk is a text, and this is true or false; write string(…).'],
  [
    'status = opened',
    'opened: TASK has no field opened; for a text, write "opened"; for a field that it does not define, write this["opened"].',
  ],
  [
    'title = open',
    'open: TASK has no field open; for a text, write "open"; for a field that it does not define, write this["open"]. "open"',
  ],
  [
    'title = nope',
    'nope: TASK has no field nope; type may be meant, or for a text, write "nope"; for a field that it does not define, write this["nope"]. type "nope"',
  ],
  [
    'title = level > 1 ? Bob : "x"',
    'Bob: TASK has no field Bob; for a text, write "Bob"; for a field that it does not define, write this["Bob"]. "Bob"',
  ],
  [
    'labels = [Bob]',
    'Bob: TASK has no field Bob; for a text, write "Bob"; for a field that it does not define, write this["Bob"]. "Bob"',
  ],
  [
    'start = noww',
    'noww: TASK has no field noww; now may be meant; for a field that it does not define, write this["noww"]. now',
  ],
  [
    'level = levle',
    'levle: TASK has no field levle; level may be meant; for a field that it does not define, write this["levle"]. level',
  ],
  ['level =  ', ' : The expression is empty; write one.'],
])('%s is a problem: %s', (assignment, problem) => {
  expect(problemsOf(assignment)).toEqual([problem])
})

test('each case of a condition and each item of a list can have a problem', () => {
  expect(problemsOf('level = urgent ? "a" : level > 1 ? "b" : "c"')).toEqual([
    '"a": level is a whole number, and this is a text.',
    '"b": level is a whole number, and this is a text.',
    '"c": level is a whole number, and this is a text.',
  ])
  expect(problemsOf('labels = [1, 2]').map(problem => problem.slice(0, 2))).toEqual(['1:', '2:'])
  expect(problemsOf('status = urgent ? "opne" : "don"').map(problem => problem.slice(0, 6))).toEqual([
    '"opne"',
    '"don":',
  ])
})
