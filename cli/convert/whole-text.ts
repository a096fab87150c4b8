import { CARRIAGE_RETURN, LINE_FEED } from '../../shared/syntax/characters.ts'
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
  let position = 0
  let line = 1
  return offset => {
    for (; position < offset; position++) {
      const code = text.charCodeAt(position)
      if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(position + 1) !== LINE_FEED)) line++
    }
    return line
  }
}
