import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import { entriesAtTop } from '../../../shared/scan/part.ts'
import { type Failure, unreadable } from '../../files/failure.ts'
import { firstForeignLine } from '../../files/read-text.ts'
import { complain, ExitCode } from '../../output/exit.ts'
import { print } from '../../output/output.ts'
import type { Plan, PlannedFile } from '../../plan/plan.ts'
import { leftBy } from './above.ts'
import type { Carried, Fact, PlacedText } from './facts.ts'
import type { FactsFormat } from './format.ts'
import { mapPart, nothingAbove } from './map-part.ts'
import { atBorders, inPieces, type Piece, partOf, piecesOf, type Range, withFile } from './pieces.ts'

/** Maps the files of a plan, or a range of the one file there is: writes their facts to standard output, and sets the exit code. */
export async function map(
  { files, registry, failures, warnings }: Plan,
  range: Range | undefined,
  format: FactsFormat,
): Promise<void> {
  for (const sentence of warnings) complain(sentence)
  const failed = failures.map(({ failure }) => failure)
  failed.forEach(complain)
  const facts = mapFiles()
  if (format === 'ndjson') await print(inLines(facts))
  else await writeBytes((await import('./facts-parquet.ts')).parquetOf(facts))
  process.exitCode = failed.length > 0 ? ExitCode.CouldNotRun : ExitCode.Clean

  async function* mapFiles(): AsyncGenerator<readonly Fact[]> {
    for (const file of files) {
      const context: FileContext = {
        registry,
        fileName: file.source.file,
        settingDomains: file.settings.settingDomains,
      }
      for await (const some of mapFile(file, context, range)) {
        if (!('failure' in some)) {
          yield some
          continue
        }
        complain(some.failure)
        failed.push(some.failure)
      }
    }
  }
}

/** The facts of a file, piece by piece, up to where it cannot be read. */
async function* mapFile(
  { source: { file, path } }: PlannedFile,
  context: FileContext,
  range: Range = { start: 0, end: Infinity },
): AsyncGenerator<readonly Fact[] | Failure> {
  try {
    // A pipe can be read once, and from its start only.
    if (path === undefined || !statSync(path).isFile()) {
      const stream: AsyncIterable<Buffer> = path === undefined ? process.stdin : createReadStream(path)
      yield* mapPieces(inPieces(stream, 0, true), nothingAbove, undefined, context)
      return
    }
    const { stretch, size } = await withFile(path, async opened => ({
      stretch: await atBorders(opened, range),
      size: (await opened.stat()).size,
    }))
    // Behind the last border there is nothing that is not in the range before.
    if (stretch.start > 0 && stretch.start === stretch.end) return
    const left = await leftBy(piecesOf(path, { start: 0, end: stretch.start }, false))
    const top = stretch.start === 0 ? undefined : await topOf(path, size)
    yield* mapPieces(piecesOf(path, stretch, stretch.end === size), left, top, context)
  } catch (error) {
    yield unreadable(path === undefined ? 'Standard input' : file, error)
  }
}

async function* mapPieces(
  pieces: AsyncIterable<Piece>,
  left: Carried,
  topAbove: readonly PlacedText[] | undefined,
  context: FileContext,
): AsyncGenerator<readonly Fact[] | Failure> {
  let top = topAbove
  for await (const piece of pieces) {
    const part = partOf(piece)
    if (!part) {
      yield {
        failure: `${context.fileName} is not UTF-8 on line ${left.line + firstForeignLine(piece.bytes)}; save it as UTF-8.`,
      }
      return
    }
    top ??= entriesAtTop(part.text)
    const { facts, after } = mapPart(part, left, top, context)
    yield facts
    left = after
  }
}

/** The entries at the top of a file, from its first piece. */
async function topOf(path: string, size: number): Promise<PlacedText[]> {
  for await (const piece of piecesOf(path, { start: 0, end: size }, true, 2 ** 16))
    return entriesAtTop(partOf(piece)?.text ?? '')
  return []
}

async function* inLines(facts: AsyncIterable<readonly Fact[]>): AsyncGenerator<string> {
  for await (const some of facts) yield some.map(fact => `${JSON.stringify(fact)}\n`).join('')
}

async function writeBytes(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
}
