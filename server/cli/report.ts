import { once } from 'node:events'
import type { FileResult } from './file-result.ts'
import { complain, ExitCode } from './exit.ts'
import type { Failure } from './failure.ts'
import type { Format, Summary } from './formats/format.ts'

/** Prints the results of a check, those that failed on standard error, and sets the exit code. */
export async function report(results: AsyncIterable<FileResult | Failure>, format: Format): Promise<void> {
  const summary: Summary = { files: 0, records: 0, error: 0, warning: 0, information: 0 }
  let failures = 0

  async function* counted(): AsyncGenerator<FileResult> {
    for await (const result of results) {
      if ('failure' in result) {
        failures++
        complain(result.failure)
        continue
      }
      summary.files++
      summary.records += result.records
      for (const { severity } of result.problems) summary[severity]++
      yield result
    }
  }

  await print(format.output(counted(), summary))
  if (format.closing && summary.files > 0) process.stderr.write(`${format.closing(summary, failures)}\n`)
  process.exitCode = failures > 0 ? ExitCode.CouldNotRun : summary.error > 0 ? ExitCode.Errors : ExitCode.Clean
}

/** Writes pieces of text to standard output, as fast as they are read there. */
async function print(pieces: AsyncIterable<string>): Promise<void> {
  let waiting = ''
  for await (const piece of pieces) {
    waiting += piece
    if (waiting.length < 65_536) continue
    if (!process.stdout.write(waiting)) await once(process.stdout, 'drain')
    waiting = ''
  }
  process.stdout.write(waiting)
}
