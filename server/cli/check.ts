import { Option, type Command } from 'commander'
import { ownDescriptors } from './descriptors.ts'
import { formats } from './formats/index.ts'
import { report } from './report.ts'

interface CheckOptions {
  readonly format: keyof typeof formats
  readonly stdinFilename?: string
  /** Where the user's descriptor files are. */
  readonly descriptors: readonly string[]
}

/** Adds `recline check PATHS…` to the program. */
export const checkCommand = (program: Command): Command => ownDescriptors(program
  .command('check')
  .description('check records and list the problems found')
  .argument('<paths...>', 'files, folders (all .rec files below), globs, or - for standard input')
  .addOption(new Option('--format <format>', 'how to list them').choices(Object.keys(formats)).default('text'))
  .option('--stdin-filename <name>', 'the name of the file on standard input, which can decide its domain'))
  .action(check)

async function check(paths: readonly string[], { format, stdinFilename, descriptors }: CheckOptions): Promise<void> {
  const { checkPaths } = await import('./check-paths.ts')
  await report(checkPaths(paths, { stdinFileName: stdinFilename, descriptors, domains: [], details: formats[format].details ?? {} }), formats[format])
}
