import { expect, test } from 'vitest'
import { typedTags } from '../../server/requests/typed-tags.ts'
import { snapshotOf } from '../../test/editor.ts'
import { insertTyped, type KeyContext, pressKey, type TypedKey } from './keys.ts'

const [section] = typedTags(snapshotOf('', { fileName: 'a.compliance.rec', others: {} }))
const context: KeyContext = { tags: section!.tags, isInBlock: false, indentation: { size: 4, usesSpaces: true } }

/** The text after a key, with `$0` for the cursor before and after it. */
function press(marked: string, key: TypedKey, changes: Partial<KeyContext> = {}): string {
  const at = marked.indexOf('$0')
  const pressed = pressKey({ text: marked.replace('$0', ''), anchor: at, active: at }, key, { ...context, ...changes })
  return `${pressed.text.slice(0, pressed.active)}$0${pressed.text.slice(pressed.active)}`
}

test('Tab outside of records indents, as in any text', () => {
  expect(press('# a$0', 'next')).toBe('# a $0')
  expect(press('$0', 'next')).toBe('    $0')
  expect(press('# ab$0c', 'next')).toBe('# ab    $0c')
  expect(press('\t$0', 'next')).toBe('\t    $0')
  expect(press('# a$0', 'next', { indentation: { size: 4, usesSpaces: false } })).toBe('# a\t$0')
  expect(press('@CONTROL rid=C-1 | title="a$0"', 'next', { isInBlock: true })).toBe('@CONTROL rid=C-1 | title="a $0"')
  expect(press('@CONTROL rid=C-1 | title="a$0" | status=""', 'next')).toBe('@CONTROL rid=C-1 | title="a" | status="$0"')
})

test('Shift+Tab outside of records takes indentation away, as in any text', () => {
  expect(press('      # a$0', 'previous')).toBe('    # a$0')
  expect(press('  $0  # a', 'previous')).toBe('$0# a')
  expect(press('\t  # a$0', 'previous')).toBe('\t# a$0')
  expect(press('# a$0', 'previous')).toBe('# a$0')
})

test('Enter breaks the line; in a record, behind it', () => {
  expect(press('  # a$0b', 'enter')).toBe('  # a\n  $0b')
  expect(press('@CONTROL title="a$0b"', 'enter')).toBe('@CONTROL title="ab"\n$0')
  expect(press('@CONTROL title="a$0b"\n  | owner="x"\n  | a=1', 'enter')).toBe(
    '@CONTROL title="ab"\n  | owner="x"\n  | a=1\n$0',
  )
  expect(press('@CONTROL rid=C-1\n  | $0', 'enter')).toBe('@CONTROL rid=C-1\n$0')
  expect(press('@Ana owner=x$0', 'enter', { isInBlock: true })).toBe('@Ana owner=x\n$0')
})

/** The text after a bar that is typed, with `$0` for the cursor before and after it. */
function typeBar(marked: string, isInBlock = false): string {
  const at = marked.indexOf('$0')
  const typed = insertTyped({ text: marked.replace('$0', ''), anchor: at, active: at }, '|', { ...context, isInBlock })
  return `${typed.text.slice(0, typed.active)}$0${typed.text.slice(typed.active)}`
}

test('A bar behind a bar takes its place', () => {
  expect(typeBar('@CONTROL rid=C-1 | $0')).toBe('@CONTROL rid=C-1 |$0')
  expect(typeBar('@CONTROL rid=C-1 |   $0 | title=""')).toBe('@CONTROL rid=C-1 |$0 | title=""')
  expect(typeBar('@CONTROL rid=C-1\n  | $0')).toBe('@CONTROL rid=C-1\n  |$0')
  expect(typeBar('@CONTROL rid=C-1 $0')).toBe('@CONTROL rid=C-1 |$0')
  expect(typeBar('@CONTROL title="a | $0"')).toBe('@CONTROL title="a | |$0"')
  expect(typeBar('# a | $0')).toBe('# a | |$0')
  expect(typeBar('@CONTROL rid=C-1 | $0', true)).toBe('@CONTROL rid=C-1 | |$0')
})
