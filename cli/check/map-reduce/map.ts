import { once } from 'node:events'
import { type Failure, unreadable } from '../../files/failure.ts'
import { sourceName } from '../../files/read-text.ts'
import { host } from '../../host/host.ts'
import { complain, ExitCode } from '../../output/exit.ts'
import type { Plan } from '../../plan/plan.ts'
import { contentOf } from '../parts/content.ts'
import { type ByteRange, PartReader } from '../parts/part-reader.ts'
import { type FactTable, tableOfFacts } from './fact-tables.ts'
import { fileMapper } from './map-file.ts'

/**
 * Maps the files of a plan, or a range of its only file: writes their facts to standard output as Parquet, and sets the
 * exit code.
 */
export async function map(plan: Plan, range: ByteRange): Promise<void> {
  for (const sentence of plan.warnings) complain(sentence)
  const failed: Failure[] = []
  const fail = (failure: Failure): void => {
    complain(failure.failure)
    failed.push(failure)
  }
  plan.failures.forEach(fail)
  const { parquetOf } = await import('./facts-parquet.ts')
  for await (const piece of parquetOf(factsOfFiles(plan, range, fail)))
    if (!host.stdout.write(piece)) await once(host.stdout, 'drain')
  host.exitCode = failed.length > 0 ? ExitCode.CouldNotRun : ExitCode.Clean
}

async function* factsOfFiles(
  { files, registry }: Plan,
  range: ByteRange,
  fail: (failure: Failure) => void,
): AsyncGenerator<readonly FactTable[]> {
  const reader = new PartReader()
  const mapFile = fileMapper(registry, reader)
  for (const planned of files) {
    if (planned.settings.countsAlone) {
      fail({
        failure: `${planned.source.file} is Markdown whose ids count only in it, which facts cannot say; leave it out, or set "markdown" to true in its recline.json.`,
      })
      continue
    }
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
        for (const { length } of facts) count += length
        yield facts
      }
      if (isComplete)
        yield [tableOfFacts([{ kind: 'end', file: planned.source.file, part: range.start, data: { facts: count } }])]
    } catch (error) {
      fail(unreadable(sourceName(planned.source), error))
    }
  }
  reader.close()
}
