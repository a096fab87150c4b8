import { wordList } from '../../../shared/domains/message-text.ts'
import type { PlacedProblem } from '../file-result.ts'
import { oneLine } from '../one-line.ts'

/**
 * The message of a problem with the other places that explain it: `… See a.rec:3, b.rec:12.` A place on the line of the
 * problem itself is not named.
 *
 * @param file the file of the problem
 */
export function wholeMessage(file: string, { message, line, related = [] }: PlacedProblem): string {
  const others = related.filter(other => other.file !== file || other.line !== line)
  const places = new Set(others.map(({ file, line }) => `${oneLine(file)}:${line}`))
  return places.size === 0 ? message : `${message} See ${wordList([...places])}.`
}
