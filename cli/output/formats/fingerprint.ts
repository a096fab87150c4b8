import { createHash } from 'node:crypto'
import type { PlacedProblem } from '../file-result.ts'

/**
 * Tells problems apart, for programs that follow them from run to run. A problem keeps its fingerprint while its line
 * says the same, wherever in the file the line stands; no two problems of a run have the same.
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
