import { expect, test } from 'vitest'
import { allowedInXml } from './xml-text.ts'

test('characters that XML does not allow are replaced, and no others', () => {
  expect(allowedInXml('a\0b\u001fc\ud83d\uffff\ufffe')).toBe('a\ufffdb\ufffdc\ufffd\ufffd\ufffd')
  const allowed = 'a\t\n\r \u007f\ud7ff\ue000\ufffd🙂\u{10ffff}'
  expect(allowedInXml(allowed)).toBe(allowed)
})
