import { expect, test } from 'vitest'
import { lastLineOf, startedAfter } from './new-record.ts'

const insert = (line: number, character: number, text: string): Parameters<typeof startedAfter>[1] => ({
  range: { start: { line, character }, end: { line, character } },
  text,
})

/** The fields that count as empty in a new record. */
const fieldsOf = (text: string): readonly string[] | undefined => startedAfter([], insert(0, 0, text))[0]?.fields

test('a record that is inserted at once, with an id at most, is a new one', () => {
  expect(fieldsOf('@FINDING rid=F-1 | severity="" | due:ts= | status=""')).toEqual(['severity', 'due', 'status'])
  expect(fieldsOf('@EVIDENCE control_ref="" | collected:ts=')).toEqual(['control_ref', 'collected'])
  expect(fieldsOf('@NOTE id="N 1" | text=""')).toEqual(['text'])
})

test('what is typed, copied or filled in is no new record', () => {
  for (const text of [
    '@',
    '@NOTE ',
    '@NOTE rid=N-1',
    '@NOTE rid=N-1 | text=""\n',
    '@NOTE rid=N-1 | text="x" | status=""',
    '@NOTE rid=N-1 | text="" | status="x"',
    '# @NOTE text=""',
    'text=""',
  ])
    expect(fieldsOf(text), text).toBeUndefined()
})

test('a record is followed until its start is replaced', () => {
  const records = startedAfter([], insert(2, 0, '@NOTE text=""'))
  const startsAfter = (...changes: Parameters<typeof startedAfter>[1][]) =>
    changes.reduce(startedAfter, records).map(({ start }) => start)
  expect(startsAfter(insert(0, 0, 'a\nb\n'), insert(4, 12, 'x'))).toEqual([{ line: 4, character: 0 }])
  const cut = { range: { start: { line: 1, character: 0 }, end: { line: 2, character: 3 } }, text: '' }
  expect(startsAfter(cut)).toEqual([])
})

test('a record goes on with the lines that start with a bar', () => {
  const lines = ['@NOTE a=""', '  | b=""', '\t| c=""', '| d', '']
  expect([0, 1, 4].map(line => lastLineOf(line, at => lines[at]))).toEqual([2, 2, 4])
})
