import { expect, test } from 'vitest'
import { hostileValues } from '../../test/hostile-values.ts'
import { readName, writtenName } from './patch-name.ts'

test.each(['a.rec', 'a b.rec', 'é.rec', '"a".rec', 'a\\b.rec', 'a\n+++ b/b.rec', ...Object.values(hostileValues)])(
  'the name %j is on one line of a patch, and is read again',
  name => {
    const written = writtenName(`a/${name}`)
    expect(written).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    expect(readName(written)).toBe(`a/${name}`)
  },
)

test('names are written in the way of git', () => {
  expect(writtenName('a/a\n\u001b"\\\u009b.rec')).toBe('"a/a\\n\\033\\"\\\\\\302\\233.rec"')
  expect(readName('"a/caf\\303\\251\\a\\v.rec"')).toBe('a/café\u0007\v.rec')
  expect(readName('"a/\\377.rec"')).toBe('a/\\377.rec')
  for (const name of ['"', 'a "b"', '"a" b']) expect(readName(name)).toBe(name)
})
