import { Argument, type Command } from 'commander'
import { chosen } from '../options/choice.ts'

/** The shells with completions. */
const shells = ['bash', 'zsh', 'fish'] as const

/** Adds `recline completions SHELL` to the program. */
export const completionsCommand = (program: Command): Command =>
  program
    .command('completions')
    .description('print the script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(shells).argParser(word => chosen(word, shells)))
    .action(async (shell: (typeof shells)[number]) => {
      const { scriptFor } = await import('./script.ts')
      process.stdout.write(scriptFor(shell, program))
    })
