import { expect, test } from 'vitest'
import { compareWords } from './words.ts'

test('two texts have words of both and of one', () => {
  expect(compareWords('one two three', 'one 2 three')).toEqual([
    { text: 'one ', side: 'both' },
    { text: 'two', side: 'before' },
    { text: '2', side: 'after' },
    { text: ' three', side: 'both' },
  ])
  expect(compareWords('a', 'a b')).toEqual([
    { text: 'a', side: 'both' },
    { text: ' b', side: 'after' },
  ])
  expect(compareWords('a', 'a')).toEqual([{ text: 'a', side: 'both' }])
})

test('a comparison without time gives up', () => expect(compareWords('one two', 'three four', -1)).toBeUndefined())
