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
