import { expect, test } from 'vitest'
import { mayBeData } from './pasted-data.ts'

test('JSON and tables with names of columns may be data', () => {
  for (const text of ['{"rid":1}', ' [\n', 'rid,title\nC-1,x', 'rid\ttitle\r\nC-1\tx\r\n', 'a;b\n1;2'])
    expect(mayBeData(text), text).toBe(true)
})

test('records, comments, prose and single lines are none', () => {
  for (const text of ['@A a=1 | b=2\n@A a=1', '# a, b\nc', 'a, b\n', 'one\ntwo', 'x', ''])
    expect(mayBeData(text), text).toBe(false)
})
