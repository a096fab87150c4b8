import { localize } from '../shared/domains/localize.ts'
import { reasonOf } from './files/failure.ts'
import { complain, ExitCode } from './output/exit.ts'
import { type DefineCommand, runProgram } from './run-program.ts'

/** Runs the command that the arguments of the process name, and sets the exit code of the process. */
export async function runProcess(commands: readonly DefineCommand[]): Promise<void> {
  // An empty variable is none, but Node.js takes it for one.
  if (process.env.NO_COLOR === '') delete process.env.NO_COLOR
  process.stdout.on('error', endWithoutOutput)
  process.stderr.on('error', endWithoutOutput)
  // Node ends a process that waits for something that never comes, and reports success.
  process.once('beforeExit', endedEarly)
  await runProgram(commands, process.argv.slice(2))
  process.removeListener('beforeExit', endedEarly)
}

function endedEarly(): void {
  complain(localize('The command ended before it was done, so its output is incomplete; run it again.'))
  process.exitCode = ExitCode.CouldNotRun
}

/** Output that nobody reads any more, as behind `| head`, ends the run without a word; a full disk is worth one. */
function endWithoutOutput(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE')
    complain(localize('The output could not be written: {reason}.', { reason: reasonOf(error) }))
  process.exit(ExitCode.CouldNotRun)
}
