import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../test/expressions.ts'
import type { RuleDescriptor } from '../domains/descriptor.ts'
import { parseJson } from './json.ts'
import { problemsOfRule, type RuleProblem } from './written-rules.ts'

/** A rule as a descriptor has it. */
const written = (rule: Partial<RuleDescriptor>): string =>
  JSON.stringify({ id: 'a', expression: 'has(title)', message: 'm', ...rule })

function problemsOf(text: string): RuleProblem[] {
  const node = parseJson(text)
  if ('reason' in node) throw new Error(node.reason)
  return problemsOfRule({ rule: JSON.parse(text), node, text }, taskTag, taskRegistry)
}

/** The problems of a rule, each as `«marked text» message`. */
const shown = (text: string): string[] =>
  problemsOf(text).map(({ start, end, message }) => `«${text.slice(start, end)}» ${message}`)

/** The texts that the fixes of all problems lead to; a * marks those of fixes that are preferred. */
const fixed = (text: string): string[] =>
  problemsOf(text).flatMap(({ fixes }) =>
    (fixes?.() ?? []).map(({ title, edits: [edit], isPreferred }) => {
      const after = text.slice(0, edit!.start) + edit!.text + text.slice(edit!.end)
      expect(() => JSON.parse(after)).not.toThrow()
      return `${isPreferred ? '* ' : ''}${title}: ${after}`
    }),
  )

test('a rule without problems', () => {
  expect(shown(written({}))).toEqual([])
  expect(shown(written({ field: 'level', fix: { status: '"done"', level: '1' } }))).toEqual([])
  expect(shown(written({ field: 'rid' }))).toEqual([])
})

test('the condition, the message and the new values of a fix are expressions', () => {
  const text = written({
    expression: 'levl > 1',
    message: 'Level {levl}.',
    fix: { status: '"dne"', level: 'levl', title: '' },
  })
  expect(shown(text)).toEqual([
    '«levl» TASK has no field levl; level may be meant; for a field that it does not define, write this["levl"].',
    '«levl» TASK has no field levl; level may be meant; for a field that it does not define, write this["levl"].',
    '«levl» TASK has no field levl; level may be meant; for a field that it does not define, write this["levl"].',
    '«"» The expression is empty; write one.',
  ])
})

test('a condition that is never true', () =>
  expect(shown(written({ expression: ' urgent && !urgent ' }))).toEqual([
    '«urgent && !urgent» This is never true, so every record breaks the rule; correct the expression.',
  ]))

test('a field that the tag does not have', () => {
  expect(shown(written({ field: 'levl' }))).toEqual(['«"levl"» TASK has no field levl; level may be meant.'])
  expect(shown(written({ field: 'qwxyz' }))).toEqual([
    '«"qwxyz"» TASK has no field qwxyz; write rid, title, status, level, cost, start, end, urgent, type, x-y, labels, parent, owner_ref, needs, risk, heading, month, days or ticket_ref.',
  ])
  expect(shown(written({ fix: { levl: 'levl', ridd: '1' } }))).toEqual([
    '«"levl"» TASK has no field levl; level may be meant.',
    '«"ridd"» TASK has no field ridd; rid or risk may be meant.',
  ])
  expect(fixed(written({ field: 'levl' }))).toEqual([`* Change to "level": ${written({ field: 'level' })}`])
  expect(fixed(written({ field: 'qwxyz' }))).toEqual([])
  expect(fixed(written({ fix: { ridd: '1' } }))).toEqual(
    ['rid', 'risk'].map(name => `Change to "${name}": ${written({ fix: { [name]: '1' } })}`),
  )
})

test('a name in an expression is corrected where it stands in the JSON', () => {
  const text = written({ expression: 'title != "\\u00e9" && levl > 1' })
  expect(fixed(text)).toEqual([`* Change to level: ${text.replace('levl', 'level')}`])
  const two = written({ expression: 'ris > 1' })
  expect(fixed(two)).toEqual(['rid', 'risk'].map(name => `Change to ${name}: ${two.replace('ris ', `${name} `)}`))
})
