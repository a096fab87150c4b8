import { Command, CommanderError } from 'commander'
import { version } from '../package.json'
import { checkCommand } from './cli/check.ts'
import { ExitCode, complain } from './cli/exit.ts'
import { lspCommand } from './cli/lsp.ts'

// Output that nobody reads any more, as behind `| head`, ends the run without a word; a full disk is worth one.
process.stdout.on('error', stop)
process.stderr.on('error', stop)

const program = new Command('recline')
  .description('Checks .rec files: records as text, held to the rules of their domains.')
  .version(version)
  .showSuggestionAfterError()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error/, 'recline')) })
  .exitOverride()

// The commands, in the order of the help page. Settings hold for a command only where it was made from the program.
for (const define of [checkCommand, lspCommand]) define(program)

program.parseAsync().catch(stop)

function stop(error: Error): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? ExitCode.Clean : ExitCode.CouldNotRun
    return
  }
  if (!('code' in error && error.code === 'EPIPE')) complain(error.message)
  process.exit(ExitCode.CouldNotRun)
}
