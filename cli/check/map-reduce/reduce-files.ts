import { closeSync, openSync, readSync } from 'node:fs'
import type { Failure } from '../../files/failure.ts'
import type { Details, FileResult } from '../../output/file-result.ts'
import { type Choices, planSources } from '../../plan/plan.ts'
import type { PartFact } from './facts.ts'
import { readFacts, UnreadableFacts } from './read-facts.ts'
import { reduceFacts } from './reduce-facts.ts'

/** The results of all files that facts are of, from the files of these facts. */
export async function* reduceFiles(
  paths: readonly string[],
  choices: Choices,
  details: Details,
): AsyncGenerator<FileResult | Failure> {
  const shown: { part?: PartFact; lines?: readonly string[] | undefined } = {}
  try {
    yield* reduceFacts(
      {
        facts: () => readFacts(paths),
        plan: files =>
          planSources(
            files.map(file => ({ file, path: file })),
            choices,
          ),
        lineOf(part, line) {
          if (shown.part !== part) Object.assign(shown, { part, lines: linesOf(part) })
          return shown.lines?.[line - 1 - part.data.before.line]
        },
      },
      details,
    )
  } catch (error) {
    if (!(error instanceof UnreadableFacts)) throw error
    yield { failure: error.message }
  }
}

/** The lines of a part, read from its file; undefined where that is not at hand. */
function linesOf({ file, part, data: { end, before, after } }: PartFact): string[] | undefined {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const bytes = Buffer.alloc(end - part)
      if (readSync(descriptor, bytes, 0, bytes.length, part) < bytes.length) return undefined
      const lines = bytes.toString().split(/\r\n|\r|\n/)
      // A file with other lines than it had is none that the facts are of.
      if (lines.length - 1 !== after.line - before.line) return undefined
      return part === 0 ? lines.with(0, lines[0]!.replace(/^\ufeff/, '')) : lines
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
}
