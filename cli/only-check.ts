import { checkCommand } from './check/command.ts'
import { runProgram } from './run-program.ts'

// Without the other commands, a small check starts much faster.
runProgram([checkCommand])
