import { Command, CommanderError } from 'commander'
import { version } from '../package.json'
import { checkCommand } from './check/command.ts'
import { completionsCommand } from './completions/command.ts'
import { configCommand } from './config/command.ts'
import { convertCommand } from './convert/command.ts'
import { descriptorsCommand } from './descriptors/command.ts'
import { diffCommand } from './diff/command.ts'
import { editCommand } from './edit/command.ts'
import { explainCommand } from './explain/command.ts'
import { reasonOf } from './files/failure.ts'
import { formatCommand } from './format/command.ts'
import { gitCommand } from './git/command.ts'
import { initCommand } from './init/command.ts'
import { logCommand } from './log/command.ts'
import { lspCommand } from './lsp/command.ts'
import { mergeCommand } from './merge/command.ts'
import { complain, ExitCode } from './output/exit.ts'
import { patchCommand } from './patch/command.ts'
import { queryCommand } from './query/command.ts'
import { renameCommand } from './rename/command.ts'

process.stdout.on('error', cannotWrite)
process.stderr.on('error', cannotWrite)

const program = new Command('recline')
  .description('Checks, formats and converts .rec files: records in plain text.')
  .version(version)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error/, 'recline')) })
  .exitOverride()

// The commands, in the order of the help page. Settings hold for a command only where it was made from the program.
for (const define of [
  checkCommand,
  formatCommand,
  convertCommand,
  queryCommand,
  editCommand,
  diffCommand,
  patchCommand,
  logCommand,
  mergeCommand,
  gitCommand,
  renameCommand,
  explainCommand,
  descriptorsCommand,
  configCommand,
  initCommand,
  completionsCommand,
  lspCommand,
])
  define(program)

// Node ends a process that waits for something that never comes, and reports success.
process.once('beforeExit', endedEarly)

program
  .parseAsync()
  .catch((error: Error) => {
    process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? ExitCode.Clean : ExitCode.CouldNotRun
    if (!(error instanceof CommanderError)) complain(`The command failed: ${reasonOf(error)}.`)
  })
  .finally(() => process.removeListener('beforeExit', endedEarly))

function endedEarly(): void {
  complain('The command ended before it was done, so its output is incomplete; run it again.')
  process.exitCode = ExitCode.CouldNotRun
}

/** Output that nobody reads any more, as behind `| head`, ends the run without a word; a full disk is worth one. */
function cannotWrite(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') complain(`The output could not be written: ${reasonOf(error)}.`)
  process.exit(ExitCode.CouldNotRun)
}
