import { expect, test } from 'vitest'
import { offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { open } from '../../test/editor.ts'
import { inlineCompletion } from './inline-completion.ts'

/** The text after the inline completion at `$0` was accepted; undefined without one. `$` marks its first tab stop. */
function accepted(text: string): string | undefined {
  const { snapshot, position } = open(text)
  const [item] = inlineCompletion(snapshot, position)
  if (!item) return undefined
  const insert = typeof item.insertText === 'string' ? item.insertText : item.insertText.value
  const whole = textOf(snapshot.file.tree)
  const { start, end } = item.range!
  return whole.slice(0, offsetAt(snapshot.file.tree, start)) + insert + whole.slice(offsetAt(snapshot.file.tree, end))
}

const controls = (fields: string): string =>
  [1, 2, 3].map(number => `@CONTROL rid=C-${number} | ${fields.replaceAll('%', String(number))}\n`).join('')

test('the value that the last three records have', () => {
  const above = controls('owner="Platform | \\"x\\""')
  const field = `${above}@CONTROL rid=C-4 | owner=`
  expect(accepted(`${field}"$0"`)).toBe(`${field}"Platform | \\"x\\""`)
  expect(accepted(`${field}"Pla$0"`)).toBe(`${field}"Platform | \\"x\\""`)
  expect(accepted(`${field}"P$0la"`)).toBeUndefined()
  expect(accepted(`${field}"Risk$0" | title="y"`)).toBeUndefined()
  expect(accepted(`${controls('owner="O%"')}@CONTROL rid=C-4 | owner="$0"`)).toBeUndefined()
})

test('the field that follows in the last three records, with its list', () => {
  const above = controls('title="T%" | status="tested"')
  expect(accepted(`${above}@CONTROL rid=C-4 | title="New$0"`)).toBe(
    `${above}@CONTROL rid=C-4 | title="New" | status="$0"`,
  )
  expect(accepted(`${above}@CONTROL rid=C-4 | title="New"$0\n`)).toBe(
    `${above}@CONTROL rid=C-4 | title="New" | status="$0"\n`,
  )
  expect(accepted(`${above}@CONTROL rid=C-4$0`)).toBe(`${above}@CONTROL rid=C-4 | title="$0"`)
  const { snapshot, position } = open(`${above}@CONTROL rid=C-4 | title="New$0"`)
  expect(inlineCompletion(snapshot, position)[0]!.command?.command).toBe('editor.action.triggerSuggest')
  for (const text of ['title="$0"', 'title="New$0" | owner="x"', 'title="New" | $0', 'status="x" | title="New$0"'])
    expect(accepted(`${above}@CONTROL rid=C-4 | ${text}`), text).toBeUndefined()
})

test('a new record below three of the same tag', () => {
  const above = controls('title="T%"')
  expect(accepted(`${above}$0`)).toBe(`${above}@CONTROL rid=C-4$0`)
  expect(accepted(`${above}$0\n@EVIDENCE rid=E-1\n`)).toBe(`${above}@CONTROL rid=C-4$0\n@EVIDENCE rid=E-1\n`)
  expect(accepted(`${above}@EVIDENCE rid=E-1\n$0`)).toBeUndefined()
  expect(accepted(`${above}x$0`)).toBeUndefined()
})

test('nothing is certain with fewer records, in comments and in headers', () => {
  for (const text of [
    '$0',
    '@CONTROL rid=C-1 | owner="x"\n@CONTROL rid=C-2 | owner="x"\n@CONTROL rid=C-3 | owner="$0"',
    `${controls('owner="x"')}# $0`,
    `${controls('owner="x"')}@DOC domain=$0`,
    `${controls('owner="x"')}@CONTROL rid=C-4 | owner="$0" # note`,
  ])
    expect(accepted(text), text).toBeUndefined()
})
