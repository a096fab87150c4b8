/** What `character` counts in the positions of the Language Server Protocol. */
export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32'

/**
 * The encoding that counts between a client and the server: UTF-16 if the client offers it or says nothing, as it needs
 * no translation; otherwise the first that the server knows.
 *
 * @param offered `general.positionEncodings` of the client, which can be anything
 */
export function chosenEncoding(offered: unknown): PositionEncoding {
  if (!Array.isArray(offered) || offered.includes('utf-16')) return 'utf-16'
  return offered.find(encoding => encoding === 'utf-8' || encoding === 'utf-32') ?? 'utf-16'
}

/** The encoded offset in a line for one in UTF-16 code units. See `toUtf16` for other offsets. */
export const fromUtf16 = (line: string, character: number, encoding: PositionEncoding): number =>
  converted(line, character, lengths['utf-16'], lengths[encoding])

/**
 * The offset in a line in UTF-16 code units for an encoded one. Past the end of the line it is the end, and inside a
 * character it is the start of the character.
 */
export const toUtf16 = (line: string, character: number, encoding: PositionEncoding): number =>
  converted(line, character, lengths[encoding], lengths['utf-16'])

/** The length of a character by its code point. */
type LengthOf = (code: number) => number

const lengths: Readonly<Record<PositionEncoding, LengthOf>> = {
  'utf-8': code => {
    if (code < 0x80) return 1
    if (code < 0x800) return 2
    return code < 0x10000 ? 3 : 4
  },
  'utf-16': code => (code < 0x10000 ? 1 : 2),
  'utf-32': () => 1,
}

function converted(line: string, offset: number, from: LengthOf, to: LengthOf): number {
  let before = 0
  let found = 0
  for (let index = 0; index < line.length; ) {
    const code = line.codePointAt(index)!
    before += from(code)
    if (before > offset) break
    found += to(code)
    index += lengths['utf-16'](code)
  }
  return found
}
