import fc from 'fast-check'
import { parseTree } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { descriptorJson } from '../../test/descriptor-json.ts'
import { runs } from '../../test/property-values.ts'
import { jsonItemSpans, offsetsInString, parseJson } from './json.ts'

const problem = (text: string): string => {
  const result = parseJson(text)
  return 'reason' in result ? `«${text.slice(result.start, result.end)}» ${result.reason}` : 'none'
}

test.each([
  ['{}', 'none'],
  ['\ufeff[1, "a"]', 'none'],
  ['', '«» it is empty; write its contents in { }'],
  [' \n', '« \n» it is empty; write its contents in { }'],
  ['{ "a": 1 "b": 2 }', '«"b"» a comma is missing before this; add it'],
  ['{ "a": 1, }', '«}» there is a comma with nothing behind it; remove the comma'],
  ['[1, ]', '«]» there is a comma with nothing behind it; remove the comma'],
  ['{ "a" 1 }', '«1» a colon is missing here; write it behind the key'],
  ['{ "a": }', '«}» a value is missing here; write one'],
  ['{ a: 1 }', '«a» "a" has no place in JSON; put text in double quotes'],
  ["{ 'a': 1 }", `«'a'» "'a'" has no place in JSON; put text in double quotes`],
  ['{ "a": 1', '«» a closing } is missing; add it'],
  ['[1', '«» a closing ] is missing; add it'],
  ['{} 5', '«5» there is something behind the end; remove it'],
  ['{ // note\n}', '«// note» there is a comment; remove it'],
  ['{ /* note */ }', '«/* note */» there is a comment; remove it'],
  ['["a\n"]', '«"a» there is text without its closing quote; add it'],
  ['["\\d"]', '«"\\d"» there is a single backslash in text; write it twice'],
  ['["\\u12"]', '«"\\u12"» there is \\u without four hexadecimal digits after it; write four, or a double backslash'],
  [
    '["\t"]',
    '«"\t"» there is a tab, line end or other control character in text; write it as \\t, \\n or \\u and four digits',
  ],
  ['[1.]', '«1.» there is a number that is not complete; write it as 5 or 4.5'],
])('what is wrong with %j', (text, expected) => expect(problem(text)).toBe(expected))

test('deep nesting', () => {
  for (const text of ['['.repeat(1_000_000), '{"a":'.repeat(1_000_000), '['.repeat(500_000) + ']'.repeat(500_000)]) {
    expect(problem(text)).toContain('nested too deeply')
  }
})

test('accepts exactly what is JSON', () => {
  const damaged = fc
    .tuple(
      descriptorJson(),
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', ',', '"', '\\', '}', '[', '0', '-', '.', 'e', '\u0000', 'null', ' ', '//'),
    )
    .map(([value, place, length, inserted]) => {
      const text = JSON.stringify(value)
      const at = place % (text.length + 1)
      return text.slice(0, at) + inserted + text.slice(at + length)
    })
  fc.assert(
    fc.property(damaged, text => {
      expect(problem(text) === 'none').toBe(isJson(text))
      expect(items(text)).toEqual(itemsByTree(text))
    }),
    { numRuns: runs(300) },
  )
})

test('the items of a list, or the only value', () => {
  expect(items('\ufeff[1, {"a": [2]}, [], "x"]')).toEqual(['1', '{"a": [2]}', '[]', '"x"'])
  expect(items('[]')).toEqual([])
  expect(items(' {"a": [1, 2]} ')).toEqual(['{"a": [1, 2]}'])
  expect(items('3')).toEqual(['3'])
  for (const text of ['', '[1', '[1]]', '['.repeat(1_000_000)]) expect(items(text)).toEqual(itemsByTree(text))
})

function items(text: string): unknown {
  const found = jsonItemSpans(text)
  return 'reason' in found ? found : found.map(({ start, end }) => text.slice(start, end))
}

/** The items of all of the text as it is read at once. */
function itemsByTree(text: string): unknown {
  const root = parseJson(text)
  if ('reason' in root) return root
  return (root.type === 'array' ? root.children! : [root]).map(({ offset, length }) =>
    text.slice(offset, offset + length),
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('each character of a string leads to its place in the file and back, through all escapes', () => {
  const written = fc.array(fc.constantFrom('a', '\\"', '\\\\', '\\u0041', '\\ud83d\\ude00', '\\n', 'é', '/', '\\/'))
  fc.assert(
    fc.property(written, fc.boolean(), (parts, isClosed) => {
      const text = `{ "key": "${parts.join('')}${isClosed ? '" }' : ''}`
      const node = parseTree(text)!.children![0]!.children![1]!
      const said = node.value as string
      const { toFile, toText } = offsetsInString(text, node)
      expect(toFile(0)).toBe(node.offset + 1)
      for (let offset = 0; offset <= said.length; offset++) expect(toText(toFile(offset))).toBe(offset)
      for (let offset = 0; offset < said.length; offset++)
        expect(JSON.parse(`"${text.slice(toFile(offset), toFile(offset + 1))}"`)).toBe(said[offset])
    }),
  )
})

test('a place inside an escape belongs to its character', () => {
  const text = '"a\\u0041b"'
  const { toText } = offsetsInString(text, parseTree(text)!)
  expect([0, 1, 2, 3, 7, 8, 9, 10].map(toText)).toEqual([0, 0, 1, 1, 1, 2, 3, 3])
})
