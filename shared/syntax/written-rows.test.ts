import { expect, test } from 'vitest'
import { csvLine, jsonItems, jsonList, markdownHead, markdownRow, ndjsonOf } from './written-rows.ts'

test('a line of CSV ends with LF, and only cells that need them have quotes', () => {
  expect(csvLine(['a', '', 'b,c', 'd"e', ' f', 'g\th'])).toBe('a,,"b,c","d""e"," f",g\th\n')
})

test('a table of Markdown', () => {
  expect(markdownHead(['a|b', 'n'], column => column === 1) + markdownRow(['x', '1'])).toBe(
    '| a\\|b | n |\n| --- | --: |\n| x | 1 |\n',
  )
})

test('lists of JSON have an item on each line, whether they come at once or piece by piece', () => {
  const written = (...pieces: string[][]): string => {
    const list = jsonList()
    return pieces.map(list.some).join('') + list.end()
  }
  expect(written(['1', '2'], [], ['3'])).toBe('[\n1,\n2,\n3\n]\n')
  expect(written([], ['1'])).toBe('[\n1\n]\n')
  expect(written([])).toBe('[]\n')
  const write = jsonItems()
  expect(write(['1']) + write([]) + write(['2'])).toBe('\n1,\n2')
  expect(ndjsonOf(['1', '2'])).toBe('1\n2\n')
})
