import { expect, test } from 'vitest'
import { builtinRegistry, check } from '../../test/records.ts'
import { recordName } from '../domains/identity.ts'
import { applyChanges } from '../syntax/text-change.ts'
import { renameChanges } from './rename.ts'

/** A text after the record with the id A of a tag got another id; undefined if that is not possible. */
function renamed(text: string, to: string, tag = 'CONTROL'): string | undefined {
  const file = check(text)
  const changes = renameChanges(file, recordName(builtinRegistry.tagsNamed(tag)[0]!.fullName, 'A'), to)
  return changes && applyChanges(file.tree, changes)
}

test('a record gets another id, and so do the references to it', () => {
  expect(
    renamed('# A\n@CONTROL rid=A | title="A"\n@FINDING rid=A | control_ref="A"\n@FINDING control_ref="A-1"\n', 'B'),
  ).toBe('# A\n@CONTROL rid=B | title="A"\n@FINDING rid=A | control_ref="B"\n@FINDING control_ref="A-1"\n')
  expect(renamed('@SERVICE rid=A | dependencies="A, C,A"\n', 'B', 'SERVICE')).toBe(
    '@SERVICE rid=B | dependencies="B, C,B"\n',
  )
  expect(renamed('@SERVICE dependencies=[A, "A"] | title | rid="A"\n', 'B 1', 'SERVICE')).toBe(
    '@SERVICE dependencies=[B 1, "B 1"] | title | rid="B 1"\n',
  )
})

test.each([
  ['"A"', '"B 1"', '"B-1"'],
  ['A', '"B 1"', 'B-1'],
  ['rid:A', '"rid:B 1"', 'rid:B-1'],
  ["'A'", '"B 1"', "'B-1'"],
  ["'rid: A'", '"rid: B 1"', "'rid: B-1'"],
  ['"A"x', '"B 1"x', '"B-1"x'],
  ['"A', '"B 1', '"B-1'],
])('a reference written as %s keeps its quotes, or gets some if the new id needs them', (written, spaced, plain) => {
  const text = (reference: string): string => `@FINDING rid=F-1 | control_ref=${reference} | title="x"\n`
  expect(renamed(text(written), 'B 1')).toBe(text(spaced))
  expect(renamed(text(written), 'B-1')).toBe(text(plain))
})

test.each(['B"', 'B,C', 'B]', 'B\n', 'B\n  | x=1', 'B" | x="', 'B\\', 'B\\n', ' B', '', 'rid:B'])(
  'nothing changes where a reference would get another meaning: %j',
  id => {
    for (const text of ['@FINDING control_ref="A" | title="x"\n', '@FINDING control_ref="A, C"\n  | title="x"\n'])
      expect(renamed(`@CONTROL rid=A\n${text}`, id)).toBeUndefined()
  },
)

test('a record that no reference names can have any id', () => {
  expect(renamed('@CONTROL rid=A | title="x"\n', 'B" | x="\n')).toBe('@CONTROL rid="B\\" | x=\\"\\n" | title="x"\n')
  expect(renamed('@CONTROL rid= A | title="x"\n', '#')).toBeUndefined()
})

test('nothing changes where the record would become another one', () => {
  for (const id of ['#', '# x', '@', '|', 'B | C', '"', 'B |'])
    expect(renamed('@CONTROL rid= A | title="x"\n', id) ?? '@CONTROL rid=', id).toMatch(/^@CONTROL rid=/)
  expect(renamed('@FINDING control_ref=A | title="x"\n', 'B | C=1')).toBe(
    '@FINDING control_ref="B | C=1" | title="x"\n',
  )
  expect(renamed('@FINDING control_ref=[A, C] | title="x"\n', 'B]')).toBeUndefined()
})

test('records of other tags and entries that are no records stay as they are', () => {
  const text = '# A\n\n@BEGIN\n@CONTROL rid=A\n@END\nA\n@XYZZY rid=A\n@RISK rid=A\n@CONTROL title="A"\n'
  expect(renamed(text, 'B')).toBe(text)
})
