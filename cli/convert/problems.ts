import type { ReadProblem } from '../../shared/convert/reading.ts'
import { localize } from '../../shared/domains/localize.ts'
import { printed } from '../files/paths.ts'
import { placesInText } from '../output/places.ts'

/** The source of something that is converted: the file, and the line or row, from 1. */
export interface SourceLine {
  readonly file: string
  readonly line: number
}

/** Stops a conversion. The sentences say why. */
export class CannotConvert extends Error {
  constructor(readonly sentences: readonly string[]) {
    super(sentences[0])
  }
}

/** Collects the problems of an input. Keeps the first ones and counts the others. */
export class Problems {
  private readonly sentences: string[] = []
  private count = 0

  add(sentence: string): void {
    this.count++
    if (this.sentences.length < mostListedProblems) this.sentences.push(sentence)
  }

  get isEmpty(): boolean {
    return this.count === 0
  }

  /** Throws a `CannotConvert` if there are any. Its last sentences are the advice. */
  end(advice: readonly string[] = []): void {
    if (this.count > mostListedProblems)
      this.sentences.push(
        localize('There are {count} more problems of this kind.', { count: this.count - mostListedProblems }),
      )
    if (this.count > 0) throw new CannotConvert([...this.sentences, ...advice])
  }
}

/** How many problems are listed; the others are counted. */
export const mostListedProblems = 20

/** A message with its place, printed as the other commands do: `file:line:column message`. */
export const placed = (file: string, line: number, column: number, message: string): string =>
  `${file}:${line}:${column} ${message}`

/** Throws a `CannotConvert` if a text has problems. Its last sentences are the advice. */
export function throwProblemsIn(
  file: string,
  text: string,
  found: readonly ReadProblem[],
  advice?: readonly string[],
): void {
  const problems = new Problems()
  const placeOf = placesInText(
    text,
    found.map(({ start }) => start),
  )
  for (const { message, start } of found)
    problems.add(placed(file, placeOf(start).line, placeOf(start).column, message))
  problems.end(advice)
}

/** That a file exists which may not be replaced. */
export const alreadyExists = (path: string): string =>
  path.endsWith('.rec')
    ? localize(
        '{file} already exists; bring the table into its records with "recline import", or add --force to replace it.',
        { file: printed(path) },
      )
    : localize('{file} already exists; add --force to replace it.', { file: printed(path) })
