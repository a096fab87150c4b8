import { expect, test } from 'vitest'
import { enterAt, leftover } from './enter.ts'

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

/** Three lines after Enter at the end of the second one, without what is left over. */
function without(...lines: readonly [above: string, line: string, below: string]): string {
  const deletion = leftover(...lines)
  if (!deletion) return lines.join('\n')
  const [start, end] = deletion
  const [above, ...rest] = lines
  return [above, rest[start[0]]!.slice(0, start[1]) + rest[end[0]]!.slice(end[1]), ...rest.slice(end[0] + 1)].join('\n')
}

test('the bar of the new line replaces the one at the end of a line', () => {
  expect(without('', '@CONTROL rid=C-1 |', '  | ')).toBe('\n@CONTROL rid=C-1\n  | ')
  expect(without('', '@CONTROL rid=C-1 | ', '  | title="x"')).toBe('\n@CONTROL rid=C-1\n  | title="x"')
  expect(without('@X', '  | title="x" |', '  | ')).toBe('@X\n  | title="x"\n  | ')
  for (const line of ['@CONTROL title="x |', '# a |', '@BEGIN a |', 'text |', '@CONTROL rid=C-1'])
    expect(leftover('', line, '  | '), line).toBeUndefined()
  expect(leftover('', '@CONTROL rid=C-1 |', '')).toBeUndefined()
})

test('Enter on a line of only an indentation and a bar leaves it, also if what is typed next is already there', () => {
  expect(without('@CONTROL rid=C-1', '  | ', '')).toBe('@CONTROL rid=C-1\n')
  expect(without('@CONTROL rid=C-1', '  |', '  #')).toBe('@CONTROL rid=C-1\n#')
  // VS Code has removed the indentation.
  expect(without('  | title="x"', '', '  @X')).toBe('  | title="x"\n@X')
  expect(leftover('@CONTROL rid=C-1', '', '')).toBeUndefined()
  expect(leftover('# note', '  ', '  ')).toBeUndefined()
  expect(leftover('@CONTROL rid=C-1', '  |', '  | ')).toBeUndefined()
})
