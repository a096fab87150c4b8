import { readText, type Source } from '../files/read-text.ts'
import { CannotConvert } from './problems.ts'

/**
 * The text of a file or of standard input, without its byte order mark. Throws a `CannotConvert` if it cannot be read.
 */
export async function wholeText(source: Source): Promise<string> {
  const read = await readText(source)
  if ('failure' in read) throw new CannotConvert([read.failure])
  return read.text
}

/** Makes a function that returns the line of an offset, from 1. Call it with ascending offsets only. */
export function lineFinder(text: string): (offset: number) => number {
  const lineEnd = /\n|\r(?!\n)/g
  // The search of the engine is several times faster than a loop.
  const nextEnd = (): number => (lineEnd.test(text) ? lineEnd.lastIndex - 1 : Infinity)
  let next = nextEnd()
  let line = 1
  return offset => {
    while (next < offset) {
      next = nextEnd()
      line++
    }
    return line
  }
}
