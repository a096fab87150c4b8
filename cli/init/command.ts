import type { Command } from 'commander'
import type { InitOptions } from './init.ts'

/** Adds `recline init` to the program. */
export const initCommand = (program: Command): Command =>
  program
    .command('init')
    .description('create a first .rec file, a recline.json and a GitHub workflow')
    .argument('[folder]', 'target folder; created if missing', '.')
    .option('--domain <name>', 'domain of the records')
    .option('--yes', 'ask nothing and write all files that do not exist yet')
    .action(async (folder: string, options: InitOptions, command: Command) =>
      (await import('./init.ts')).init(folder, options, command),
    )
