import { once } from 'node:events'

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
