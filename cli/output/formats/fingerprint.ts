import { createHash } from 'node:crypto'
import type { PlacedProblem } from '../file-result.ts'
import { problemKey } from '../problem-identity.ts'

/**
 * Makes a function that returns a unique fingerprint for each problem of a run, which must have its identity. Programs
 * use it to find the same problem in the next run: it depends neither on the line nor on the message of the problem.
 * Call it in order, file by file.
 */
export function fingerprints(): (file: string, problem: PlacedProblem) => string {
  let current = ''
  let counts = new Map<string, number>()
  return (file, problem) => {
    if (file !== current) {
      current = file
      counts = new Map()
    }
    const known = JSON.stringify([file, problemKey(problem)])
    const count = counts.get(known) ?? 0
    counts.set(known, count + 1)
    return createHash('sha256')
      .update(count === 0 ? known : `${known} ${count}`)
      .digest('hex')
  }
}
