// The command line that is part of the extension, with only the commands that the extension runs: the others would make
// it much larger.
import { checkCommand } from './check/command.ts'
import { logCommand } from './log/command.ts'
import { dependencyCommands } from './registry/command.ts'
import { runProcess } from './run-process.ts'

void runProcess([
  checkCommand,
  logCommand,
  program => {
    const descriptors = program.command('descriptors')
    dependencyCommands(descriptors)
    return descriptors
  },
])
