import { createHash } from 'node:crypto'
import type { PlacedProblem } from '../file-result.ts'

/**
 * Makes a function that returns a unique fingerprint for each problem of a run. Programs use it to find the same
 * problem in the next run: it does not change if only the number of the problem's line changes. Call it in order, file
 * by file.
 */
export function fingerprints(): (file: string, problem: PlacedProblem) => string {
  let current = ''
  let counts = new Map<string, number>()
  return (file, { code, message, excerpt }) => {
    if (file !== current) {
      current = file
      counts = new Map()
    }
    const known = JSON.stringify([file, code, message, excerpt?.text.trim()])
    const count = counts.get(known) ?? 0
    counts.set(known, count + 1)
    return createHash('sha256')
      .update(count === 0 ? known : `${known} ${count}`)
      .digest('hex')
  }
}
