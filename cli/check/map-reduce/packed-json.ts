import { PackedTexts } from '../../../shared/scan/packed-texts.ts'
import { BACKSLASH, QUOTE } from '../../../shared/syntax/characters.ts'

/** The same as `JSON.stringify`, as bytes. Packed texts without escapes do not become a string on the way. */
export function packedJson(value: object): Uint8Array {
  const pieces: Uint8Array[] = []
  let text = ''
  const write = (item: unknown): void => {
    if (item instanceof PackedTexts) {
      if (hasEscapes(item)) text += JSON.stringify(item)
      else {
        pieces.push(Buffer.from(`${text}"`), item.bytes.subarray(0, item.length))
        text = '"'
      }
    } else if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
      let between = '{'
      for (const [name, one] of Object.entries(item)) {
        if (one === undefined) continue
        text += `${between}${JSON.stringify(name)}:`
        between = ','
        write(one)
      }
      text += between === '{' ? '{}' : '}'
    } else text += JSON.stringify(item)
  }
  write(value)
  pieces.push(Buffer.from(text))
  return Buffer.concat(pieces)
}

function hasEscapes({ bytes, length }: PackedTexts): boolean {
  const texts = Buffer.from(bytes.buffer, bytes.byteOffset, length)
  return texts.includes(QUOTE) || texts.includes(BACKSLASH)
}

/**
 * The same as `JSON.parse`, but long strings may be bytes of UTF-8 that nobody has validated.
 *
 * @throws SyntaxError
 */
export function parsePackedJson(bytes: Uint8Array): unknown {
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!isLong(json) || json.includes(BACKSLASH)) return JSON.parse(json.toString())
  const texts: Uint8Array[] = []
  let short = ''
  let start = 0
  for (let open = json.indexOf(QUOTE); open >= 0; ) {
    const close = json.indexOf(QUOTE, open + 1)
    if (close < 0) break
    const text = json.subarray(open + 1, close)
    if (isLong(text)) {
      short += `${json.toString('utf8', start, open)}{${standIn}:${texts.length}}`
      texts.push(text)
      start = close + 1
    }
    if (text.length === name.length && text.toString() === name) return JSON.parse(json.toString())
    open = json.indexOf(QUOTE, close + 1)
  }
  return withTexts(JSON.parse(short + json.toString('utf8', start)), texts)
}

/** Whether the bytes of a string are so many that it repays not to decode it. */
export const isLong = ({ length }: Uint8Array): boolean => length >= leastBytes

const leastBytes = 1024
/** The name in the objects that stand for long strings while the rest is parsed. */
const name = 'a long text'
const standIn = `"${name}"`

/** Puts texts in their places in a value, which it may change. */
function withTexts(value: unknown, texts: readonly Uint8Array[]): unknown {
  if (typeof value !== 'object' || value === null || texts.length === 0) return value
  const object = value as Record<string, unknown>
  if (name in object) return texts[Number(object[name])]
  for (const [key, item] of Object.entries(object)) if (typeof item === 'object') object[key] = withTexts(item, texts)
  return object
}
