import { expect, test } from 'vitest'
import { taskRegistry, taskTag } from '../../../test/expressions.ts'
import type { RecordNode } from '../../syntax/nodes.ts'
import { parse } from '../../syntax/tree.ts'
import { Frame } from './frame.ts'
import { readMessage, textsInBraces } from './message.ts'
import { ParsedRecord } from './parsed-record.ts'

const node = parse(
  '@TASK rid=T-1 | title="Write" | level:int=2 | labels="a, b" | start:ts=2026-06-01 | urgent:bool=true\n',
)
const frame = new Frame(new ParsedRecord(node.entries[0] as RecordNode), {
  time: Date.parse('2026-06-30T12:00:00Z'),
  isDate: false,
})

test.each([
  ['', ''],
  ['No braces.', 'No braces.'],
  ['{title}', 'Write'],
  ['Task {title} has level {level + 1}.', 'Task Write has level 3.'],
  ['{level}{level}', '22'],
  ['{labels}, since {start}: {urgent}', 'a, b, since 2026-06-01: true'],
  ['{timestamp("2026-06-03") - start} late', '2d late'],
  ['The record {this} has no text', 'The record  has no text'],
  ['{month} and {parent.title}', '(none) and (none)'],
  ['{{title}} is {title}', '{title} is Write'],
  ['{{{{ }}}} } {title}', '{{ }} } Write'],
  ['{{{title}}}', '{Write}'],
  ['{"}"} {\'}\'} {"{"}', '} } {'],
  ["{\"a\\\"}\" + title} {'\"}' + 'it\\'s'}", 'a"}Write "}it\'s'],
  ['{title + "{{" + "}}"}', 'Write{{}}'],
])('the message %s is %s', (source, text) => {
  const { problems, textFor } = readMessage(source, taskTag, taskRegistry)
  expect(problems).toEqual([])
  expect(textFor(frame)).toBe(text)
})

/** The problems of a message, with what they mark. */
const problemsOf = (source: string): string[] =>
  readMessage(source, taskTag, taskRegistry).problems.map(
    ({ start, end, message }) => `${start} «${source.slice(start, end)}» ${message}`,
  )

const unclosed = 'The brace is never closed; write }, or {{ for a brace.'

test.each([
  [
    'It is {titel}.',
    [
      '7 «titel» TASK has no field titel; title may be meant; for a field that it does not define, write this["titel"].',
    ],
  ],
  [
    '{{x}} {levle} and {nwo}',
    [
      '7 «levle» TASK has no field levle; level may be meant; for a field that it does not define, write this["levle"].',
      '19 «nwo» TASK has no field nwo; now may be meant; for a field that it does not define, write this["nwo"].',
    ],
  ],
  ['It is {}.', ['7 «» The expression is empty; write one.']],
  ['It is {title', [`6 «{» ${unclosed}`]],
  ['It is {titel', [`6 «{» ${unclosed}`]],
  ['{title} and {"a}', [`12 «{» ${unclosed}`]],
  ["{title} and {'a}", [`12 «{» ${unclosed}`]],
  ['{title} and {"a\\"}', [`12 «{» ${unclosed}`]],
  ['{', [`0 «{» ${unclosed}`]],
  ['{title} {{{', [`10 «{» ${unclosed}`]],
])('problems of the message %s', (source, problems) => {
  expect(problemsOf(source)).toEqual(problems)
})

test('a message with a problem is shown as far as it can be', () => {
  const textOf = (source: string): string => readMessage(source, taskTag, taskRegistry).textFor(frame)
  expect(textOf('Task {titel} is {level}')).toBe('Task (none) is 2')
  expect(textOf('Task {title')).toBe('Task Write')
})

test.each([
  ['Task {title} is {level + 1}.', ['title', 'level + 1'], [6, 17]],
  ['{{a}} {b}{c', ['b', 'c'], [7, 10]],
  ['{"}"}{\'{\'}', ['"}"', "'{'"], [1, 6]],
  ['{{{a}', ['a'], [3]],
  ['{a}{{b}}{c}', ['a', 'c'], [1, 9]],
  ['a', [], []],
])('the expressions in %s', (source, texts, starts) => {
  expect([...textsInBraces(source)]).toEqual(texts)
  const { expressions } = readMessage(source, taskTag, taskRegistry)
  expect(expressions.map(({ read }) => read.source)).toEqual(texts)
  expect(expressions.map(({ start }) => start)).toEqual(starts)
})
