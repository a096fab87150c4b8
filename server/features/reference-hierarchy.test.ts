import { expect, test } from 'vitest'
import type { CallHierarchyItem, Range } from 'vscode-languageserver-types'
import { type Editor, open, snapshotOf } from '../../test/editor.ts'
import { incomingReferences, outgoingReferences, prepareReferenceHierarchy } from './reference-hierarchy.ts'

const at = ({ start }: Range): string => `${start.line + 1}:${start.character + 1}`
const show = ({ name, detail, uri, range, selectionRange }: CallHierarchyItem): string =>
  `${name}${detail ? ` (${detail})` : ''} ${uri.slice(8)} ${at(range)} at ${at(selectionRange)}`

function hierarchyAt(
  text: string,
  editor?: Editor,
): { items: string[] | null; incoming: string[]; outgoing: string[] } {
  const { snapshot, position } = open(text, editor)
  const items = prepareReferenceHierarchy(snapshot, position)
  const showAt = (item: CallHierarchyItem, ranges: readonly Range[]): string =>
    `${show(item)} from ${ranges.map(at).join(', ')}`
  return {
    items: items?.map(show) ?? null,
    incoming: (items ?? [])
      .flatMap(item => incomingReferences(snapshot.index, item))
      .map(({ from, fromRanges }) => showAt(from, fromRanges)),
    outgoing: (items ?? [])
      .flatMap(item => outgoingReferences(snapshot.index, item))
      .map(({ to, fromRanges }) => showAt(to, fromRanges)),
  }
}

const others = {
  'b.rec':
    '@SERVICE rid=S-1 | name="Shop" | dependencies="S-2, S-3,S-2" | node_ref="N-1"\n@NODE rid=N-1\n@SERVICE rid=S-3 | dependencies="S-9"\n',
}

test('incoming and outgoing references of a record', () => {
  expect(hierarchyAt('@SERVICE rid=S-$02 | dependencies="S-3" | name="Cart"', { others })).toEqual({
    items: ['SERVICE S-2 (Cart) test.rec 1:1 at 1:14'],
    incoming: ['SERVICE S-1 (Shop) b.rec 1:1 at 1:14 from 1:48, 1:57'],
    outgoing: ['SERVICE S-3 b.rec 3:1 at 3:14 from 1:34'],
  })
})

test('a hierarchy can start at a reference', () => {
  expect(hierarchyAt('@SERVICE rid=S-2 | dependencies="S-1$0"', { others })).toEqual({
    items: ['SERVICE S-1 (Shop) b.rec 1:1 at 1:14'],
    incoming: ['SERVICE S-2 test.rec 1:1 at 1:14 from 1:34'],
    outgoing: [
      'SERVICE S-2 test.rec 1:1 at 1:14 from 1:48, 1:57',
      'SERVICE S-3 b.rec 3:1 at 3:14 from 1:53',
      'NODE N-1 b.rec 2:1 at 2:11 from 1:74',
    ],
  })
})

test('a record without an id has only outgoing references', () => {
  expect(hierarchyAt('@EVIDENCE control_ref="C-0"\n@EVID$0ENCE control_ref="C-1"\r\n@CONTROL rid=C-1\n')).toEqual({
    items: ['EVIDENCE C-1 test.rec 2:1 at 2:1'],
    incoming: [],
    outgoing: ['CONTROL C-1 test.rec 3:1 at 3:14 from 2:24'],
  })
})

test('a hierarchy starts anywhere in a record and nowhere else', () => {
  for (const text of ['@CONTROL$0 rid=C-1', '@CONTROL rid=C-1 | maturity:int=$03', '@CONTROL rid=C-1 | $0']) {
    expect(hierarchyAt(text).items).toEqual(['CONTROL C-1 test.rec 1:1 at 1:14'])
  }
  for (const text of ['$0', '# note$0', '@NOTAG$0', '@DOC$0 domain=legal', '\n$0\n@CONTROL'])
    expect(hierarchyAt(text).items, text).toBeNull()
})

test('an item is found by its name after a change of the file', () => {
  const { snapshot, position } = open('@CONTROL rid=C-1$0')
  const [item] = prepareReferenceHierarchy(snapshot, position)!
  const { index } = snapshotOf('# note\n@CONTROL rid=C-1\n@EVIDENCE control_ref="C-1"')
  expect(incomingReferences(index, item!).map(({ from }) => show(from))).toEqual(['EVIDENCE C-1 test.rec 3:1 at 3:1'])
})
