import { Argument, type Command } from 'commander'
import { host } from '../host/host.ts'
import { chosen } from '../options/choice.ts'
import { codesOfOutput, helpEnd } from '../options/help.ts'

/** The shells with completions. */
const shells = ['bash', 'zsh', 'fish'] as const

/** Adds `recline completions SHELL` to the program. */
export const completionsCommand = (program: Command): Command =>
  program
    .command('completions')
    .description('print the script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(shells).argParser(word => chosen(word, shells)))
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline completions bash > ~/.local/share/bash-completion/completions/recline', 'for bash'],
          ['recline completions zsh > ~/.zfunc/_recline', 'for zsh'],
          ['recline completions fish > ~/.config/fish/completions/recline.fish', 'for fish'],
        ],
        codesOfOutput,
        'command-line.md#shell-completion',
      ),
    )
    .action(async (shell: (typeof shells)[number]) => {
      const { scriptFor } = await import('./script.ts')
      host.stdout.write(scriptFor(shell, program))
    })
