import { listOf } from '../../../shared/domains/message-text.ts'
import type { PlacedProblem } from '../file-result.ts'
import { oneLine } from '../one-line.ts'

/** The message of a problem with the other places that explain it: `… See a.rec:3, b.rec:12.` */
export function wholeMessage({ message, related = [] }: PlacedProblem): string {
  const places = new Set(related.map(({ file, line }) => `${oneLine(file)}:${line}`))
  return places.size === 0 ? message : `${message} See ${listOf([...places])}.`
}
