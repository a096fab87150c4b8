import { once } from 'node:events'
import { PackedTexts } from '../../../shared/scan/packed-texts.ts'
import { type Failure, unreadable } from '../../files/failure.ts'
import { sourceName } from '../../files/read-text.ts'
import { complain, ExitCode } from '../../output/exit.ts'
import { printData } from '../../output/output.ts'
import type { Plan } from '../../plan/plan.ts'
import { contentOf } from '../parts/content.ts'
import { type ByteRange, PartReader } from '../parts/part-reader.ts'
import type { EndFact, Fact } from './facts.ts'
import type { Cells } from './facts-parquet.ts'
import type { FactsFormat } from './format.ts'
import { fileMapper } from './map-file.ts'
import { packedJson } from './packed-json.ts'

/**
 * Maps the files of a plan, or a range of its only file: writes their facts to standard output, and sets the exit code.
 */
export async function map(plan: Plan, range: ByteRange, format: FactsFormat): Promise<void> {
  for (const sentence of plan.warnings) complain(sentence)
  const failed: Failure[] = []
  const fail = (failure: Failure): void => {
    complain(failure.failure)
    failed.push(failure)
  }
  plan.failures.forEach(fail)
  const facts = factsOf(plan, range, fail)
  if (format === 'parquet') await writeBytes((await import('./facts-parquet.ts')).parquetOf(inRows(facts)))
  else if (process.stdout.isTTY) await printData(asText(inLines(facts)))
  else await writeBytes(inLines(facts))
  process.exitCode = failed.length > 0 ? ExitCode.CouldNotRun : ExitCode.Clean
}

async function* factsOf(
  { files, registry }: Plan,
  range: ByteRange,
  fail: (failure: Failure) => void,
): AsyncGenerator<readonly (Fact | EndFact)[]> {
  const reader = new PartReader()
  const mapFile = fileMapper(registry, reader)
  for (const planned of files) {
    const content = await contentOf(planned.source)
    if ('failure' in content) {
      fail(content)
      continue
    }
    try {
      let isComplete = true
      let count = 0
      for (const facts of mapFile(planned, content, range)) {
        if ('failure' in facts) {
          isComplete = false
          fail(facts)
          continue
        }
        count += facts.length
        yield facts
      }
      if (isComplete) yield [{ kind: 'end', file: planned.source.file, part: range.start, data: { facts: count } }]
    } catch (error) {
      fail(unreadable(sourceName(planned.source), error))
    }
  }
  reader.close()
}

async function* inLines(facts: AsyncIterable<readonly object[]>): AsyncGenerator<Uint8Array> {
  const lineEnd = Buffer.from('\n')
  for await (const some of facts) yield Buffer.concat(some.flatMap(fact => [packedJson(fact), lineEnd]))
}

async function* inRows(facts: AsyncIterable<readonly (Fact | EndFact)[]>): AsyncGenerator<readonly Cells[]> {
  for await (const some of facts)
    yield some.map(fact => Object.fromEntries(Object.entries(fact).map(([name, value]) => [name, cellOf(value)])))
}

function cellOf(value: unknown): Cells[string] {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof PackedTexts) return value.bytes.subarray(0, value.length)
  return typeof value === 'object' && value !== null ? packedJson(value) : undefined
}

async function* asText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const piece of pieces) yield Buffer.from(piece).toString()
}

async function writeBytes(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
}
