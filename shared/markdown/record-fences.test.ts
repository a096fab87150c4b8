import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownTexts } from '../../test/markdown-texts.ts'
import { runs } from '../../test/property-values.ts'
import { onlyFences, onlyRecordFences, onlyRecords, recordFences, withRecords } from './record-fences.ts'

const shownBytes = (text: string): string => Buffer.from(onlyRecordFences(Buffer.from(text))).toString()
const shown = (text: string): string => onlyFences(text, recordFences(text))

test('the lines of rec fences stay where they are, and all else is blank', () => {
  const text =
    '# é\r\n\n```rec\n@A rid=1\n```\n@B rid=2\n- list:\n\n  ~~~~ rec title\n  @C x="```"\n  ~~~\n  ~~~~\n```record\n@D\n```\n```rec\n@E'
  const rest =
    '\r\n\n      \n@A rid=1\n   \n        \n       \n\n                \n  @C x="```"\n  ~~~\n      \n         \n  \n   \n      \n@E'
  expect(shownBytes(text)).toBe(`    ${rest}`)
  expect(shown(text)).toBe(`   ${rest}`)
})

test.each(['', 'a', '```', '```rec', '```rec\n', '`````rec\n```\n@A\n`````\n', '``` `rec\n@A\n', '> ```rec\n> @A\n'])(
  'a text has as many bytes and lines as before: %j',
  text => {
    const only = shownBytes(text)
    expect(shown(text)).toBe(only)
    expect(only.length).toBe(text.length)
    expect(only.split('\n').length).toBe(text.split('\n').length)
    expect(only.includes('@A')).toBe(text.startsWith('`````'))
  },
)

test('a fence ends with its signs alone, or with the text', () => {
  expect(recordFences('```rec\n``` x\n```\u00a0\n``` \t\n@A\n  ~~~ rec\n@B\n')).toEqual([
    { start: 7, end: 18, isClosed: true, indent: '' },
    { start: 37, end: 40, isClosed: false, indent: '  ' },
  ])
})

test('a byte order mark is no part of the first line, and of no other one', () => {
  expect(shown('\ufeff```rec\n@A\n').trim()).toBe('@A')
  expect(shownBytes('\ufeff```rec\n@A\n').trim()).toBe('@A')
  expect(recordFences('\n\ufeff```rec\n@A\n')).toEqual([])
})

test('a text and its bytes have the same records', () =>
  fc.assert(
    fc.property(markdownTexts, text => {
      const linesOf = (only: string): string[] => only.split(/\r\n|[\r\n]/).map(line => line.trimEnd())
      expect(shown(text).length).toBe(text.length)
      expect(linesOf(shownBytes(text))).toEqual(linesOf(shown(text)))
    }),
    { numRuns: runs(500) },
  ))

const pageOfTwo = '# a\n\n```rec\n@A\n```\n\nb\n\n~~~rec\n@B\n~~~\nc\n'

test('the fences of a page get other records, and the rest of the page stays', () => {
  const records = shown(pageOfTwo).replace('@A\n', '@A\n@C\n\n@D\n').replace('@B', '@B x=1')
  expect(withRecords(pageOfTwo, records)).toBe(pageOfTwo.replace('@A\n', '@A\n@C\n\n@D\n').replace('@B', '@B x=1'))
  expect(withRecords(pageOfTwo, shown(pageOfTwo).replace('@A\n', ''))).toBe(pageOfTwo.replace('@A\n', ''))
})

test('a fence that no signs close gets records at its end', () => {
  const page = '- a\n  ```rec\n  @A\n'
  expect(withRecords(page, `${shown(page)}@B\n`)).toBe(`${page}  @B\n`)
  expect(withRecords('```rec\n', '      \n@A\n')).toBe('```rec\n@A\n')
})

test('a record in the fence of a list is indented as the fence is', () => {
  const page = '- a\n\n  ```rec\n  @A\n@Old\n  ```\n'
  expect(withRecords(page, shown(page).replace('@Old\n', '@Old x=1\n# c\n@B\n'))).toBe(
    page.replace('@Old\n', '  @Old x=1\n  # c\n  @B\n'),
  )
  expect(withRecords(page, shown(page).replace('  @A\n', '  @A\n@B\n'))).toBe(page.replace('  @A\n', '  @A\n  @B\n'))
  expect(withRecords(page, shown(page).replace('  @A\n', '  @A\nx\n'))).toBeUndefined()
})

test.each([
  ['below the last fence', `${shown(pageOfTwo)}@C\n`],
  ['between the fences', shown(pageOfTwo).replace('@A\n   \n\n', '@A\n   \n@C\n')],
  ['with the signs that end its fence', shown(pageOfTwo).replace('@A\n', '@A\n```\n')],
])('a record %s is none of a page', (_, records) => {
  expect(withRecords(pageOfTwo, records)).toBeUndefined()
})

test('a page without fences has no records', () => {
  expect(withRecords('a\n', ' \n')).toBe('a\n')
  expect(withRecords('a\n', '@A\n')).toBeUndefined()
})

test('a page with its own records is the page', () =>
  fc.assert(
    fc.property(markdownTexts, page => {
      expect(withRecords(page, onlyRecords('page.md', page))).toBe(page)
    }),
    { numRuns: runs(500) },
  ))

test('a page with changed records has these, or is none', () =>
  fc.assert(
    fc.property(markdownTexts, fc.nat(), fc.constantFrom('@Z\n', '', 'x', '```\n', '\n\n'), (page, at, inserted) => {
      const before = shown(page)
      const place = at % (before.length + 1)
      const records = before.slice(0, place) + inserted + before.slice(place)
      const written = withRecords(page, records)
      // In the fence of a list, a new record is indented.
      const unindented = (text: string): string => text.replace(/^[ \t]+/gm, '')
      if (written !== undefined) expect(unindented(shown(written))).toBe(unindented(records))
    }),
    { numRuns: runs(500) },
  ))
