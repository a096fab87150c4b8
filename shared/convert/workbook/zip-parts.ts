import { Inflate, strFromU8 } from 'fflate/browser'
import { localize } from '../../domains/localize.ts'
import { damagedWorkbook, UnreadableWorkbook } from './unreadable-workbook.ts'

/** The files in a zip archive. */
export interface ZipParts {
  readonly has: (name: string) => boolean
  /**
   * Unpacks a file piece by piece. Throws an `UnreadableWorkbook` if it is not there or damaged, or at a limit.
   *
   * @param most the most bytes of this file
   */
  readonly unpack: (name: string, take: (bytes: Uint8Array) => void, most?: number) => void
}

interface ZippedPart {
  readonly name: string
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  readonly start: number
}

/**
 * Reads the directory of a zip archive, which a workbook is. Nothing of it becomes a file, so the names of its parts
 * are only names. Throws an `UnreadableWorkbook` if it is damaged.
 *
 * @param mostBytes the most bytes of all parts that are unpacked: few bytes can unpack to gigabytes
 */
export function zipParts(bytes: Uint8Array, mostBytes: number): ZipParts {
  const parts = new Map(directoryOf(bytes).map(part => [partKey(part.name), part]))
  let left = mostBytes
  return {
    has: name => parts.has(partKey(name)),
    unpack: (name, take, most = Infinity) => {
      const part = parts.get(partKey(name))
      if (!part) throw damagedWorkbook(`it has no ${name}`)
      let size = 0
      let checksum = ~0
      const takeAll = (piece: Uint8Array): void => {
        size += piece.length
        left -= piece.length
        if (left < 0)
          throw new UnreadableWorkbook(
            localize('has more than {count} MB when it is unpacked', { count: mostBytes / 1e6 }),
          )
        // The size that the archive tells decides nothing: it can be wrong.
        if (size > most) throw damagedWorkbook(`${name} has more than ${most / 1e6} MB`)
        if (size > part.size) throw damagedWorkbook(`${name} is larger than it says`)
        checksum = checksumWith(checksum, piece)
        take(piece)
      }
      unpackInto(packedBytes(bytes, part), part, takeAll)
      if (size !== part.size || ~checksum >>> 0 !== part.checksum)
        throw damagedWorkbook(`${name} has other content than it says`)
    },
  }
}

/** The names of parts are the same in upper and lower case, and some programs write them with a slash in front. */
const partKey = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

const endOfDirectory = 0x06054b50
const entryOfDirectory = 0x02014b50
const startOfPart = 0x04034b50

function directoryOf(bytes: Uint8Array): ZippedPart[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfZip(view)
  if (end === undefined) throw damagedWorkbook('it is cut off, or no workbook')
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const parts: ZippedPart[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryOfDirectory)
      throw damagedWorkbook('its list of parts cannot be read')
    const nameLength = view.getUint16(at + 28, true)
    if ((view.getUint16(at + 8, true) & 1) !== 0)
      throw new UnreadableWorkbook(localize('is encrypted; save it without a password'))
    parts.push({
      name: strFromU8(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** Where the end of the directory starts: behind it, there can be a comment. */
function endOfZip(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - 22 - 0xff_ff)
  for (let at = view.byteLength - 22; at >= first; at--) if (view.getUint32(at, true) === endOfDirectory) return at
  return undefined
}

function packedBytes(bytes: Uint8Array, { name, start, packedSize }: ZippedPart): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (start + 30 > bytes.length || view.getUint32(start, true) !== startOfPart)
    throw damagedWorkbook(`${name} is not where it should be`)
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  if (from + packedSize > bytes.length) throw damagedWorkbook(`${name} is cut off`)
  return bytes.subarray(from, from + packedSize)
}

/** A thousand times as many bytes can come out at once. */
const packedBytesAtOnce = 16_384

function unpackInto(packed: Uint8Array, { name, method }: ZippedPart, take: (piece: Uint8Array) => void): void {
  if (method === 0) {
    take(packed)
    return
  }
  if (method !== 8) throw damagedWorkbook(`${name} is packed in an unknown way`)
  const inflate = new Inflate(take)
  try {
    for (let start = 0; start < packed.length; start += packedBytesAtOnce) {
      const end = start + packedBytesAtOnce
      inflate.push(packed.subarray(start, end), end >= packed.length)
    }
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? error : damagedWorkbook(`${name} cannot be unpacked`)
  }
}

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 0 ? sum >>> 1 : (sum >>> 1) ^ 0xedb88320
  return sum
})

/** The next value of the CRC-32 of some bytes. */
function checksumWith(checksum: number, bytes: Uint8Array): number {
  let sum = checksum
  for (let index = 0; index < bytes.length; index++) sum = checksums[(sum ^ bytes[index]!) & 0xff]! ^ (sum >>> 8)
  return sum
}
