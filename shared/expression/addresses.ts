/** An IP address. */
export interface Address {
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

function bytesOfVersion4(text: string): number[] | undefined {
  const parts = text.split('.')
  const isRight = parts.length === 4 && parts.every(part => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  return isRight ? parts.map(Number) : undefined
}

function bytesOfVersion6(text: string): number[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [first, second] = halves.map(half => (half === '' ? [] : half.split(':')))
  // Only the last part can have the form of version 4.
  if (second && first!.some(word => word.includes('.'))) return undefined
  const groups = [...first!, ...(second ?? [])]
  const last = groups.at(-1)
  const tail = last?.includes('.') ? bytesOfVersion4(last) : []
  if (!tail) return undefined
  const words = tail.length > 0 ? groups.slice(0, -1) : groups
  if (!words.every(word => /^[0-9a-fA-F]{1,4}$/.test(word))) return undefined
  const missing = 16 - words.length * 2 - tail.length
  if (second ? missing < 2 : missing !== 0) return undefined
  const before = first!.filter(word => !word.includes('.'))
  const behind = words.slice(before.length)
  const bytesOf = (some: readonly string[]): number[] =>
    some.flatMap(word => [parseInt(word, 16) >> 8, parseInt(word, 16) & 0xff])
  return [...bytesOf(before), ...new Array<number>(missing).fill(0), ...bytesOf(behind), ...tail]
}
