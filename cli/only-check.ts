import { checkCommand } from './check/command.ts'
import { runProcess } from './run-process.ts'

// Without the other commands, a small check starts much faster.
void runProcess([checkCommand])
