import { expect, test } from 'vitest'
import { lostEntries } from './lost-entries.ts'

const before = `# Kept
# Lost
@CONTROL rid=C-1 | title="a" | owner=kim
  | note="mine"
@CONTROL rid=C-2 | title="b"
@EVIDENCE kind=report | title="x"
@EVIDENCE kind=report | title="x"
@BEGIN x
@END
`

test('what another text lacks is counted, whatever its order and quotes are', () =>
  expect(lostEntries(before, '@EVIDENCE title=x | kind="report"\n# Kept\n@CONTROL rid="C-1" | title="new"\n')).toEqual({
    records: 2,
    fields: 2,
    comments: 1,
    blocks: 1,
  }))

test('the same text lacks nothing, and a longer one neither', () => {
  const none = { records: 0, fields: 0, comments: 0, blocks: 0 }
  expect(lostEntries(before, before)).toEqual(none)
  expect(lostEntries(before, `@A\n${before}@CONTROL rid=C-3\n`)).toEqual(none)
  expect(lostEntries('', before)).toEqual(none)
})
