import { expect, test } from 'vitest'
import { offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { snapshotOf } from '../../test/editor.ts'
import { changedSelection } from '../../test/marked-selection.ts'
import { duplicateSelected } from './duplicate-records.ts'

const copied = (text: string, way: 'up' | 'down'): string | undefined =>
  changedSelection(text, (tree, selections) => {
    const answer = duplicateSelected(snapshotOf(textOf(tree)), { way, selections })
    if (!answer) return null
    const changes = answer.edits.map(({ range, newText }) => ({
      start: offsetAt(tree, range.start),
      end: offsetAt(tree, range.end),
      text: newText,
    }))
    return { changes, selections: answer.selections }
  })

test('a copy has the next free id, and the cursor is in it', () => {
  const text = '# Access.\n@CONTROL rid=C-1▮ | title="A"\n  | owner="x"\n@CONTROL rid=C-2\n'
  const [record, copy] = [
    '# Access.\n@CONTROL rid=C-1 | title="A"\n  | owner="x"\n',
    '# Access.\n@CONTROL rid=C-3▮ | title="A"\n  | owner="x"\n',
  ]
  expect(copied(text, 'down')).toBe(`${record}${copy}@CONTROL rid=C-2\n`)
  expect(copied(text, 'up')).toBe(`${copy}${record}@CONTROL rid=C-2\n`)
})

test('a copy between blank lines has a blank line, too', () => {
  expect(copied('@CONTROL rid=C▮-1\n\n@CONTROL rid=C-2\n', 'down')).toBe(
    '@CONTROL rid=C-1\n\n@CONTROL rid=C▮-3\n\n@CONTROL rid=C-2\n',
  )
  expect(copied('@RISK rid=R-1\n@CONTROL rid=C▮-1', 'down')).toBe('@RISK rid=R-1\n@CONTROL rid=C-1\n@CONTROL rid=C▮-2')
})

test('without a record there is no copy', () => {
  expect(copied('@CONTROL rid=C-1\n\n▮\n\n@BEGIN\n@END\n', 'down')).toBeUndefined()
})
