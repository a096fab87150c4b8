import { Option, type Command } from 'commander'
import { once } from 'node:events'
import type { FileResult } from './check-paths.ts'
import { complain, ExitCode } from './exit.ts'
import type { Failure } from './failure.ts'
import type { Summary } from './formats/format.ts'
import { formats } from './formats/index.ts'

interface CheckOptions {
  readonly format: keyof typeof formats
  readonly stdinFilename?: string
}

/** Adds `recline check PATHS…` to the program. */
export const checkCommand = (program: Command): Command => program
  .command('check')
  .description('check records and list the problems found')
  .argument('<paths...>', 'files, folders (all .rec files below), globs, or - for standard input')
  .addOption(new Option('--format <format>', 'how to list them').choices(Object.keys(formats)).default('text'))
  .option('--stdin-filename <name>', 'the name of the file on standard input, which can decide its domain')
  .action(check)

async function check(paths: readonly string[], options: CheckOptions): Promise<void> {
  const { checkPaths } = await import('./check-paths.ts')
  const format = formats[options.format]
  const summary: Summary = { files: 0, records: 0, error: 0, warning: 0, information: 0 }
  let failures = 0

  async function* counted(results: AsyncIterable<FileResult | Failure>): AsyncGenerator<FileResult> {
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

  await print(format.output(counted(checkPaths(paths, options.stdinFilename)), summary))
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
