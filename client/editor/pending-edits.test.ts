import { expect, test } from 'vitest'
import { type PendingEdit, pendingAfter } from './pending-edits.ts'

/** An edit, or a change: what `from` and `to` enclose, as `line:character`, becomes a text. */
function edit(from: string, to: string, newText = ''): PendingEdit {
  const [start, end] = [from, to].map(place => {
    const [line, character] = place.split(':').map(Number)
    return { line: line!, character: character! }
  })
  return { range: { start: start!, end: end! }, newText }
}

const change = (from: string, to: string, text = '') => ({ range: edit(from, to).range, text })

test('an edit is left out when it is made, by whomever, and the others stay', () => {
  const [bar, line] = [edit('0:22', '0:24'), edit('1:0', '2:0')]
  expect(pendingAfter([bar, line], [change('0:22', '0:24')])).toEqual([line])
  expect(pendingAfter([bar, line], [change('1:0', '2:0'), change('0:22', '0:24')])).toEqual([])
})

test('edits move along with their text', () => {
  const later = edit('3:4', '3:6')
  expect(pendingAfter([later], [change('1:0', '1:0', 'a\nb\n')])).toEqual([edit('5:4', '5:6')])
  expect(pendingAfter([later], [change('3:0', '3:2')])).toEqual([edit('3:2', '3:4')])
  expect(pendingAfter([later], [change('2:3', '3:1', 'abc')])).toEqual([edit('2:9', '2:11')])
  expect(pendingAfter([later], [change('1:0', '2:0'), change('2:4', '2:4', 'ab')])).toEqual([edit('2:6', '2:8')])
})

test('what is typed at the end of an edit comes behind it', () => {
  expect(pendingAfter([edit('1:0', '2:0')], [change('2:0', '2:0', '#')])).toEqual([edit('1:0', '2:0')])
  expect(pendingAfter([edit('1:4', '1:4', '"')], [change('1:4', '1:4', 'x')])).toEqual([edit('1:4', '1:4', '"')])
})

test('no edit is left after another change of the same place', () => {
  const both = [edit('0:22', '0:24'), edit('1:0', '2:0')]
  expect(pendingAfter(both, [change('0:23', '0:23', 'x')])).toEqual([])
  expect(pendingAfter(both, [change('0:22', '0:24', ' # ')])).toEqual([])
  expect(pendingAfter(both, [change('1:2', '1:4')])).toEqual([])
  expect(pendingAfter([edit('1:4', '1:4', '"')], [change('1:0', '1:6')])).toEqual([])
})
