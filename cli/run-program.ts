import { Command, CommanderError } from 'commander'
import { version } from '../package.json'
import { escapeControlsInLines } from '../shared/syntax/controls.ts'
import { reasonOf } from './files/failure.ts'
import { refuseRepeated } from './options/only-once.ts'
import { meantCommand } from './options/other-words.ts'
import { complain, ExitCode } from './output/exit.ts'

/** Runs the command that the arguments of the process name, and sets the exit code. Each function adds a command. */
export function runProgram(commands: readonly ((program: Command) => Command)[]): void {
  process.stdout.on('error', cannotWrite)
  process.stderr.on('error', cannotWrite)

  const program = new Command('recline')
    .description('Checks, formats and converts .rec files: records in plain text.')
    .version(version)
    .configureOutput({ outputError: (text, write) => write(escapeControlsInLines(asOwnMessage(text))) })
    .exitOverride()
  // Settings hold for a command only where it was made from the program.
  for (const define of commands) define(program)
  refuseRepeated(program)
  program.on('command:*', ([word = '']: readonly string[]) => {
    const names = program.commands.map(command => command.name())
    program.error(`error: unknown command '${word}'${meantCommand(word, names)}`)
  })

  // Node ends a process that waits for something that never comes, and reports success.
  process.once('beforeExit', endedEarly)

  program
    .parseAsync()
    .catch((error: Error) => {
      process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? ExitCode.Clean : ExitCode.CouldNotRun
      if (!(error instanceof CommanderError)) complain(`The command failed: ${reasonOf(error)}.`)
    })
    .finally(() => process.removeListener('beforeExit', endedEarly))
}

/** A message of the library as our own ones: with the name of the program, and a full stop behind its first line. */
const asOwnMessage = (text: string): string => text.replace(/^error/, 'recline').replace(/^.*[^.?!:)\n](?=\n|$)/, '$&.')

function endedEarly(): void {
  complain('The command ended before it was done, so its output is incomplete; run it again.')
  process.exitCode = ExitCode.CouldNotRun
}

/** Output that nobody reads any more, as behind `| head`, ends the run without a word; a full disk is worth one. */
function cannotWrite(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') complain(`The output could not be written: ${reasonOf(error)}.`)
  process.exit(ExitCode.CouldNotRun)
}
