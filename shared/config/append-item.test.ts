import { expect, test } from 'vitest'
import { appendItem } from './append-item.ts'
import { itemsOf, parseJson } from './json.ts'

/** A JSON list with an item more. */
function appended(text: string, item: unknown): string {
  const list = parseJson(text)
  if ('reason' in list) throw new Error(list.reason)
  const { start, end, text: added } = appendItem(text, itemsOf(list), item, '  ')
  const after = text.slice(0, start) + added + text.slice(end)
  expect(JSON.parse(after)).toEqual([...JSON.parse(text), item])
  return after
}

const field = { name: 'x', tags: ['a', 'b'] }

test('an item has the form of the items before it', () => {
  expect(appended('["a"]', 'x')).toBe('["a", "x"]')
  expect(appended('["a","b"]', 'x')).toBe('["a","b","x"]')
  expect(appended('[\n  "a",\n  "b"\n]', 'x')).toBe('[\n  "a",\n  "b",\n  "x"\n]')
  expect(appended('[ { "name": "a" } ]', field)).toBe('[ { "name": "a" }, { "name": "x", "tags": [ "a", "b" ] } ]')
  expect(appended('[{"name": "a"}]', field)).toBe('[{"name": "a"}, {"name": "x", "tags": ["a", "b"]}]')
  expect(appended('[{"name":"a"},{"name":"b"}]', field)).toBe(
    '[{"name":"a"},{"name":"b"},{"name":"x","tags":["a","b"]}]',
  )
  expect(appended('[\r\n\t{ "name": "a" }\r\n]', field)).toBe(
    '[\r\n\t{ "name": "a" },\r\n\t{ "name": "x", "tags": [ "a", "b" ] }\r\n]',
  )
})

test('an item behind one in several lines is in several lines, below it', () => {
  expect(appended('[\n  {\n    "name": "a"\n  }\n]', { name: 'x' })).toBe(
    '[\n  {\n    "name": "a"\n  },\n  {\n    "name": "x"\n  }\n]',
  )
  expect(appended('[\r\n  {\r\n    "name": "a"\r\n  }\r\n]', { name: 'x' })).toBe(
    '[\r\n  {\r\n    "name": "a"\r\n  },\r\n  {\r\n    "name": "x"\r\n  }\r\n]',
  )
  expect(appended('[{\n  "name": "a"\n}]', { name: 'x' })).toBe('[{\n  "name": "a"\n}, {\n  "name": "x"\n}]')
})

test('texts with brackets and line breaks stay what they are', () => {
  expect(appended('[{ "name": "a" }]', { name: '[\n ] {\n }' })).toBe('[{ "name": "a" }, { "name": "[\\n ] {\\n }" }]')
})
