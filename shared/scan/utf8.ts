/**
 * Text as UTF-8. Half a surrogate pair, which no file can hold and an escape can mean, becomes three bytes of its own, so
 * that it is equal to no other text.
 */
export function utf8Of(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const character of text) {
    const point = character.codePointAt(0)!
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | point >> 6, 0x80 | point & 63)
    else if (point < 0x10000) bytes.push(0xe0 | point >> 12, 0x80 | point >> 6 & 63, 0x80 | point & 63)
    else bytes.push(0xf0 | point >> 18, 0x80 | point >> 12 & 63, 0x80 | point >> 6 & 63, 0x80 | point & 63)
  }
  return Uint8Array.from(bytes)
}
