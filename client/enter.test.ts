import { expect, test } from 'vitest'
import { enterAt } from './enter.ts'

/** What Enter does at `$0` of the last line. */
function enter(text: string): string | undefined {
  const lines = text.split('\n')
  const [before = '', behind = ''] = lines.at(-1)!.split('$0')
  return enterAt(before, behind, lines.at(-2) ?? '')
}

test('a record ends behind its last value, and inside the quotes of its last value', () => {
  for (const text of [
    '@CONTROL rid=C-1$0',
    '@CONTROL rid=C-1 | title="a b$0"',
    '@CONTROL rid=C-1 | title="a \\"b\\" | c$0"',
    '@CONTROL rid=C-1 | title="$0"  ',
    '@CONTROL rid=C-1 | title="a" $0',
    '@CONTROL rid=C-1\n  | title="a$0"',
  ])
    expect(enter(text), text).toBe('recordEnd')
})

test('elsewhere Enter is what it always is', () => {
  for (const text of [
    '$0',
    'text$0',
    '# "note$0"',
    '@BEGIN "a$0"',
    '@END$0',
    '@CONTROL rid=$0C-1',
    '@CONTROL title="a$0 b"',
    '@CONTROL title="a$0" | status="x"',
    '@CON$0',
    '@CONTROL rid=C-1 | st$0',
    '@CONTROL rid=C-1 |$0',
    '@CONTROL rid=C-1 | $0',
  ])
    expect(enter(text), text).toBeUndefined()
})

test('Enter leaves the indentation below a record', () => {
  expect(enter('@CONTROL rid=C-1\n  | $0')).toBe('indentation')
  expect(enter('@CONTROL rid=C-1\n  | title="x"\n  $0')).toBe('indentation')
  expect(enter('# note\n  $0')).toBeUndefined()
  expect(enter('@CONTROL rid=C-1\n$0')).toBeUndefined()
  expect(enter('@CONTROL rid=C-1\n  $0| title="x"')).toBeUndefined()
})
