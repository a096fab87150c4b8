import { once } from 'node:events'
import { hideControls } from '../../shared/syntax/controls.ts'
import { host } from '../host/host.ts'
import { withoutCommands } from './one-line.ts'

/**
 * Writes text to standard output, and waits if the reader is slow. If the iterator throws, what comes before the error
 * is still written.
 *
 * @param pieces whole lines, or parts that no `##[` is cut between
 */
export const print = (pieces: AsyncIterable<string> | Iterable<string>, beforeWriting?: () => void): Promise<void> =>
  printWith(withoutCommands, pieces, beforeWriting)

async function printWith(
  shown: (text: string) => string,
  pieces: AsyncIterable<string> | Iterable<string>,
  beforeWriting?: () => void,
): Promise<void> {
  let waiting = ''
  try {
    for await (const piece of pieces) {
      waiting += piece
      if (waiting.length < 65_536) continue
      beforeWriting?.()
      if (!host.stdout.write(shown(waiting))) await once(host.stdout, 'drain')
      waiting = ''
    }
  } finally {
    beforeWriting?.()
    host.stdout.write(shown(waiting))
  }
}

/**
 * Writes data, such as records or CSV, to standard output as it is. Only on a terminal, characters that would control
 * it are replaced.
 *
 * @param pieces whole lines
 */
export const printData = (pieces: AsyncIterable<string> | Iterable<string>): Promise<void> =>
  printWith(host.stdout.isTTY ? hideControls : text => text, pieces)
