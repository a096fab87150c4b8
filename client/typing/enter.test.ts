import { expect, test } from 'vitest'
import { afterBreak, barBeforeRecord, brokenLines, enterAt, isEmptyValue } from './enter.ts'

/** What Enter does at `$0`. */
function enter(text: string): string | undefined {
  const lines = text.split('\n')
  const line = lines.findIndex(one => one.includes('$0'))
  const [before = '', behind = ''] = lines[line]!.split('$0')
  return enterAt({ before, behind, above: lines[line - 1] ?? '', below: lines[line + 1] ?? '' })
}

test('a record ends behind its last value, and inside the quotes of its last value', () => {
  for (const text of [
    '@CONTROL rid=C-1$0',
    '@CONTROL rid=C-1 | title="a b$0"',
    '@CONTROL rid=C-1 | title="a \\"b\\" | c$0"',
    '@CONTROL rid=C-1 | title="$0"  ',
    '@CONTROL rid=C-1 | title="a" $0',
    '@CONTROL rid=C-1\n  | title="a$0"',
    '@CONTROL rid=C-1 | title="a$0" | status="" | maturity:int=',
    '@CONTROL rid=C-1 | maturity:int=3$0 | status="" | owner=""',
  ])
    expect(enter(text), text).toBe('recordEnd')
})

test('a text and a word of a record are not broken', () => {
  for (const text of [
    '@CONTROL title="a$0 b"',
    '@CONTROL title="a$0" | status="x"',
    '@CONTROL title="a$0 b',
    '@CONTROL rid=$0C-1',
    '@CONTROL rid=C$0-1 | title="x"',
    '@CON$0TROL rid=C-1',
  ])
    expect(enter(text), text).toBe('inside')
  for (const text of [
    '@CONTROL title="a$0 b"\n  | owner="x"',
    '@CONTROL title="$0"\n  | owner="x"',
    '@CONTROL rid=C-1$0\n  | owner="x"',
  ])
    expect(enter(text), text).toBe('aboveLines')
})

