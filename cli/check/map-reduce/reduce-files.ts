import { statSync } from 'node:fs'
import { counted } from '../../../shared/basics/text.ts'
import { CARRIAGE_RETURN, LINE_FEED } from '../../../shared/syntax/characters.ts'
import type { Failure } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { readText } from '../../files/read-text.ts'
import { complain } from '../../output/exit.ts'
import type { Details, FileResult } from '../../output/file-result.ts'
import { type Choices, planSources } from '../../plan/plan.ts'
import { PartReader } from '../parts/part-reader.ts'
import type { PartFact } from './facts.ts'
import { readFacts, UnreadableFacts } from './read-facts.ts'
import { reduceFacts } from './reduce-facts.ts'

/** What the facts must have. */
export interface FactOptions {
  /** Whether names may be missing, because a program selected those that matter. */
  readonly suspects?: boolean
  /** A file with the names of all files that must have facts, one on each line. */
  readonly expect?: string
}

/** Reads facts from files, and returns the results of all files that they are about. */
export async function* reduceFiles(
  paths: readonly string[],
  choices: Choices,
  details: Details,
  { suspects = false, expect }: FactOptions,
): AsyncGenerator<FileResult | Failure> {
  const shown: { part?: PartFact; lineAt?: LineAt | undefined } = {}
  try {
    yield* reduceFacts(
      {
        facts: wanted => readFacts(paths, !suspects, wanted),
        async plan(files) {
          const plan = await planSources(
            files.map(file => ({ file, path: file })),
            choices,
          )
          const missing = expect === undefined ? [] : await missingFiles(expect, files)
          return { ...plan, failures: [...plan.failures, ...missing] }
        },
        tellUnchecked(records) {
          if (records > 0)
            complain(
              `${counted(records, 'record')} ${records === 1 ? 'names' : 'name'} files, which --map and --reduce do not check: whether they are there, and their hashes. Run "recline check" where the files are.`,
            )
        },
        lineOf(part, line) {
          if (shown.part !== part) Object.assign(shown, { part, lineAt: linesOfPart(part) })
          return shown.lineAt?.(line - 1 - part.data.before.line)
        },
      },
      details,
    )
  } catch (error) {
    if (!(error instanceof UnreadableFacts)) throw error
    yield { failure: error.message }
  }
}

/** A failure for each file that is expected and has no facts. */
async function missingFiles(path: string, files: readonly string[]): Promise<Failure[]> {
  const read = await readText({ file: printed(path), path })
  if ('failure' in read) return [read]
  const known = new Set(files)
  const expected = read.text.split(/\r?\n/).filter(line => line.trim() !== '')
  return expected
    .map(printed)
    .filter(file => !known.has(file))
    .map(file => ({ failure: `${file} is expected, but has no facts; run --map for it too.` }))
}

/** Returns a line of a part, from 0, without its line end. */
type LineAt = (line: number) => string | undefined

/** Reads the lines of a part from its file; undefined if the file cannot be read or has changed. */
function linesOfPart({ file, part, data }: PartFact): LineAt | undefined {
  const reader = new PartReader()
  try {
    const read = reader.read({ path: file, size: statSync(file).size }, { start: part, end: data.end })
    if (typeof read !== 'object') return undefined
    const { bytes, textEnd } = read
    const starts = lineStartsIn(bytes, textEnd)
    // Each part has a reader of its own, so the bytes stay.
    return starts.length - 1 === data.after.line - data.before.line
      ? line => {
          const start = starts[line]
          return start === undefined
            ? undefined
            : read.decode(start, starts[line + 1] ?? textEnd).replace(/(?:\r\n|\r|\n)$/, '')
        }
      : undefined
  } catch {
    return undefined
  } finally {
    reader.close()
  }
}

function lineStartsIn({ buffer, byteOffset }: Uint8Array, end: number): number[] {
  const bytes = Buffer.from(buffer, byteOffset, end)
  const starts = [0]
  // The search of the platform is much faster than a loop, but finds only one kind of line end.
  if (!bytes.includes(CARRIAGE_RETURN)) {
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) starts.push(at + 1)
    return starts
  }
  for (let position = 0; position < end; position++) {
    const code = bytes[position]!
    const isInPair = code === CARRIAGE_RETURN && bytes[position + 1] === LINE_FEED
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && !isInPair)) starts.push(position + 1)
  }
  return starts
}
