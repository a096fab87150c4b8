import { describe, expect, test } from 'vitest'
import { ownFolder } from '../../../test/own-folder.ts'
import type { Content } from './content.ts'
import { type ByteRange, PartReader, partRanges, wholeFile } from './part-reader.ts'

const { at, write } = ownFolder()

const inMemory = (text: string): Content => {
  const bytes = Buffer.from(text)
  return { bytes, size: bytes.length }
}

/** The text of a part, with its first byte in the file; what follows the text is checked. */
function partOf(content: Content, range: ByteRange, reader = new PartReader()): string | undefined {
  const part = reader.read(content, range)
  if (part === undefined) return undefined
  if (part === 'too long') return part
  const { start, bytes, textEnd, end, decode } = part
  const text = decode(0, textEnd)
  const lacksLineEnd = text !== '' && !/[\r\n]$/.test(text)
  expect(end).toBe(lacksLineEnd ? textEnd + 1 : textEnd)
  if (lacksLineEnd) expect(bytes[textEnd]).toBe(0x0a)
  expect(bytes.length).toBe(textEnd + 4)
  return `${start}: ${text}`
}

describe('a part', () => {
  const text = '# a\n@A x\n  @B\n\n@C\r\n@D\r@E x@F\n@'

  test('has the entries that start in a range, up to the first line with @ behind it', () => {
    const content = inMemory(text)
    const starts = [4, 15, 19, 22, 29]
    for (let start = 1; start < text.length; start++)
      for (let end = start + 1; end <= text.length; end++) {
        const first = starts.find(place => place >= start && place < end)
        const next = starts.find(place => place >= end) ?? text.length
        const expected = first === undefined ? undefined : `${first}: ${text.slice(first, next)}`
        expect(partOf(content, { start, end }), `${start}-${end}`).toBe(expected)
      }
  })

  test('at the start of a file has all up to the first line with @ behind the range', () => {
    expect(partOf(inMemory(text), { start: 0, end: 1 })).toBe('0: # a\n')
    expect(partOf(inMemory(text), { start: 0, end: 4 })).toBe('0: # a\n')
    expect(partOf(inMemory(text), { start: 0, end: 5 })).toBe('0: # a\n@A x\n  @B\n\n')
    expect(partOf(inMemory(text), wholeFile)).toBe(`0: ${text}`)
    expect(partOf(inMemory(''), wholeFile)).toBe('0: ')
  })

  test.each(['@A', '# a\n', '', '@A\r'])('has no byte order mark before %j', rest => {
    const content = inMemory(`\ufeff${rest}`)
    expect(partOf(content, wholeFile)).toBe(`3: ${rest}`)
    expect(new PartReader().head(content)).toBe(rest)
  })

  test('that starts later keeps what looks like a byte order mark', () => {
    expect(partOf(inMemory('#\n@A \ufeff\n'), { start: 1, end: 9 })).toBe('2: @A \ufeff\n')
    expect(partOf(inMemory('@\ufeff'), wholeFile)).toBe('0: @\ufeff')
  })

  test('is whole however long it is', () => {
    const long = `@A x="${'é'.repeat(70_000)}"\n`
    write({ 'a.rec': `${long}@B\n${long}` })
    const [size, reader] = [Buffer.byteLength(long), new PartReader()]
    for (const content of [inMemory(`${long}@B\n${long}`), { path: at('a.rec'), size: 2 * size + 3 }]) {
      expect(partOf(content, { start: 0, end: 1 }, reader)).toBe(`0: ${long}`)
      expect(partOf(content, { start: 1, end: size + 1 }, reader)).toBe(`${size}: @B\n`)
      expect(partOf(content, { start: size + 2, end: size + 4 }, reader)).toBe(`${size + 3}: ${long}`)
    }
    reader.close()
  })

  test('is that of its own file, in whatever order files are read', () => {
    write({ 'a.rec': '@A\n', 'b.rec': '@B b\n' })
    const [a, b] = [
      { path: at('a.rec'), size: 3 },
      { path: at('b.rec'), size: 5 },
    ]
    const reader = new PartReader()
    const all = [a, b, a, a, b].map(content => partOf(content, wholeFile, reader))
    expect(all).toEqual(['0: @A\n', '0: @B b\n', '0: @A\n', '0: @A\n', '0: @B b\n'])
    reader.close()
    reader.close()
    expect(partOf(a, wholeFile, reader)).toBe('0: @A\n')
    reader.close()
  })

  test('ends where its file ends now if the file was cut', () => {
    write({ 'a.rec': '@A\n@B' })
    const reader = new PartReader()
    expect(partOf({ path: at('a.rec'), size: 9 }, wholeFile, reader)).toBe('0: @A\n@B')
    expect(partOf({ path: at('a.rec'), size: 9 }, { start: 7, end: 9 }, reader)).toBeUndefined()
    reader.close()
  })
})

test('a file is cut into ranges of a size, of which the first one is always there', () => {
  const ranges = (range: ByteRange, size: number): string[] =>
    Array.from(partRanges(range, { bytes: new Uint8Array(), size }, 10), ({ start, end }) => `${start}-${end}`)
  expect(ranges(wholeFile, 0)).toEqual(['0-0'])
  expect(ranges(wholeFile, 10)).toEqual(['0-10'])
  expect(ranges(wholeFile, 21)).toEqual(['0-10', '10-20', '20-21'])
  expect(ranges({ start: 5, end: 18 }, 100)).toEqual(['5-15', '15-18'])
  expect(ranges({ start: 5, end: 18 }, 16)).toEqual(['5-15', '15-16'])
  expect(ranges({ start: 16, end: 18 }, 16)).toEqual([])
})

test('the head of a file is its first 64 KB', () => {
  const reader = new PartReader()
  expect(reader.head(inMemory(`${'a'.repeat(2 ** 16 - 1)}bcd`))).toBe(`${'a'.repeat(2 ** 16 - 1)}b`)
  expect(reader.head(inMemory('@A\n'))).toBe('@A\n')
  expect(reader.head(inMemory(''))).toBe('')
})

describe('an entry', () => {
  const entryAt = (text: string, offset: number): string => new PartReader().entryAt(inMemory(text), offset)

  test('goes on with the lines that continue it', () => {
    expect(entryAt('@A\n@B x\n  | y\n@C\n', 3)).toBe('@B x\n  | y\n')
    expect(entryAt('@A\n@B x\r\n  | y', 3)).toBe('@B x\r\n  | y')
    expect(entryAt('@A\n@B', 3)).toBe('@B')
  })

  test('is whole wherever its lines are where one piece of the file ends and the next starts', () => {
    const reader = new PartReader()
    const wrong: string[] = []
    const rest = ['', '\t  | y\r\n', '<<<<<<< HEAD\n  | y\n=======\n>>>>>>> x\n  | z\n']
    for (let length = 2 ** 12 - 40; length < 2 ** 12 + 3; length++) {
      const first = `@A ${'x'.repeat(length - 4)}\n`
      for (const more of rest)
        for (const below of ['', '@B\n', '======= \n@B\n'])
          if (reader.entryAt(inMemory(`#\n${first}${more}${below}`), 2) !== `${first}${more}`)
            wrong.push(`${length} ${more}${below}`)
    }
    expect(wrong).toEqual([])
  })

  test('is whole however long it is', () => {
    for (const length of [2 ** 13 - 1, 2 ** 13, 40_000]) {
      const first = `@A ${'x'.repeat(length - 4)}\n  | y\n`
      expect(entryAt(`#\n${first}@B\n`, 2) === first, String(length)).toBe(true)
    }
  })
})
