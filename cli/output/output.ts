import { once } from 'node:events'

/**
 * Writes pieces of text to standard output, as fast as they are read there; where the pieces end early, those there
 * are.
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
