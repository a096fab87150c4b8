/**
 * Encodes text as UTF-8. An escape can mean half a surrogate pair, which UTF-8 cannot encode. It becomes three bytes
 * that no other text has.
 *
 * @param more the number of zero bytes to add behind it
 */
export function utf8Of(text: string, more = 0): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length + more)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x80) return Uint8Array.from([...encoded(text), ...new Uint8Array(more)])
    bytes[index] = code
  }
  return bytes
}

function* encoded(text: string): Generator<number> {
  for (const character of text) {
    const point = character.codePointAt(0)!
    if (point < 0x80) yield point
    else if (point < 0x800) yield* [0xc0 | (point >> 6), 0x80 | (point & 63)]
    else if (point < 0x10000) yield* [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63)]
    else yield* [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63)]
  }
}

/** The text of valid UTF-8. */
export function textOfUtf8(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let position = start; position < end; ) {
    const first = bytes[position++]!
    let code = first
    if (first >= 0x80) {
      const more = bytesBehind(first)
      code = first & (0x3f >> more)
      for (let count = 0; count < more; count++) code = (code << 6) | (bytes[position++]! & 0x3f)
    }
    text += String.fromCodePoint(code)
  }
  return text
}

/** How many bytes follow the first one of a character that is not ASCII. */
function bytesBehind(first: number): number {
  if (first >= 0xf0) return 3
  return first >= 0xe0 ? 2 : 1
}
