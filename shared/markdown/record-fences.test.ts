import { expect, test } from 'vitest'
import { onlyRecordFences } from './record-fences.ts'

const shown = (text: string): string => Buffer.from(onlyRecordFences(Buffer.from(text))).toString()

test('the lines of rec fences stay where they are, and all else is blank', () => {
  const text =
    '# é\r\n\n```rec\n@A rid=1\n```\n@B rid=2\n- list:\n\n  ~~~~ rec title\n  @C x="```"\n  ~~~\n  ~~~~\n```record\n@D\n```\n```rec\n@E'
  expect(shown(text)).toBe(
    '    \r\n\n      \n@A rid=1\n   \n        \n       \n\n                \n  @C x="```"\n  ~~~\n      \n         \n  \n   \n      \n@E',
  )
})

test.each(['', 'a', '```', '```rec', '```rec\n', '`````rec\n```\n@A\n`````\n', '``` `rec\n@A\n', '> ```rec\n> @A\n'])(
  'a text has as many bytes and lines as before: %j',
  text => {
    const only = shown(text)
    expect(only.length).toBe(text.length)
    expect(only.split('\n').length).toBe(text.split('\n').length)
    expect(only.includes('@A')).toBe(text.startsWith('`````'))
  },
)
