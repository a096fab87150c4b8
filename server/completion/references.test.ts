import { expect, test } from 'vitest'
import { completions, type Editor, expectAccepted, open } from '../../test/editor.ts'
import { completion } from '../features/completion.ts'

const others = {
  'own%20files/b.rec':
    '@CONTROL rid=CTL-10 | title="Backup"\n@CONTROL rid=CTL-2 | title="Access review"\n@POLICY rid=CTL-3\n',
}
const editor: Editor = { others }

const labels = (text: string, from: Editor = editor): string[] =>
  completions(text, undefined, from).map(({ label }) => label)

test('records of the target tag are offered, those of this file first, then by id', () => {
  expect(labels('@EVIDENCE control_ref="$0"\n@CONTROL rid=CTL-9')).toEqual(['CTL-9', 'CTL-2', 'CTL-10'])
  expect(
    completions('@EVIDENCE control_ref="$0"', undefined, editor).map(({ labelDetails }) => labelDetails?.description),
  ).toEqual(['CONTROL · Access review · b.rec', 'CONTROL · Backup · b.rec'])
})

test('the best matches by id or title come first', () => {
  expect(labels('@EVIDENCE control_ref="CTL-1$0"\n@CONTROL rid=CTL-21')).toEqual(['CTL-10', 'CTL-21'])
  expect(labels('@EVIDENCE control_ref="acc$0"')).toEqual(['CTL-2'])
  expect(labels('@EVIDENCE control_ref=ctl$0')).toEqual(['CTL-2', 'CTL-10'])
})

test('an id replaces the value and is in quotes', () => {
  for (const value of ['"$0"', '$0', '"CT$0"', 'CT$0', '"CT$0', '"acc$0"', '"CTL-10$0"', ' $0"CTL-10"']) {
    const before = value.startsWith(' ') ? ' ' : ''
    expectAccepted(
      `@EVIDENCE control_ref=${before}${value.trimStart()} | type="log"`,
      'CTL-2',
      `@EVIDENCE control_ref=${before}"CTL-2" | type="log"`,
      editor,
    )
  }
  expectAccepted('@EVIDENCE control_ref="$0"', 'a$b"}', '@EVIDENCE control_ref="a$b\\"}"', {
    others: { 'b.rec': '@CONTROL rid="a$b\\"}"' },
  })
})

test('all other ids are offered if the value is an existing id', () => {
  expect(labels('@EVIDENCE control_ref="CTL-2$0"\n@CONTROL rid=CTL-21\n@CONTROL rid=X')).toEqual([
    'CTL-2',
    'CTL-21',
    'X',
    'CTL-10',
  ])
})

test('in a list, an id replaces the item at the cursor, and ids of the list are not offered', () => {
  const services: Editor = { others: { 'b.rec': '@SERVICE rid=S-1\n@SERVICE rid=S-2\n@SERVICE rid=S-3' } }
  expect(labels('@SERVICE rid=S-1 | dependencies="S-2, $0"', services)).toEqual(['S-3'])
  expectAccepted(
    '@SERVICE rid=S-9 | dependencies="S-2, $0"',
    'S-3',
    '@SERVICE rid=S-9 | dependencies="S-2, S-3"',
    services,
  )
  expectAccepted(
    '@SERVICE rid=S-9 | dependencies="S-2, S$0 , S-1"',
    'S-3',
    '@SERVICE rid=S-9 | dependencies="S-2, S-3 , S-1"',
    services,
  )
  expectAccepted(
    '@SERVICE rid=S-9 | dependencies="$0S-2,S-1"',
    'S-3',
    '@SERVICE rid=S-9 | dependencies="S-3,S-1"',
    services,
  )
  expectAccepted('@SERVICE rid=S-9 | dependencies="S-2,$0', 'S-3', '@SERVICE rid=S-9 | dependencies="S-2,S-3', services)
  expectAccepted(
    '@SERVICE rid=S-9 | dependencies=[S-2, "$0"]',
    'S-3',
    '@SERVICE rid=S-9 | dependencies=[S-2, "S-3"]',
    services,
  )
  expectAccepted(
    '@SERVICE rid=S-9 | dependencies=[$0]\r\n',
    'S-3',
    '@SERVICE rid=S-9 | dependencies=[S-3]\r\n',
    services,
  )
  expectAccepted(
    '@SERVICE rid=S-9 | dependencies=[S-1, $0',
    'S-3',
    '@SERVICE rid=S-9 | dependencies=[S-1, S-3',
    services,
  )
})

test('nothing is offered if there is no record yet, or outside of values', () => {
  expect(labels('@EVIDENCE control_ref="$0"', { others: {} })).toEqual([])
  expect(labels('@EVIDENCE control_ref="CTL-2"$0')).toEqual([])
  expect(labels('@EVIDENCE control_ref=$0[CTL-2]')).toEqual([])
})

test('if there are too many, the best are offered and the list is incomplete', () => {
  const many: Editor = {
    others: { 'b.rec': Array.from({ length: 500 }, (_, number) => `@CONTROL rid=C-${500 - number}`).join('\n') },
  }
  const listAt = (text: string): [number, boolean | undefined] => {
    const { snapshot, position } = open(text, many)
    const list = completion(snapshot, position)
    return [list!.items.length, list!.isIncomplete]
  }
  expect(listAt('@EVIDENCE control_ref="$0"')).toEqual([200, true])
  expect(listAt('@EVIDENCE control_ref="C-5$0"')).toEqual([200, true])
  expect(listAt('@EVIDENCE control_ref="-49$0"')).toEqual([23, false])
  expect(labels('@EVIDENCE control_ref="$0"', many).at(-1)).toBe('C-200')
})