test('elsewhere Enter is what it always is', () => {
  for (const text of [
    '$0',
    'text$0',
    '# "note$0"',
    '@BEGIN "a$0"',
    '@END$0',
    '@CON$0',
    '@CONTROL rid=C-1 $0| title="x"',
    '@CONTROL rid=C-1$0 | title="x"',
    '@CONTROL rid=C-1 | $0title="x"',
    '$0@CONTROL rid=C-1',
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

test('an empty value is never complete', () => {
  for (const text of ['@X a=', '@X a= ', '@X a="', '@X a:date=', '@X b="=\\"" | a="', '  | a=" '])
    expect(isEmptyValue(text), text).toBe(true)
  for (const text of ['@X a=""', '@X a="b', '@X a=b', '@X a="b=', '@X a="b=\\"', '@X a', '@X a="b" | '])
    expect(isEmptyValue(text), text).toBe(false)
})

test('Enter breaks the line of each cursor', () => {
  const change = (line: number, text: string, endLine = line): Parameters<typeof brokenLines>[0][number] => ({
    range: { start: { line, character: 4 }, end: { line: endLine, character: endLine > line ? 2 : 4 } },
    text,
  })
  expect(brokenLines([change(3, '\n')])).toEqual([3])
  // VS Code reports the last one first.
  expect(brokenLines([change(7, '\r\n  | '), change(4, '\n'), change(3, '\n  ')])).toEqual([3, 5, 9])
  expect(brokenLines([change(7, '\n'), change(3, '\n', 5)])).toEqual([3, 6])
  expect(brokenLines([change(3, '\n'), change(3, '')])).toEqual([3])
  for (const other of ['x', '\nx', '\n|']) expect(brokenLines([change(3, '\n'), change(1, other)])).toEqual([])
  expect(brokenLines([change(3, '\n'), change(1, '', 2)])).toEqual([])
  expect(brokenLines([])).toEqual([])
})

/** Three lines after Enter at the end of the second one, with the edits that mend the break. */
function mended(...lines: readonly [above: string, line: string, below: string]): string {
  const [above, ...rest] = lines
  let text = rest.join('\n')
  const offset = (line: 0 | 1, column: number): number => column + (line === 1 ? rest[0].length + 1 : 0)
  for (const edit of afterBreak(...lines).toReversed())
    text = text.slice(0, offset(edit.line, edit.start)) + edit.text + text.slice(offset(edit.endLine, edit.end))
  return `${above}\n${text}`
}

/** Whether a break is right as it is. */
const isRight = (...lines: readonly [above: string, line: string, below: string]): boolean =>
  afterBreak(...lines).length === 0

test('the bar of the new line replaces the one at the end of a line', () => {
  expect(mended('', '@CONTROL rid=C-1 |', '  | ')).toBe('\n@CONTROL rid=C-1\n  | ')
  expect(mended('', '@CONTROL rid=C-1 | ', '  | title="x"')).toBe('\n@CONTROL rid=C-1\n  | title="x"')
  expect(mended('@X', '  | title="x" |', '  | ')).toBe('@X\n  | title="x"\n  | ')
  for (const line of ['@CONTROL title="x |', '# a |', '@BEGIN a |', 'text |', '@CONTROL rid=C-1'])
    expect(isRight('', line, '  | '), line).toBe(true)
  expect(isRight('', '@CONTROL rid=C-1 |', '')).toBe(true)
})

test('the rest of a text goes back to its line', () => {
  expect(mended('', '@CONTROL title="x', '"')).toBe('\n@CONTROL title="x"\n')
  expect(mended('@X', '  | title="a \\"b\\" | c', '  "  ')).toBe('@X\n  | title="a \\"b\\" | c"\n  ')
  expect(mended('', '@CONTROL title="x', ' y" ')).toBe('\n@CONTROL title="x y" \n')
  expect(mended('', '@CONTROL title="x', '" | status="y"')).toBe('\n@CONTROL title="x" | status="y"\n')
  expect(isRight('', '@CONTROL title="x', 'y')).toBe(true)
  expect(isRight('', '# note "x', '"')).toBe(true)
  expect(isRight('', '@CONTROL title="x"', '"')).toBe(true)
})

test('Enter on a line of only an indentation and a bar leaves it, also if what is typed next is already there', () => {
  expect(mended('@CONTROL rid=C-1', '  | ', '')).toBe('@CONTROL rid=C-1\n')
  expect(mended('@CONTROL rid=C-1', '  |', '  #')).toBe('@CONTROL rid=C-1\n#')
  // VS Code has removed the indentation.
  expect(mended('  | title="x"', '', '  @X')).toBe('  | title="x"\n@X')
  expect(isRight('@CONTROL rid=C-1', '', '')).toBe(true)
  expect(isRight('# note', '  ', '  ')).toBe(true)
  expect(isRight('@CONTROL rid=C-1', '  |', '  | ')).toBe(true)
})

test('a second Enter behind a quote that is not back yet leaves the indentation', () => {
  expect(mended('  | owner="Ana', '  "', '  ')).toBe('  | owner="Ana\n')
  expect(mended('  | owner="Ana', '  "', '  #')).toBe('  | owner="Ana\n#')
  expect(isRight('  | owner="Ana"', '  "', '  ')).toBe(true)
  expect(isRight('# "Ana', '  "', '  ')).toBe(true)
})

test('an @ behind the bar of an empty continuation line starts a record', () => {
  expect(barBeforeRecord('@CONTROL rid=C-1', '  | @')).toBe(4)
  expect(barBeforeRecord('  | title="x"', '\t|@ ')).toBe(2)
  // The indentation is that of the continuation line above.
  expect(barBeforeRecord('  | title="x"', '  @')).toBe(2)
  expect(barBeforeRecord('\t| title="x"', '  @')).toBe(0)
  for (const line of ['@', '| @', '  @', '  | @C', '  | title="@"', '  | a @', '@X | @'])
    expect(barBeforeRecord('@CONTROL rid=C-1', line), line).toBe(0)
  expect(barBeforeRecord('# note', '  | @')).toBe(0)
})
