/** An IP address. */
interface Address {
  readonly version: 4 | 6
  /** Its bytes, the first one first. */
  readonly bytes: readonly number[]
}

/** The IP address of a text, of RFC 791 or RFC 4291; undefined for any other text. */
export function ipOf(text: string): Address | undefined {
  if (!text.includes(':')) {
    const bytes = bytesOfVersion4(text)
    return bytes && { version: 4, bytes }
  }
  const bytes = bytesOfVersion6(text)
  return bytes && { version: 6, bytes }
}

/** Whether a text is a block of addresses such as `10.0.0.0/8` (RFC 4632); undefined if it is not. */
export function cidrOf(text: string): { readonly hasHostBits: boolean } | undefined {
  const match = /^([^/]*)\/(0|[1-9]\d{0,2})$/.exec(text)
  if (!match) return undefined
  const found = ipOf(match[1]!)
  const length = Number(match[2])
  if (!found || length > found.bytes.length * 8) return undefined
  const hasHostBits = found.bytes.some((byte, index) => {
    const networkBits = Math.min(8, Math.max(0, length - index * 8))
    return (byte & (0xff >> networkBits)) !== 0
  })
  return { hasHostBits }
}

/** The bytes of an address such as `192.0.2.1`. Rules call this for each record, so it makes no parts of the text. */
function bytesOfVersion4(text: string, start = 0): number[] | undefined {
  const bytes: number[] = []
  let position = start
  while (bytes.length < 4) {
    const first = position
    let byte = 0
    for (let digit = digitAt(text, position); digit >= 0 && position < first + 3; digit = digitAt(text, position)) {
      byte = byte * 10 + digit
      position++
    }
    // With a zero before it, some systems read a number as an octal one.
    if (position === first || byte > 255 || (position > first + 1 && text[first] === '0')) return undefined
    bytes.push(byte)
    if (bytes.length < 4 && text[position++] !== '.') return undefined
  }
  return position === text.length ? bytes : undefined
}

/** The bytes of an address such as `2001:db8::1`, or `::ffff:192.0.2.1`, of which the end has the form of version 4. */
function bytesOfVersion6(text: string): number[] | undefined {
  const bytes: number[] = []
  let missingAt = text.startsWith('::') ? 0 : -1
  let position = missingAt < 0 ? 0 : 2
  while (position < text.length) {
    const first = position
    let group = 0
    for (
      let digit = hexDigitAt(text, position);
      digit >= 0 && position < first + 4;
      digit = hexDigitAt(text, position)
    ) {
      group = group * 16 + digit
      position++
    }
    if (position === first || bytes.length === 16) return undefined
    if (text[position] === '.') {
      const tail = bytesOfVersion4(text, first)
      if (!tail) return undefined
      bytes.push(...tail)
      break
    }
    bytes.push(group >> 8, group & 0xff)
    if (position === text.length) break
    if (text[position++] !== ':' || position === text.length) return undefined
    if (text[position] !== ':') continue
    if (missingAt >= 0) return undefined
    missingAt = bytes.length
    position++
  }
  const missing = 16 - bytes.length
  if (missingAt < 0) return missing === 0 ? bytes : undefined
  if (missing < 2) return undefined
  return [...bytes.slice(0, missingAt), ...new Array<number>(missing).fill(0), ...bytes.slice(missingAt)]
}

/** The value of a decimal digit; negative for any other character. */
function digitAt(text: string, position: number): number {
  const digit = text.charCodeAt(position) - 0x30
  return digit >= 0 && digit <= 9 ? digit : -1
}

/** The value of a hexadecimal digit; negative for any other character. */
function hexDigitAt(text: string, position: number): number {
  const digit = digitAt(text, position)
  const letter = (text.charCodeAt(position) | 0x20) - 0x61
  return digit < 0 && letter >= 0 && letter <= 5 ? letter + 10 : digit
}
