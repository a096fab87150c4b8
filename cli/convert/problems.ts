import type { ReadProblem } from '../../shared/convert/reading.ts'
import { placesInText } from '../output/places-in-text.ts'

/** Where something stands that is converted: its file, and its line or row there, from 1. */
export interface SourceLine {
  readonly file: string
  readonly line: number
}

/** Ends a conversion: why it cannot be, in a sentence or several. */
export class CannotConvert extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences[0])
  }
}

/** What cannot be read of an input, as it is found; of very many problems only the first are told. */
export class Problems {
  private readonly sentences: string[] = []
  private count = 0

  add(sentence: string): void {
    this.count++
    if (this.sentences.length < most) this.sentences.push(sentence)
  }

  /** Throws a `CannotConvert` if there are any. */
  end(): void {
    if (this.count > most) this.sentences.push(`There are ${this.count - most} more problems of this kind.`)
    if (this.count > 0) throw new CannotConvert(this.sentences)
  }
}

const most = 20

/** The place of a problem as it is printed, as for all problems of the command line: `file:line:column`. */
export const placed = (file: string, line: number, column: number, message: string): string =>
  `${file}:${line}:${column} ${message}`

/** Throws a `CannotConvert` if a text has problems. */
export function throwProblemsIn(file: string, text: string, found: readonly ReadProblem[]): void {
  const problems = new Problems()
  const placeOf = placesInText(
    text,
    found.map(({ start }) => start),
  )
  for (const { message, start } of found)
    problems.add(placed(file, placeOf(start).line, placeOf(start).column, message))
  problems.end()
}
