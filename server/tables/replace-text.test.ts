import { expect, test } from 'vitest'
import { changedText } from '../../shared/syntax/text-change.ts'
import { textOf } from '../../shared/syntax/tree.ts'
import { open } from '../../test/editor.ts'
import { replaceInRecords } from './replace-text.ts'

/** The text of a file after a replacement in all of its records. */
function replaced(text: string, wanted: Partial<Parameters<typeof replaceInRecords>[1]>): string {
  const { snapshot } = open(text, { fileName: 'a.compliance.rec' })
  const placed = snapshot.file.tree.entries.flatMap(({ kind }, record) =>
    kind === 'record' ? { snapshot, record } : [],
  )
  const all = ['rid', 'title', 'owner', 'maturity']
  const { files, left } = replaceInRecords(placed, {
    columns: all,
    find: 'a',
    replacement: '',
    matchesCase: false,
    isWholeCell: false,
    ...wanted,
  })
  const edits = files.flatMap(({ records }) => records.flatMap(record => record.edits))
  return changedText(textOf(snapshot.file.tree), edits) + (left > 0 ? `(${left} left)` : '')
}

test.each([
  [
    'everywhere in a cell, and not in ids',
    '@CONTROL rid=A.1 | title="A.b a.b"\n',
    { find: 'a.b', replacement: '$&"' },
    '@CONTROL rid=A.1 | title="$&\\" $&\\""\n',
  ],
  [
    'with its case',
    '@CONTROL title="Ab ab"\n',
    { find: 'ab', replacement: 'x', matchesCase: true },
    '@CONTROL title="Ab x"\n',
  ],
  [
    'whole cells',
    '@CONTROL title="Ann B." | owner="Ann"\n',
    { find: 'ann', replacement: 'Bob', isWholeCell: true },
    '@CONTROL title="Ann B." | owner="Bob"\n',
  ],
  [
    'in some columns',
    '@CONTROL title="Ann" | owner="Ann"\n',
    { find: 'Ann', replacement: 'Bob', columns: ['owner'] },
    '@CONTROL title="Ann" | owner="Bob"\n',
  ],
  [
    'a number',
    '@CONTROL title="4" | maturity:int=4\n',
    { find: '4', replacement: '5' },
    '@CONTROL title="5" | maturity:int=5\n',
  ],
  ['by nothing', '@CONTROL title="Ann" | owner="x"\n', { find: 'Ann' }, '@CONTROL owner="x"\n'],
  [
    'by a text with line breaks and signs of patterns',
    '@CONTROL title="(a-b)/[c]"\n',
    { find: '(a-b)/[c]', replacement: 'c\n' },
    '@CONTROL title="c\\n"\n',
  ],
  [
    'not where text is not closed',
    '@CONTROL title="b" | owner="a\n',
    { find: 'b', replacement: 'c' },
    '@CONTROL title="c" | owner="a\n',
  ],
])('a text is replaced %s', (_, before, wanted, after) => expect(replaced(before, wanted)).toBe(after))
