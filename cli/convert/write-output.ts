import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import writeFileAtomic from 'write-file-atomic'
import { reasonOf } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { CannotConvert } from './problems.ts'

/** The content of a file, in pieces. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** The content of a text file, in pieces. */
export type TextPieces = AsyncIterable<string> | Iterable<string>

/**
 * Writes a file atomically: it appears under its name only when all pieces are written. An existing file keeps its
 * mode, and a symbolic link stays a link. Throws a `CannotConvert` if writing fails, and rethrows a `CannotConvert` of
 * the pieces.
 */
export async function writeWhole(path: string, pieces: Pieces): Promise<void> {
  try {
    if (!existsSync(dirname(path))) await mkdir(dirname(path), { recursive: true })
    // A device or a pipe is written to directly, because an atomic write would replace it by a file.
    const isFile = await stat(path).then(
      found => found.isFile(),
      () => true,
    )
    if (isFile) await writeFileAtomic(path, '', { tmpfileCreated: temporary => writeTo(temporary, pieces) })
    else await writeTo(path, pieces)
  } catch (error) {
    throw error instanceof CannotConvert
      ? error
      : new CannotConvert([`${printed(path)} could not be written: ${reasonOf(error)}.`])
  }
}

const writeTo = (path: string, pieces: Pieces): Promise<void> =>
  pipeline(Readable.from(pieces), createWriteStream(path))
