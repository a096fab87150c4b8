import { expect, test } from 'vitest'
import { open } from '../../test/editor.ts'
import { cursorAt, isAtLineStart } from './cursor.ts'

/** What stands at `$0`: its kind, and the text of its span between brackets. */
function at(text: string): string {
  const {
    snapshot: { file },
    position,
  } = open(text)
  const cursor = cursorAt(file, position)
  if (!cursor || cursor.kind === 'nothing') return cursor?.kind ?? 'no entry'
  const { text: entryText } = file.tree.entries[cursor.entry]!
  const { start, end } = cursor.span
  const separator = cursor.kind === 'field' && cursor.needsSeparator ? ' behind nothing that separates' : ''
  return `${cursor.kind} ⟨${entryText.slice(start, end)}⟩${separator}`
}

const expectAt = (expected: string, ...texts: string[]): void => {
  for (const text of texts) expect(`${text} → ${at(text)}`).toBe(`${text} → ${expected}`)
}

test('a tag, from the @ to its end', () => {
  expectAt(
    'tag ⟨@CONTROL⟩',
    '$0@CONTROL',
    '@$0CONTROL',
    '@CON$0TROL x=1',
    '@CONTROL$0',
    '@CONTROL$0 x=1',
    '@CONTROL$0|',
    '  @CON$0TROL',
    '\ufeff@$0CONTROL',
    '# a\r\n@CON$0TROL\r\n',
  )
  expectAt('tag ⟨@⟩', '@$0', '@$0 ', '@$0 | x=1')
  expectAt('tag ⟨@ CONTROL⟩', '@$0 CONTROL', '@ $0CONTROL', '@ CON$0TROL')
})

test('the name, the type and the value of a field', () => {
  expectAt(
    'name ⟨rid⟩',
    '@A $0rid=1',
    '@A r$0id=1',
    '@A rid$0=1',
    '@A x=1|$0rid',
    '@A rid$0',
    '@A rid$0 = 1',
    '@A x=1\n | r$0id=2',
  )
  expectAt('type ⟨int⟩', '@A x:$0int=1', '@A x:int$0=1', '@A x:in$0t', '@A x : $0int = 1')
  expectAt('type ⟨⟩', '@A x:$0', '@A x:$0=1', '@A x:$0 | y=1')
  expectAt('type ⟨ ⟩', '@A x: $0')
  expectAt('type ⟨ int⟩', '@A x:$0 int=1')
  expectAt('value ⟨1⟩', '@A x=$01', '@A x=1$0', '@A x = $01 | y=2', '@A x:int=1$0')
  expectAt('value ⟨"a b"⟩', '@A x=$0"a b"', '@A x="a $0b"', '@A x="a b$0"')
  expectAt('value ⟨[a, b]⟩', '@A x=[a,$0 b]', '@A x=$0[a, b]')
  expectAt('value ⟨in progress⟩', '@A x=in pro$0gress')
})

test('places for a value', () => {
  expectAt('value ⟨⟩', '@A x=$0', '@A x= $0', '@A x=$0 | y=1', '@A x=$0| y=1', '@A x=$0 y=1', '@A x=$0\n | y=1')
  expectAt('value ⟨ "a"⟩', '@A x=$0 "a"')
  expectAt('value ⟨"a⟩', '@A x="a$0', '@A x="a$0 | y=1')
  expectAt('value ⟨"a  ⟩', '@A x="a  $0')
  expectAt('name ⟨y⟩', '@A x= $0y=1')
})

test('places for a field', () => {
  expectAt('field ⟨⟩', '@A $0', '@A $0 x=1', '@A x=1 | $0', '@A x=1 |$0', '@A x=1 |$0| y=2', '@A x=1\n | $0')
  expectAt('field ⟨⟩ behind nothing that separates', '@A x="a" $0', '@A x="a" $0 | y=1', '@A x $0')
  expectAt('field ⟨word⟩ behind nothing that separates', '@A "b" wo$0rd')
})

test('places for a record', () => {
  expectAt(
    'line ⟨⟩',
    '\n\n$0',
    '@A x=1\n$0',
    '# a\n$0\n',
    '@A x=1\r\n$0\r\n@B',
    '@BEGIN\n@END\n$0',
    'word\n$0',
    '\ufeff$0',
  )
  expectAt('line ⟨  ⟩', '  $0', '@A x=1\n  $0  \n')
  expectAt('line ⟨CONT⟩', 'CONT$0', '  CO$0NT\n', '$0CONT')
})

test('places for nothing', () => {
  expectAt('no entry', '$0')
  expectAt(
    'nothing',
    '# a$0',
    '#$0 a\n',
    '@BEGIN$0\n',
    '@BEGIN\n$0',
    '@BEGIN\nx$0\n@END',
    'two wo$0rds',
    '"x$0"',
    '$0  @A',
    '@A x="a"$0',
    '@A x=[a]$0',
    '@A x $0= 1',
    '@A x  $0= 1',
    '@A x $0 = 1',
    '@A x $0:int=1',
    '@A x $0 :int=1',
    '@A x:int $0=1',
    '@A x:int $0 = 1',
    '@A x=1 # no$0te',
    '@A "a" b$0 "c"',
    '@A $0"a"',
    '@A x=1\n$0 | y=1',
  )
})

test('the start of a line, after a byte order mark', () => {
  expect([0, 1, 2, 3].map(offset => isAtLineStart('a\nb', offset))).toEqual([true, false, true, false])
  expect([0, 1, 2].map(offset => isAtLineStart('\ufeffa', offset))).toEqual([true, true, false])
  expect(isAtLineStart('  a', 2)).toBe(false)
})
