import { once } from 'node:events'
import { hideControls } from '../../shared/syntax/controls.ts'

/**
 * Writes pieces of text to standard output and waits if the reader is slow. If the iterator throws, the pieces before
 * the error are still written.
 */
export async function print(
  pieces: AsyncIterable<string> | Iterable<string>,
  beforeWriting?: () => void,
): Promise<void> {
  let waiting = ''
  try {
    for await (const piece of pieces) {
      waiting += piece
      if (waiting.length < 65_536) continue
      beforeWriting?.()
      if (!process.stdout.write(waiting)) await once(process.stdout, 'drain')
      waiting = ''
    }
  } finally {
    beforeWriting?.()
    process.stdout.write(waiting)
  }
}

/**
 * Writes data, such as records or CSV, to standard output as it is. Only on a terminal, characters that would control
 * it are replaced.
 *
 * @param pieces whole lines
 */
export const printData = (pieces: AsyncIterable<string> | Iterable<string>): Promise<void> =>
  print(process.stdout.isTTY ? shown(pieces) : pieces)

async function* shown(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield hideControls(piece)
}
