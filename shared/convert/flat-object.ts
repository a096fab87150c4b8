import { BACKSLASH, CLOSE_BRACE, COLON, OPEN_BRACE, QUOTE } from '../syntax/characters.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { lookOfNumber } from './json-lines.ts'
import { readKey } from './keys.ts'
import { isTag } from './plain-record.ts'
import type { Given, GivenField } from './record-text.ts'

/** An object of JSON as a record, and the offset behind it. */
export interface FlatObject {
  readonly given: Given
  readonly end: number
}

/**
 * Makes a function that reads the object of JSON at an offset, as most are: with correct keys, and no lists or objects
 * in it. It keeps what is written, and is several times as fast as a parser that makes nodes. It returns undefined for
 * any other text.
 *
 * @param defaultTag the tag of an object without one
 * @param readName reads a key
 */
export function flatObjectReader(
  defaultTag: string | undefined,
  readName: typeof readKey = readKey,
): (text: string, start: number) => FlatObject | undefined {
  const keys = new Map<string, ReturnType<typeof readKey>>()
  const keyNamed = (text: string): ReturnType<typeof readKey> => {
    let key = keys.get(text)
    if (!key) {
      key = readName(text)
      if (keys.size >= 1000) keys.clear()
      keys.set(text, key)
    }
    return key
  }

  return (text, start) => {
    if (text.charCodeAt(start) !== OPEN_BRACE) return undefined
    let ownTag: string | undefined
    const fields: GivenField[] = []
    let position = behindSpace(text, start + 1)
    let isOpen = text.charCodeAt(position) !== CLOSE_BRACE
    while (isOpen) {
      const keyEnd = endOfJsonString(text, position)
      const keyText = keyEnd === undefined ? undefined : stringBetween(text, position, keyEnd)
      if (keyText === undefined) return undefined
      position = behindSpace(text, keyEnd!)
      if (text.charCodeAt(position) !== COLON) return undefined
      position = behindSpace(text, position + 1)

      const isString = text.charCodeAt(position) === QUOTE
      const end = isString ? endOfJsonString(text, position) : endOfLiteral(text, position)
      const value = end === undefined ? undefined : (isString ? stringBetween : literalBetween)(text, position, end)
      if (value === undefined) return undefined
      if (keyText === '$tag') {
        if (!isString || ownTag !== undefined) return undefined
        ownTag = value
      } else {
        const key = keyNamed(keyText)
        if ('problem' in key) return undefined
        const { name, type } = key
        // A key with the value null gives no field.
        if (isString) fields.push({ name, type, look: 'string', value, isList: false })
        else if (value !== 'null') fields.push({ name, type, look: lookOfLiteral(value), value, isList: false })
      }
      position = behindSpace(text, end!)
      const code = text.charCodeAt(position)
      isOpen = code === COMMA
      if (!isOpen && code !== CLOSE_BRACE) return undefined
      if (isOpen) position = behindSpace(text, position + 1)
    }
    const tag = ownTag ?? defaultTag
    return tag !== undefined && isTag(tag) ? { given: { kind: 'record', tag, fields }, end: position + 1 } : undefined
  }
}

const lookOfLiteral = (written: string): TypeName =>
  written === 'true' || written === 'false' ? 'bool' : lookOfNumber(written)

/** The offset behind white space of JSON. */
export function behindSpace(text: string, start: number): number {
  let position = start
  for (;;) {
    const code = text.charCodeAt(position)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return position
    position++
  }
}

/** The offset behind the string at an offset; undefined if no string starts there, or none ends. */
function endOfJsonString(text: string, start: number): number | undefined {
  if (text.charCodeAt(start) !== QUOTE) return undefined
  let quote = text.indexOf('"', start + 1)
  while (quote > 0 && isQuoteEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote < 0 ? undefined : quote + 1
}

/** Whether an odd number of backslashes stands before a quote. */
function isQuoteEscaped(text: string, quote: number): boolean {
  let first = quote
  while (text.charCodeAt(first - 1) === BACKSLASH) first--
  return (quote - first) % 2 === 1
}

/** What a string means; undefined if it is not a string of JSON. */
function stringBetween(text: string, start: number, end: number): string | undefined {
  const inside = text.slice(start + 1, end - 1)
  if (needsNoReading.test(inside)) return inside
  try {
    return JSON.parse(text.slice(start, end)) as string
  } catch {
    return undefined
  }
}

/** Without escapes, and without control characters, which JSON has as escapes only. */
const needsNoReading = /^[^\\\0-\x1f]*$/

const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

/** The offset behind the number, `true`, `false` or `null` at an offset; undefined if there is none. */
function endOfLiteral(text: string, start: number): number | undefined {
  literal.lastIndex = start
  return literal.test(text) ? literal.lastIndex : undefined
}

const literalBetween = (text: string, start: number, end: number): string => text.slice(start, end)

const COMMA = 0x2c
