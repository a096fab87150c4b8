import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The command line as it is shipped: `dist/cli.js` as a process of its own. */
export const cli = join(dirname(fileURLToPath(import.meta.url)), '../../dist/cli.js')

export interface Run {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  /** The signal that ended it, if one did. */
  readonly signal?: NodeJS.Signals
}

/** A run whose standard output is also there as bytes, before it is read as UTF-8. */
export interface RunOfBytes {
  readonly run: Run
  readonly bytes: Buffer
}
