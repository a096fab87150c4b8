import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import writeFileAtomic from 'write-file-atomic'
import { reasonOf } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { CannotConvert } from './problems.ts'

/** What a file is to hold, as it comes. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** What a text is to hold, as it comes. */
export type TextPieces = AsyncIterable<string> | Iterable<string>

/**
 * Writes a file as its pieces come, all of it or nothing whatever happens: it appears under its name when it is whole.
 * A file that was there keeps its mode, and a symbolic link stays one. Throws a `CannotConvert` where that fails, or
 * what the pieces throw.
 */
export async function writeWhole(path: string, pieces: Pieces): Promise<void> {
  try {
    if (!existsSync(dirname(path))) await mkdir(dirname(path), { recursive: true })
    // A device or a pipe is not replaced by a file.
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
