import { createWriteStream, existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { localize } from '../../shared/domains/localize.ts'
import { exclusively } from '../files/exclusive.ts'
import { reasonOf } from '../files/failure.ts'
import { isFileAt, printed } from '../files/paths.ts'
import type { Target } from '../files/target.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { alreadyExists, CannotConvert } from './problems.ts'

/** The content of a file, in pieces. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** The content of a text file, in pieces. */
export type TextPieces = AsyncIterable<string> | Iterable<string>

/**
 * Writes a file atomically: it appears under its name only when all pieces are written. An existing file keeps its
 * mode, and a symbolic link stays a link. Throws a `CannotConvert` if writing fails, and rethrows a `CannotConvert` of
 * the pieces.
 */
export async function writeWhole({ path, isNew }: Target, pieces: Pieces): Promise<void> {
  const write = (): Promise<void> => replaceWhole(path, to => writeTo(to, pieces))
  try {
    // A device is no file that another run could make.
    if (!isNew || (existsSync(path) && !isFileAt(path))) return await write()
    await exclusively(path, () => {
      if (isFileAt(path)) throw new CannotConvert([alreadyExists(path)])
      return write()
    })
  } catch (error) {
    throw error instanceof CannotConvert
      ? error
      : new CannotConvert([
          localize('{file} could not be written: {reason}.', { file: printed(path), reason: reasonOf(error) }),
        ])
  }
}

const writeTo = (path: string, pieces: Pieces): Promise<void> =>
  pipeline(Readable.from(pieces), createWriteStream(path))
