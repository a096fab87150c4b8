import { commands } from './all-commands.ts'
import { runProcess } from './run-process.ts'

void runProcess(commands)
