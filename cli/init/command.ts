import type { Command } from 'commander'
import { codesOfOutput, helpEnd } from '../options/help.ts'
import type { InitOptions } from './init.ts'

/** Adds `recline init` to the program. */
export const initCommand = (program: Command): Command =>
  program
    .command('init')
    .description('create a first .rec file, a recline.json, a GitHub workflow and files for agents')
    .argument('[folder]', 'target folder; created if missing', '.')
    .option('--domain <name>', 'domain of the records')
    .option('--yes', 'ask nothing and write all files that do not exist yet')
    .option('--agents', 'without questions, also write AGENTS.md and .vscode/mcp.json')
    .option('--due', 'without questions, also write a workflow that lists in an issue what is due, each Monday')
    .addHelpText(
      'after',
      helpEnd(
        [
          ['recline init', 'ask, and write the first files'],
          ['recline init audit --domain compliance', 'for a folder and a domain'],
          ['recline init --domain compliance --yes', 'ask nothing'],
        ],
        codesOfOutput,
        'command-line.md#start-a-folder',
      ),
    )
    .action(async (folder: string, options: InitOptions, command: Command) =>
      (await import('./init.ts')).init(folder, options, command),
    )
