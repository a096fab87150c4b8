import type { Readable, Writable } from 'node:stream'

/** What a run of the command line has of the process that it runs in. It reads and changes nothing else of it. */
export interface Host {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: NodeJS.ProcessEnv
  /** The program and its script, which start the command line once more. */
  readonly argv: readonly string[]
  /** The code with which the run ends. */
  exitCode?: number | string | null | undefined
}

/** A stream that may be a terminal. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
  /** The number of its file in the process, if it has one. */
  readonly fd?: number
  hasColors?(): boolean
}

/** The host of the run. A process has one run, so its host is the process; a program that runs commands replaces it. */
export let host: Host = process

/**
 * Runs work with another host. There is one host at a time, so that runs follow each other.
 *
 * @returns what the work returns
 */
export async function withHost<Result>(other: Host, work: () => Promise<Result>): Promise<Result> {
  if (host !== process) throw new Error('A run of the command line has not ended yet.')
  host = other
  try {
    return await work()
  } finally {
    host = process
  }
}

/** What is done when the run ends. */
const endings = new Set<() => void>()

/** Lets something be done when the run ends. */
export const whenRunEnds = (work: () => void): void => void endings.add(work)

/** Does what is to be done at the end of a run. */
export function endRun(): void {
  for (const work of endings) work()
  endings.clear()
}
