import { expect, test } from 'vitest'
import { builtinDescriptors } from '../domains/built-in.ts'
import { createRegistry } from '../domains/registry.ts'
import { problemsOfBlock } from './block-problems.ts'

const registry = createRegistry(builtinDescriptors)

/** The problems of a block, each with the text that it marks. */
const said = (content: string): string[] =>
  problemsOfBlock(content, registry, []).map(
    ({ message, line, start, end }) => `${line ? `[${line.text.slice(start, end)}]` : '-'} ${message}`,
  )

test.each([
  ['tag FINDING\nwhere status == "open"\nselect rid, severity\nsort -severity, rid', []],
  ['tag FINDING\nwhere stat == "open"', [/^\[stat\] FINDING has no field stat/]],
  ['tag FINDING\nselect rid, (severity\n', [/^\[[^\]]*\] /]],
  ['tag FINDING\nsort -severty', []],
  ['tag FINDINGS', ['[tag FINDINGS] There is no tag FINDINGS; FINDING may be meant.']],
  ['tga FINDING\ntag FINDING', ['[tga FINDING] "tga FINDING" starts with no word of a block; did you mean tag?']],
  ['show bar\ntag FINDING', ['- A bar chart needs groups; write a line such as count-by status.']],
  [
    'tag FINDING\nselect rid\ncount-by status',
    ['- --select lists records, and --count-by counts them; leave one of them out.'],
  ],
  ['tag FINDING\nsum severity', [/^\[severity\] --sum needs numbers/]],
  [
    'tag EVIDENCE\nshow timeline',
    ['- EVIDENCE has no field with a day by which something is due; show something else.'],
  ],
  ['show problems', []],
  ['show changes\ntag FINDING', []],
  ['show changes\ntag FINDINGS', ['[tag FINDINGS] There is no tag FINDINGS; FINDING may be meant.']],
  ['show problems\ntag core.compliance.FINDINGS', [/^\[tag core\.compliance\.FINDINGS\] There is no tag /]],
])('%j', (content, expected) =>
  expect(said(content)).toEqual(expected.map(one => (typeof one === 'string' ? one : expect.stringMatching(one)))),
)
